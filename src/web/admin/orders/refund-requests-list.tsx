import { useInfiniteQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { REFUND_STATUSES, type RefundStatus, type RefundView } from '#shared/refunds/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'
import { Price } from '../../ui/data/price.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { useDetailAddress } from '../ui/detail-address.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { DecideRefund } from './decide-refund.tsx'
import { refundsQuery } from './orders-queries.ts'

const MARKS: Record<RefundStatus, { label: string; tone: BadgeTone }> = {
  review: { label: 'Needs your answer', tone: 'warning' },
  approved: { label: 'Approved', tone: 'info' },
  pending: { label: 'On its way', tone: 'info' },
  succeeded: { label: 'Succeeded', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  declined: { label: 'Declined', tone: 'neutral' },
}

/** Refund requests. Those that wait for an answer are shown by default. */
export function RefundRequestsList() {
  const { get, set } = useAddressFilter()
  const status =
    get('status') === 'all' ? undefined : (REFUND_STATUSES.find((one) => one === get('status')) ?? 'review')
  const query = useInfiniteQuery(refundsQuery(status))
  const waiting = status === 'review'
  return (
    <ListCard
      title="Refund requests"
      description="A customer’s second request for the same product needs your answer. Choose another status to see the other refunds."
      filters={
        <Select
          aria-label="Status"
          value={status ?? 'all'}
          onValueChange={(value) => set({ status: value === 'review' ? '' : value })}
          options={[
            ...REFUND_STATUSES.map((value) => ({ value, label: MARKS[value].label })),
            { value: 'all', label: 'Every status' },
          ]}
          className="w-44 max-sm:w-full"
        />
      }
      query={query}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      noun="refunds"
      empty={{
        icon: <HandCoins />,
        title: waiting ? 'No refund needs your answer.' : 'No refunds found.',
        text: waiting
          ? 'Support gets an email as soon as one does.'
          : status
            ? 'No refund has this status.'
            : 'No refund was requested or started yet.',
        action: waiting ? (
          <Button onClick={() => set({ status: 'all' })}>Show all refunds</Button>
        ) : (
          <Button onClick={() => set({ status: '' })}>Show open requests</Button>
        ),
      }}
    />
  )
}

function RefundLink({ refund }: { refund: RefundView }) {
  const { to } = useDetailAddress('order')
  return (
    <TextLink to={to(refund.paymentId)}>
      <span className="font-mono">#{refund.paymentId}</span> {refund.productName}
    </TextLink>
  )
}

function Customer({ userId, email }: RefundView) {
  const text = <span className="break-all">{email ?? 'Unknown'}</span>
  return userId === null ? text : <TextLink to={adminPath('users', { user: userId })}>{text}</TextLink>
}

function State({ status, lastError }: RefundView) {
  return (
    <span className="flex flex-col gap-1 max-md:items-end">
      <Badge tone={MARKS[status].tone}>{MARKS[status].label}</Badge>
      {lastError && status !== 'succeeded' ? (
        <span className="break-words text-danger text-xs max-md:text-right">{lastError}</span>
      ) : null}
    </span>
  )
}

const COLUMNS: Column<RefundView>[] = [
  { head: 'Order', main: true, cell: (refund) => <RefundLink refund={refund} /> },
  { head: 'Customer', cell: (refund) => <Customer {...refund} /> },
  {
    head: 'Reason',
    cell: ({ reason }) => <span className="break-words max-md:text-right">{reason ?? '–'}</span>,
    className: 'md:max-w-56',
  },
  { head: 'Status', cell: (refund) => <State {...refund} /> },
  { head: 'Date', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
  { head: 'Amount', end: true, cell: ({ amount }) => <Price usd={amount} size="sm" /> },
  {
    head: 'Answer',
    actions: true,
    cell: (refund) =>
      refund.status === 'review' ? (
        <span className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
          <DecideRefund refund={refund} />
        </span>
      ) : null,
  },
]
