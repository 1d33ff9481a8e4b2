import { HandCoins } from 'lucide-react'
import type { CustomerCommission, CustomerDetail } from '../../../worker/features/customers/contract.ts'
import { REFERRAL_MARKS } from '../../features/referrals/referral-marks.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AdminLink } from '../shell/admin-link.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { commissionsOf } from './customers-queries.ts'
import { useCustomerList } from './use-customer-list.ts'

/** What this user earned by others. */
export function CustomerReferrals({ customer }: { customer: CustomerDetail }) {
  const { registered, pending, payable, paid } = customer.referrals
  return (
    <ListCard
      title="Referrals"
      description={`${registered} registered. ${formatUsd(pending)} pending, ${formatUsd(payable)} for the next payout, ${formatUsd(paid)} paid.`}
      noun="commissions"
      query={useCustomerList(commissionsOf(customer))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{ icon: <HandCoins />, title: 'No commissions yet.' }}
    />
  )
}

const COLUMNS: Column<CustomerCommission>[] = [
  {
    head: 'Status',
    main: true,
    cell: ({ status }) => <Badge tone={REFERRAL_MARKS[status].tone}>{REFERRAL_MARKS[status].label}</Badge>,
  },
  {
    head: 'Order',
    cell: ({ paymentId }) =>
      paymentId === null ? (
        'none'
      ) : (
        <AdminLink to={adminPath('orders', { order: paymentId })}>#{paymentId}</AdminLink>
      ),
  },
  { head: 'When', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
  { head: 'Amount', end: true, cell: ({ amount }) => <span className="font-mono">{formatUsd(amount)}</span> },
]
