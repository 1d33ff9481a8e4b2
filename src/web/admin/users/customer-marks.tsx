import type { Customer } from '../../../worker/features/customers/contract.ts'
import { Badge } from '../../ui/badge.tsx'

/** What is other than usual about an account. */
export function CustomerMarks({ customer }: { customer: Customer }) {
  const { isAdmin, state, emailVerified } = customer
  return (
    <>
      {isAdmin ? <Badge tone="accent">Admin</Badge> : null}
      {state === 'deactivated' ? <Badge tone="warning">Deactivated</Badge> : null}
      {state === 'deleted' ? <Badge>Deleted</Badge> : null}
      {state !== 'deleted' && !emailVerified ? <Badge tone="info">Not confirmed</Badge> : null}
    </>
  )
}
