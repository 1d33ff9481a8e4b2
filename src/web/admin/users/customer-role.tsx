import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type ChangeRole,
  type CustomerAccount,
  roleSchema,
} from '../../../worker/features/customers/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { ActionRow } from './customer-actions.tsx'
import { demote, promote } from './customers-queries.ts'
import { useCustomerMutation } from './use-customer-mutation.ts'

const CHANGES = {
  promote: {
    act: promote,
    verb: 'Promote to admin',
    text: 'Gives them this whole panel: customers, money, files and roles.',
    asks: 'They can do everything you can do here: see every customer, refund, publish files, and promote others. Their open pages learn of it at once.',
    failed: 'The account was not promoted',
  },
  demote: {
    act: demote,
    verb: 'Demote to customer',
    text: 'Takes this panel away from them at once, also in pages that are open.',
    asks: 'They keep their account and what they bought, and lose this panel at once, also in pages that are open.',
    failed: 'The account was not demoted',
  },
}

export function RoleAction({ customer }: { customer: CustomerAccount }) {
  const [asking, setAsking] = useState(false)
  const { verb, text } = CHANGES[customer.isAdmin ? 'demote' : 'promote']
  return (
    <ActionRow title={verb} text={text}>
      <Button size="sm" onClick={() => setAsking(true)}>
        {customer.isAdmin ? 'Demote' : 'Promote'}
      </Button>
      {asking ? <RoleDialog customer={customer} onClose={() => setAsking(false)} /> : null}
    </ActionRow>
  )
}

function RoleDialog({ customer, onClose }: { customer: CustomerAccount; onClose: () => void }) {
  const { act, verb, asks, failed } = CHANGES[customer.isAdmin ? 'demote' : 'promote']
  const { register, handleSubmit, formState, setError } = useForm<ChangeRole>({
    resolver: zodResolver(roleSchema),
    defaultValues: { currentPassword: '' },
  })
  const { mutate, isPending } = useCustomerMutation((form: ChangeRole) => act(customer.id, form), {
    failed,
    onDone: onClose,
    onFailed: (error) => showFieldErrors(error, ['currentPassword'], setError),
  })
  const submit = handleSubmit((form) => mutate(form))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${customer.isAdmin ? 'Demote' : 'Promote'} ${customer.username}?`}
      description={asks}
      confirmLabel={verb}
      tone={customer.isAdmin ? 'danger' : 'primary'}
      busy={isPending}
      onConfirm={submit}
    >
      <form onSubmit={submit} noValidate>
        <Field label="Your password" required error={formState.errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
        </Field>
      </form>
    </ConfirmDialog>
  )
}
