import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, RefreshCw } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import type { PendingPayment } from '#shared/recovery/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { CompletePaymentForm } from './complete-payment-form.tsx'
import { pendingPaymentsQuery } from './recovery-queries.ts'
import { useCompletePayment } from './use-complete-payment.ts'
import { useRunRecovery } from './use-run-recovery.ts'

/** Payments that are not final: the reason why each is open, and the actions that complete it. */
export function PendingPaymentsCard() {
  const query = useInfiniteQuery(pendingPaymentsQuery())
  const { run, busy, progress } = useRunRecovery()
  const completing = useCompletePayment()
  const count = query.data?.pages[0]?.pendingCount
  const columns: Column<PendingPayment>[] = [
    {
      head: 'Payment',
      main: true,
      cell: ({ paymentId, productName }) => (
        <AppLink to={adminPath('orders', { order: paymentId })} className="rounded-xs hover:underline">
          <span className="font-mono">#{paymentId}</span> {productName}
        </AppLink>
      ),
    },
    {
      head: 'Customer',
      cell: ({ userId, email }) =>
        userId === null ? (
          (email ?? 'Unknown')
        ) : (
          <AppLink to={adminPath('users', { user: userId })} className="break-all rounded-xs hover:underline">
            {email ?? `User #${userId}`}
          </AppLink>
        ),
    },
    {
      head: 'Waiting for',
      className: 'md:max-w-80',
      cell: ({ message, owner }) => (
        <span className="max-md:text-right">
          {owner === 'admin' ? (
            <Badge tone="warning" className="mr-2">
              Needs attention
            </Badge>
          ) : null}
          {message}
        </span>
      ),
    },
    { head: 'Opened', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
    {
      head: 'Amount',
      end: true,
      cell: ({ amount }) => <span className="tabular-nums text-fg">{formatUsd(amount)}</span>,
    },
    {
      head: 'Actions',
      actions: true,
      // What Complete cannot end is closed on its order, to which the number links.
      cell: ({ paymentId, canComplete }) =>
        canComplete ? (
          <Button
            size="sm"
            busy={completing.busyId === paymentId}
            onClick={() => completing.complete(paymentId)}
            aria-label={`Complete payment #${paymentId}`}
          >
            Complete
          </Button>
        ) : null,
    },
  ]
  return (
    <>
      <ListCard
        title="Pending payments"
        description={
          count === undefined
            ? 'Payments that are open or need your decision, and what they are waiting for.'
            : count === 0
              ? 'No payment is open or needs your decision.'
              : count === 1
                ? '1 payment is open or needs your decision.'
                : `${count} payments are open or need your decision.`
        }
        actions={
          <Button
            variant={count ? 'primary' : 'secondary'}
            busy={busy}
            busyText="Checking with the providers..."
            onClick={run}
          >
            <RefreshCw aria-hidden="true" />
            Run recovery
          </Button>
        }
        filters={
          busy && progress ? (
            <Progress
              className="w-full"
              label="Recovery"
              value={count ? progress.checked : null}
              max={Math.max(count ?? 1, progress.checked, 1)}
              detail={`${progress.checked} checked, ${progress.recovered} recovered`}
            />
          ) : undefined
        }
        query={query}
        columns={columns}
        keyOf={({ paymentId }) => paymentId}
        noun="pending payments"
        empty={{
          icon: <CircleCheck />,
          title: 'No pending payments found',
          text: 'New payments appear here until they are paid or closed. Each is checked automatically.',
        }}
      />
      <Card>
        <CardHeader>
          <CardTitle as="h2">Complete a payment</CardTitle>
          <CardDescription>
            We check with the provider first. If it does not report the payment as paid, you can confirm it
            yourself.
          </CardDescription>
        </CardHeader>
        <CardBody>
          <CompletePaymentForm completing={completing} />
        </CardBody>
      </Card>
      <CompleteDialog completing={completing} />
    </>
  )
}
