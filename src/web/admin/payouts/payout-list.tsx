import { useInfiniteQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { formatMonth } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { Payout, PayoutStatus } from '#shared/referrals/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { PayoutAddress } from './payout-address.tsx'
import { PayoutPay } from './payout-pay.tsx'
import { payoutsQuery } from './payout-queries.ts'
import { PayoutsDownload } from './payouts-download.tsx'
import { RunPayouts } from './run-payouts.tsx'

const ALL: Column<Payout>[] = [
  {
    head: 'Affiliate',
    main: true,
    cell: ({ affiliate }) => (
      <span className="min-w-0">
        <TextLink to={adminPath('users', { user: affiliate.id })}>{affiliate.username}</TextLink>
        <span className="block break-all font-normal text-muted text-xs">{affiliate.email}</span>
      </span>
    ),
  },
  { head: 'Month', cell: ({ period }) => formatMonth(period) },
  {
    head: 'Amount',
    end: true,
    cell: ({ total }) => <span className="tabular-nums text-fg tabular-nums">{formatUsd(total)}</span>,
  },
  { head: 'Address', cell: (payout) => <PayoutAddress payout={payout} /> },
]

const details = (id: number) => (
  <Button asChild size="sm" variant="ghost">
    <AppLink to={adminPath('payouts', { payout: id })} aria-label={`Details of payout #${id}`}>
      Details
    </AppLink>
  </Button>
)

const COLUMNS: Record<PayoutStatus, Column<Payout>[]> = {
  open: [
    ...ALL,
    {
      head: 'Actions',
      actions: true,
      cell: (payout) => (
        <span className="inline-flex gap-1">
          {details(payout.id)}
          <PayoutPay payout={payout} />
        </span>
      ),
    },
  ],
  paid: [
    ...ALL,
    {
      head: 'Reference',
      cell: ({ reference }) => (reference ? <Copyable value={reference} label="reference" ends={6} /> : '–'),
    },
    { head: 'Paid', cell: ({ paidAt }) => (paidAt ? <RelativeTime dense value={paidAt} /> : '–') },
    { head: 'Actions', actions: true, cell: ({ id }) => details(id) },
  ],
}

const EMPTY = {
  open: {
    title: 'No open payouts.',
    text: 'Payouts for the last month are created on the first of each month.',
    icon: <HandCoins />,
  },
  paid: { title: 'No paid payouts yet.', icon: <HandCoins /> },
}

export function PayoutList({ status }: { status: PayoutStatus }) {
  const query = useInfiniteQuery(payoutsQuery(status))
  const open = query.data?.pages[0]?.open
  return (
    <ListCard
      title={status === 'open' ? 'Open payouts' : 'Paid payouts'}
      description={
        open ? (
          <OpenSum {...open} />
        ) : status === 'open' ? (
          'Commissions to pay to affiliates, month by month.'
        ) : (
          'Payouts that an admin marked as paid.'
        )
      }
      actions={
        status === 'open' ? (
          <>
            {open && open.count > open.withoutAddress ? <PayoutsDownload /> : null}
            <RunPayouts />
          </>
        ) : undefined
      }
      query={query}
      columns={COLUMNS[status]}
      keyOf={({ id }) => id}
      noun="payouts"
      empty={EMPTY[status]}
    />
  )
}

function OpenSum({ count, total, withoutAddress }: { count: number; total: number; withoutAddress: number }) {
  const waiting = withoutAddress === 1 ? '1 needs an address' : `${withoutAddress} need an address`
  return (
    <>
      <span className="tabular-nums text-fg tabular-nums">{formatUsd(total)}</span> open in {count}{' '}
      {count === 1 ? 'payout' : 'payouts'}
      {withoutAddress > 0 ? `; ${waiting}` : null}.
    </>
  )
}
