import type { UserSummary } from '#shared/users/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'

/** The badges of an account's unusual states. */
export function UserMarks({ user }: { user: UserSummary }) {
  const { isAdmin, state, emailVerified } = user
  return (
    <>
      {isAdmin ? <Badge tone="accent">Admin</Badge> : null}
      {state === 'deactivated' ? <Badge tone="warning">Deactivated</Badge> : null}
      {state === 'deleted' ? <Badge>Deleted</Badge> : null}
      {state !== 'deleted' && !emailVerified ? <Badge tone="info">Email not confirmed</Badge> : null}
    </>
  )
}
