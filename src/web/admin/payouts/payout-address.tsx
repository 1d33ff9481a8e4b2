import { TriangleAlert } from 'lucide-react'
import type { Payout } from '#shared/referrals/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'

/** The address that a payout is sent to, or a warning that it is missing. */
export function PayoutAddress({ payout: { address, status } }: { payout: Payout }) {
  if (address !== null) return <Copyable value={address} label="address" ends={6} />
  // Deleting an account also deletes the addresses of its paid payouts.
  if (status === 'paid') return <span className="text-subtle">deleted</span>
  return (
    <Badge tone="warning">
      <TriangleAlert aria-hidden="true" />
      No address yet
    </Badge>
  )
}
