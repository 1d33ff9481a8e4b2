import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, RefreshCw } from 'lucide-react'
import type { PendingPayment } from '../../../worker/features/recovery/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { Progress } from '../../ui/progress.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { CompletePaymentForm } from './complete-payment-form.tsx'
import { pendingPaymentsQuery } from './recovery-queries.ts'
import { useCompletePayment } from './use-complete-payment.ts'
import { useRunRecovery } from './use-run-recovery.ts'

/** Payments that are not final: what each waits for, and how they are brought to an end. */
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
      head: 'Buyer',
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
      head: 'Waits for',
      className: 'md:max-w-80',
      cell: ({ message, owner }) => (
        <span className="max-md:text-right">
          {owner === 'admin' ? (
            <Badge tone="warning" className="mr-2">
              Needs you
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
      cell: ({ amount }) => <span className="font-mono text-fg">{formatUsd(amount)}</span>,
    },
    {
      head: 'Actions',
      actions: true,
      cell: ({ paymentId }) => (
        <Button
          size="sm"
          busy={completing.busyId === paymentId}
          onClick={() => completing.complete(paymentId)}
          aria-label={`Complete payment #${paymentId}`}
        >
          Complete
        </Button>
      ),
    },
  ]
  return (
    <>
      <ListCard
        title="Pending payments"
        description={
          count === undefined
            ? 'What is not final, with what it waits for.'
            : `${count} ${count === 1 ? 'payment is' : 'payments are'} not final.`
        }
        actions={
          <Button
            variant={count ? 'primary' : 'secondary'}
            busy={busy}
            busyText="Asking the providers..."
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
              detail={`${progress.checked} asked about, ${progress.recovered} recovered`}
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
          text: 'Every payment is final. The sweep looks after new ones every five minutes.',
        }}
      />
      <Card>
        <CardHeader>
          <CardTitle as="h2">Complete a payment</CardTitle>
          <CardDescription>
            The provider is asked once more. Where it does not say that the payment is paid, you are asked
            whether your word shall count.
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
