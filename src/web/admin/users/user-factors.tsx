import { useState } from 'react'
import { removeFactorsSchema } from '#shared/factors/contract.ts'
import type { UserAccount } from '#shared/users/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ActionRow } from './action-row.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useUserMutation } from './use-user-mutation.ts'
import { removeFactors } from './users-queries.ts'

/** For an owner of the shop, where somebody lost all devices and recovery codes. */
export function FactorsAction({ user }: { user: UserAccount }) {
  const [asking, setAsking] = useState(false)
  return (
    <ActionRow
      title="Remove second factors"
      text="For somebody who lost their devices and recovery codes. Check first that the account is theirs."
    >
      <Button size="sm" onClick={() => setAsking(true)}>
        Remove second factors
      </Button>
      {asking ? <RemoveFactorsDialog user={user} onClose={() => setAsking(false)} /> : null}
    </ActionRow>
  )
}

function RemoveFactorsDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const { mutate, isPending } = useUserMutation((form: { reason: string }) => removeFactors(user.id, form), {
    failed: 'The second factors were not removed',
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title={`Remove the second factors of ${user.username}?`}
      description="Their passkeys, authenticator app and recovery codes are removed, and they are logged out on every device. From then on their password alone opens the account. They get an email about it. This cannot be undone."
      confirmLabel="Remove second factors"
      hint="How you checked that the account is theirs. Kept in the audit log."
      schema={removeFactorsSchema}
      busy={isPending}
      onConfirm={mutate}
      onClose={onClose}
    />
  )
}
