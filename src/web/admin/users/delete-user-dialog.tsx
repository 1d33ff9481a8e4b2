import { useState } from 'react'
import type { UserSummary } from '#shared/users/contract.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useUserMutation } from './use-user-mutation.ts'
import { deleteUser } from './users-queries.ts'

/** Requires the name to be typed, because a deletion cannot be undone. */
export function DeleteUserDialog({ user, onClose }: { user: UserSummary; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [missed, setMissed] = useState(false)
  const { mutate, isPending } = useUserMutation(() => deleteUser(user.id), {
    failed: 'The account was not deleted',
    onDone: onClose,
  })
  const isTyped = typed.trim() === user.username
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${user.username}?`}
      description="Name, address, sessions and notes are permanently erased, and unpaid commissions are cancelled. Files, emailed links and licences stop working, subscriptions end at once and nothing is refunded. The record of each sale stays, without name and address."
      confirmLabel="Delete account"
      busy={isPending}
      onConfirm={() => (isTyped ? mutate() : setMissed(true))}
    >
      <Field
        label={`Type ${user.username} to confirm`}
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
