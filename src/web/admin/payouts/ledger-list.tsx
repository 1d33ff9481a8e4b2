import { useInfiniteQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { ReferralEntry } from '#shared/referrals/contract.ts'
import { REFERRAL_MARKS } from '../../features/referrals/referral-marks.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { type LedgerParams, ledgerQuery } from './payout-queries.ts'

const link = (to: string, text: string) => <TextLink to={to}>{text}</TextLink>

const COLUMNS: Column<ReferralEntry>[] = [
  {
    head: 'Affiliate',
    main: true,
    cell: ({ referrer }) => link(adminPath('users', { user: referrer.id }), referrer.username),
  },
  {
    head: 'Customer',
    cell: ({ referred }) =>
      referred ? link(adminPath('users', { user: referred.id }), referred.username) : 'No account',
  },
  {
    head: 'Order',
    cell: ({ paymentId, product }) =>
      paymentId === null
        ? '–'
        : link(adminPath('orders', { order: paymentId }), `#${paymentId}${product ? ` ${product}` : ''}`),
  },
  {
    head: 'Commission',
    end: true,
    cell: ({ amount, kind }) => (
      <span className="font-mono text-fg tabular-nums">
        {formatUsd(amount)}
        {kind === 'reversal' ? <span className="block text-subtle text-xs">reversed</span> : null}
      </span>
    ),
  },
  {
    head: 'Status',
    cell: ({ status, maturesAt, payoutId }) => (
      <span className="inline-flex flex-col items-end gap-0.5 md:items-start">
        <Badge tone={REFERRAL_MARKS[status].tone}>{REFERRAL_MARKS[status].label}</Badge>
        {status === 'pending' && maturesAt ? (
          <span className="text-subtle text-xs">payable from {formatDay(maturesAt)}</span>
        ) : null}
        {payoutId === null ? null : (
          <span className="text-xs">
            {link(adminPath('payouts', { payout: payoutId }), `Payout #${payoutId}`)}
          </span>
        )}
      </span>
    ),
  },
  { head: 'When', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
]

export type LedgerListProps = {
  input: LedgerParams
  title: string
  description?: string
  actions?: ReactNode
  className?: string
}

/** Entries of the commission ledger, newest first. */
export function LedgerList({ input, ...props }: LedgerListProps) {
  return (
    <ListCard
      {...props}
      query={useInfiniteQuery(ledgerQuery(input))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      noun="commissions"
      empty={{
        title: 'No commissions yet.',
        text: 'Each payment by a referred customer earns one.',
        icon: <Share2 />,
      }}
    />
  )
}
