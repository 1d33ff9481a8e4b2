import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { type EmailProduct, emailProductSchema } from '#shared/downloads/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { DialogClose, DialogContent } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { emailProduct } from './queries.ts'

export type EmailScriptDialogProps = {
  productId: number
  productName: string
  /** The initial email address. */
  address: string
  onClose: () => void
}

export function EmailScriptDialog(props: EmailScriptDialogProps) {
  return (
    <DialogContent
      size="sm"
      title={`Email ${props.productName}`}
      description="We send a link to the newest file your access includes."
    >
      <EmailForm {...props} />
    </DialogContent>
  )
}

function EmailForm({ productId, productName, address, onClose }: EmailScriptDialogProps) {
  const { register, handleSubmit, getValues, formState } = useForm<EmailProduct>({
    resolver: zodResolver(emailProductSchema),
    defaultValues: { email: address },
  })
  const send = useMutation({
    mutationFn: (input: EmailProduct) => emailProduct(productId, input),
    onSuccess: (answer, { email }) => {
      onClose()
      announce(answer, productName, email)
    },
    onError: (error) => toast({ title: 'Error', description: explain(error), tone: 'destructive' }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (send.isPending) return
    // An empty address closes the dialog.
    if (getValues('email').trim() === '') onClose()
    else handleSubmit((input) => send.mutate(input))(event)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label="Email address"
        error={formState.errors.email?.message ?? (send.error ? explain(send.error) : undefined)}
      >
        <Input
          type="email"
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          {...register('email')}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={send.isPending} busyText="Sending...">
          Send email
        </Button>
      </div>
    </form>
  )
}

const explain = (error: unknown) => reasonOf(error, 'Failed to send product via email')

/** The time before the second toast, in milliseconds, because only one toast is shown at a time. */
const SENT_MS = 3000
/** The time for which the toast with the link is shown, in milliseconds. */
const LINK_MS = 20_000

function announce(
  { message, downloadLink }: Awaited<ReturnType<typeof emailProduct>>,
  productName: string,
  email: string,
) {
  const description = message ?? `${productName} is on its way to ${email}.`
  toast({ title: 'Product Sent!', description, tone: 'success' })
  if (!downloadLink) return
  setTimeout(() => {
    toast({
      title: 'Download Ready',
      description: `${productName} can be downloaded here, too.`,
      tone: 'success',
      duration: LINK_MS,
      action: { label: 'Download', href: downloadLink },
    })
  }, SENT_MS)
}
