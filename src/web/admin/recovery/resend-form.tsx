import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { RESEND_IDS, resendSchema } from '#shared/recovery/contract.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { ByHandForm } from '../ui/by-hand-form.tsx'
import { failureToast } from '../ui/failure-toast.ts'
import { ProductIdField } from '../ui/product-id-field.tsx'
import { UserIdField } from '../ui/user-id-field.tsx'
import { resendEmail } from './recovery-queries.ts'

const FAILED = 'Email Resend Failed'

const numeric = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,14}$/, RESEND_IDS)
const schema = resendSchema
  .extend({ userId: numeric, productId: numeric })
  .transform(({ email, ...ids }) => ({ ...ids, email: email ?? '' }))
type ResendInput = z.input<typeof schema>

/** Sends the mail of a product again to a user who has the product. */
export function ResendForm() {
  const mutation = useMutation({
    mutationFn: resendEmail,
    onSuccess: ({ message }) => toast({ title: 'Email Resent', description: message, tone: 'success' }),
    onError: failureToast(FAILED),
  })
  const form = useForm<ResendInput, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { userId: '', productId: '', email: '' },
  })
  const { errors } = form.formState
  const [userId, productId] = form.watch(['userId', 'productId'])
  return (
    <ByHandForm
      title="Resend an email"
      description="The download mail of a product that the account has, with a new link."
      verb="Resend Email"
      failed={FAILED}
      onSubmit={form.handleSubmit((input) => mutation.mutate(input))}
      mutation={mutation}
    >
      <UserIdField field={form.register('userId')} value={userId} error={errors.userId?.message} />
      <ProductIdField
        field={form.register('productId')}
        value={productId}
        error={errors.productId?.message}
      />
      <Field
        label="Email"
        optional
        error={errors.email?.message}
        hint="Leave empty to use the account’s own address."
      >
        <Input type="email" autoComplete="off" spellCheck={false} {...form.register('email')} />
      </Field>
    </ByHandForm>
  )
}
