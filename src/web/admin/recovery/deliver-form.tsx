import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Deliver, deliverSchema } from '#shared/recovery/contract.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { ByHandForm } from '../ui/by-hand-form.tsx'
import { failureToast } from '../ui/failure-toast.ts'
import { ProductIdField } from '../ui/product-id-field.tsx'
import { UserIdField } from '../ui/user-id-field.tsx'
import { deliverProduct } from './recovery-queries.ts'

const FAILED = 'Delivery Failed'

/** Gives a product to a user by hand, and mails its link. */
export function DeliverForm() {
  const mutation = useMutation({
    mutationFn: deliverProduct,
    onSuccess: ({ message }) => toast({ title: 'Product Delivered', description: message, tone: 'success' }),
    onError: failureToast(FAILED),
  })
  const form = useForm<z.input<typeof deliverSchema>, unknown, Deliver>({
    resolver: zodResolver(deliverSchema),
    defaultValues: { userId: '', productId: '', email: '' },
  })
  const { errors } = form.formState
  const [userId, productId] = form.watch(['userId', 'productId'])
  return (
    <ByHandForm
      title="Deliver a product"
      description="Gives access without a payment and emails the download link. A user who already has access only gets the email."
      verb="Deliver Product"
      primary
      failed={FAILED}
      onSubmit={form.handleSubmit((input) => mutation.mutate(input))}
      mutation={mutation}
    >
      <UserIdField
        field={form.register('userId')}
        value={String(userId)}
        error={errors.userId?.message}
        onKnown={(email) => {
          if (form.getValues('email') === '') form.setValue('email', email)
        }}
      />
      <ProductIdField
        field={form.register('productId')}
        value={String(productId)}
        error={errors.productId?.message}
      />
      <Field
        label="Email"
        required
        error={errors.email?.message}
        hint="Anyone with the link can download the file for seven days."
      >
        <Input type="email" autoComplete="off" spellCheck={false} {...form.register('email')} />
      </Field>
    </ByHandForm>
  )
}
