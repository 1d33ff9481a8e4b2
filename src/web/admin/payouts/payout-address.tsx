import { TriangleAlert } from 'lucide-react'
import type { Payout } from '#shared/referrals/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'

/** Where the money goes, or that nobody knows yet. */
export function PayoutAddress({ payout: { address, status } }: { payout: Payout }) {
  if (address !== null) return <Copyable value={address} label="address" ends={6} />
  // An account that is deleted takes the address of what was paid along.
  if (status === 'paid') return <span className="text-subtle">deleted</span>
  return (
    <Badge tone="warning">
      <TriangleAlert aria-hidden="true" />
      No address yet
    </Badge>
  )
}
