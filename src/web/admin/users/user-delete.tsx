import { useState } from 'react'
import type { UserAccount } from '#shared/users/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ActionRow } from './action-row.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'

export function DeleteAction({ user }: { user: UserAccount }) {
  const [asking, setAsking] = useState(false)
  return (
    <ActionRow
      title="Delete"
      text="Permanently erases name, address, sessions and notes. The record of each sale stays."
    >
      <Button size="sm" className="text-danger" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking ? <DeleteUserDialog user={user} onClose={() => setAsking(false)} /> : null}
    </ActionRow>
  )
}
