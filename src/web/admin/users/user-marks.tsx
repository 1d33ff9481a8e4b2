import type { UserSummary } from '#shared/users/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { ROLE_LABELS } from '../ui/role-labels.ts'

/** The badges of an account's unusual states. */
export function UserMarks({ user }: { user: UserSummary }) {
  const { staffRole, state, emailVerified, looksLike, emailDomainMark } = user
  return (
    <>
      {staffRole ? <Badge tone="accent">{ROLE_LABELS[staffRole].name}</Badge> : null}
      {state === 'deactivated' ? <Badge tone="warning">Deactivated</Badge> : null}
      {state === 'deleted' ? <Badge>Deleted</Badge> : null}
      {state !== 'deleted' && !emailVerified ? <Badge tone="info">Email not confirmed</Badge> : null}
      {looksLike === 'staff' ? <Badge tone="warning">Name looks like staff</Badge> : null}
      {looksLike === 'another' ? <Badge tone="warning">Name looks like another</Badge> : null}
      {emailDomainMark === 'mixed' ? <Badge tone="warning">Email domain mixes alphabets</Badge> : null}
      {emailDomainMark === 'punycode' ? <Badge tone="warning">Email domain in punycode</Badge> : null}
    </>
  )
}
