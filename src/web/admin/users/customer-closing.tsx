import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type CustomerAccount,
  type Deactivate,
  deactivateSchema,
} from '../../../worker/features/customers/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ActionRow } from './customer-actions.tsx'
import { activate, deactivate } from './customers-queries.ts'
import { useCustomerMutation } from './use-customer-mutation.ts'

const STILL_RENEWS =
  'A subscription may still renew: the payment provider did not accept its end. Stop renewals again in a moment.'

const closing = (id: number) => async (form: Deactivate) => {
  const { message, data } = await deactivate(id, form)
  return { message, description: data.stillRenews ? STILL_RENEWS : undefined }
}

export function DeactivateAction({ customer }: { customer: CustomerAccount }) {
  const [asking, setAsking] = useState(false)
  return (
    <ActionRow title="Deactivate" text="Shuts the account out everywhere until it is activated again.">
      <Button size="sm" onClick={() => setAsking(true)}>
        Deactivate
      </Button>
      {asking ? <DeactivateDialog customer={customer} onClose={() => setAsking(false)} /> : null}
    </ActionRow>
  )
}

function DeactivateDialog({ customer, onClose }: { customer: CustomerAccount; onClose: () => void }) {
  const { mutate, isPending } = useCustomerMutation(closing(customer.id), {
    failed: 'The account was not deactivated',
    onDone: onClose,
  })
  const { register, handleSubmit, formState } = useForm<Deactivate>({
    resolver: zodResolver(deactivateSchema),
    defaultValues: { reason: '' },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Deactivate ${customer.username}?`}
      description="They are logged out on every device and can neither log in nor choose a new password. Files, mailed links and licences open nothing meanwhile. Subscriptions stop renewing and nothing is refunded; what is paid runs on. Activating the account gives all of it back, but for the renewals."
      confirmLabel="Deactivate account"
      busy={isPending}
      onConfirm={handleSubmit((form) => mutate(form))}
    >
      <Field
        label="Reason"
        required
        hint="Kept as a note for admins."
        error={formState.errors.reason?.message}
      >
        <Textarea rows={2} {...register('reason')} />
      </Field>
    </ConfirmDialog>
  )
}

export function ActivateAction({ customer }: { customer: CustomerAccount }) {
  const { mutate, isPending } = useCustomerMutation(() => activate(customer.id), {
    failed: 'The account was not activated',
  })
  return (
    <>
      <ActionRow
        title="Activate"
        text="They can log in again, and what they have opens again. Renewals stay off until they turn them on."
      >
        <Button size="sm" busy={isPending} onClick={() => mutate()}>
          Activate
        </Button>
      </ActionRow>
      {customer.renews ? <StopRenewalsAction id={customer.id} /> : null}
    </>
  )
}

/** What the provider did not accept when the account was deactivated. */
function StopRenewalsAction({ id }: { id: number }) {
  const stop = useCustomerMutation(closing(id), { failed: 'The renewals were not stopped' })
  return (
    <ActionRow
      title="A subscription still renews"
      text="The account is shut out, and its subscription would be charged again."
    >
      <Button
        size="sm"
        variant="danger"
        busy={stop.isPending}
        onClick={() => stop.mutate({ reason: 'Renewals stopped' })}
      >
        Stop renewals
      </Button>
    </ActionRow>
  )
}
