import { TriangleAlert } from 'lucide-react'
import { formatMoment } from '#shared/core/format-day.ts'
import type { Payout } from '#shared/referrals/contract.ts'
import { maskAddress } from '#shared/referrals/rules.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'

/** The address that a payout is sent to, or a warning that it is missing. */
export function PayoutAddress({ payout: { address, payableFrom, status } }: { payout: Payout }) {
  if (address !== null && payableFrom !== null) {
    return (
      <span className="inline-flex flex-col items-start gap-1">
        <span className="font-mono text-[0.8125rem] text-muted">{maskAddress(address)}</span>
        <Badge tone="warning">Changed: pay after {formatMoment(payableFrom)}</Badge>
      </span>
    )
  }
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
