import { useInfiniteQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import type { CustomerCommission, CustomerDetail } from '../../../worker/features/customers/contract.ts'
import type { ReferralStatus } from '../../../worker/features/referrals/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { adminPath } from './admin-path.ts'
import { commissionsOf } from './customers-queries.ts'
import { type Column, ListCard } from './list-card.tsx'

/** What this user earned by others. */
export function CustomerReferrals({ customer }: { customer: CustomerDetail }) {
  const { registered, pending, payable, paid } = customer.referrals
  return (
    <ListCard
      title="Referrals"
      description={`${registered} registered. ${formatUsd(pending)} pending, ${formatUsd(payable)} for the next payout, ${formatUsd(paid)} paid.`}
      noun="commissions"
      query={useInfiniteQuery(commissionsOf(customer))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{ icon: <HandCoins />, title: 'No commissions yet.' }}
    />
  )
}

const TONES: Record<ReferralStatus, BadgeTone> = {
  pending: 'warning',
  completed: 'info',
  paid: 'success',
  cancelled: 'neutral',
}

const COLUMNS: Column<CustomerCommission>[] = [
  { head: 'Status', main: true, cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
  {
    head: 'Order',
    cell: ({ paymentId }) =>
      paymentId === null ? (
        'none'
      ) : (
        <AppLink className="underline" to={adminPath('orders', { order: paymentId })}>
          #{paymentId}
        </AppLink>
      ),
  },
  { head: 'When', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
  { head: 'Amount', end: true, cell: ({ amount }) => <span className="font-mono">{formatUsd(amount)}</span> },
]
