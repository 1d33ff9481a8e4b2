import { HandCoins } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import type { UserCommission, UserDetail } from '#shared/users/contract.ts'
import { REFERRAL_MARKS } from '../../features/referrals/referral-marks.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useListOfAccount } from './use-list-of-account.ts'
import { commissionsOf } from './users-queries.ts'

/** The commissions that this user earned. */
export function UserReferrals({ user }: { user: UserDetail }) {
  const { registered, pending, payable, paid } = user.referrals
  return (
    <ListCard
      title="Referrals"
      description={`${registered} registered. ${formatUsd(pending)} pending, ${formatUsd(payable)} for the next payout, ${formatUsd(paid)} paid.`}
      noun="commissions"
      query={useListOfAccount(commissionsOf(user))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{ icon: <HandCoins />, title: 'No commissions yet.' }}
    />
  )
}

const COLUMNS: Column<UserCommission>[] = [
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
        <TextLink to={adminPath('orders', { order: paymentId })}>#{paymentId}</TextLink>
      ),
  },
  { head: 'When', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
  {
    head: 'Amount',
    end: true,
    cell: ({ amount }) => <span className="tabular-nums">{formatUsd(amount)}</span>,
  },
]
