import { useState } from 'react'
import type { Customer } from '../../../worker/features/customers/contract.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { deleteCustomer } from './customers-queries.ts'
import { useCustomerMutation } from './use-customer-mutation.ts'

/** Wants the name typed: it cannot be taken back. */
export function DeleteCustomerDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [missed, setMissed] = useState(false)
  const { mutate, isPending } = useCustomerMutation(() => deleteCustomer(customer.id), {
    failed: 'The account was not deleted',
    onDone: onClose,
  })
  const isTyped = typed.trim() === customer.username
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${customer.username}?`}
      description="For good: name, address, sessions, notes and unpaid commissions are erased. Files, mailed links and licences stop working, subscriptions end at once and nothing is refunded. The record of each sale stays, without the person."
      confirmLabel="Delete account"
      busy={isPending}
      onConfirm={() => (isTyped ? mutate() : setMissed(true))}
    >
      <Field
        label={`Type ${customer.username} to confirm`}
        error={missed && !isTyped ? 'This is not the name of the account' : undefined}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  )
}
