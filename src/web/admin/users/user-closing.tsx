import { useState } from 'react'
import { type Deactivate, deactivateSchema, type UserAccount } from '#shared/users/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ActionRow } from './action-row.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useUserMutation } from './use-user-mutation.ts'
import { activate, deactivate } from './users-queries.ts'

const STILL_RENEWS =
  'The payment provider did not confirm that renewals have stopped. A subscription may still be charged. Click “Stop renewals” in a moment.'

const closing = (id: number) => async (form: Deactivate) => {
  const { message, data } = await deactivate(id, form)
  return { message, description: data.stillRenews ? STILL_RENEWS : undefined }
}

const stopping = (id: number) => async () => {
  const { data } = await deactivate(id, { reason: 'Renewals stopped' })
  return data.stillRenews
    ? { message: 'Renewals not stopped', description: STILL_RENEWS, tone: 'destructive' as const }
    : { message: 'Renewals stopped' }
}

export function DeactivateAction({ user }: { user: UserAccount }) {
  const [asking, setAsking] = useState(false)
  return (
    <ActionRow title="Deactivate" text="Blocks the account everywhere until it is activated again.">
      <Button size="sm" onClick={() => setAsking(true)}>
        Deactivate
      </Button>
      {asking ? <DeactivateDialog user={user} onClose={() => setAsking(false)} /> : null}
    </ActionRow>
  )
}

function DeactivateDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const { mutate, isPending } = useUserMutation(closing(user.id), {
    failed: 'The account was not deactivated',
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title={`Deactivate ${user.username}?`}
      description="They are logged out on every device and cannot log in or choose a new password. Files, emailed links and licences stop working meanwhile. Subscriptions stop renewing, nothing is refunded, and paid periods continue. Activating the account restores everything except the renewals."
      confirmLabel="Deactivate account"
      hint="Kept as a note for admins."
      schema={deactivateSchema}
      busy={isPending}
      onConfirm={mutate}
      onClose={onClose}
    />
  )
}

export function ActivateAction({ user }: { user: UserAccount }) {
  const { mutate, isPending } = useUserMutation(() => activate(user.id), {
    failed: 'The account was not activated',
  })
  return (
    <>
      <ActionRow
        title="Activate"
        text="They can log in again and get their access back. Renewals stay off until they turn them on."
      >
        <Button size="sm" busy={isPending} onClick={() => mutate()}>
          Activate
        </Button>
      </ActionRow>
      {user.renews ? <StopRenewalsAction id={user.id} /> : null}
    </>
  )
}

/** Stops renewals that the provider did not stop when the account was deactivated. */
function StopRenewalsAction({ id }: { id: number }) {
  const stop = useUserMutation(stopping(id), { failed: 'Renewals not stopped' })
  return (
    <ActionRow
      title="A subscription still renews"
      text="The account is deactivated, but its subscription would be charged again."
    >
      <Button size="sm" variant="danger" busy={stop.isPending} onClick={() => stop.mutate()}>
        Stop renewals
      </Button>
    </ActionRow>
  )
}
