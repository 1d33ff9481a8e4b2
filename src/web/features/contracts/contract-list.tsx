import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContractView } from '#shared/contracts/contract.ts'
import { formatDay, formatMoment } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import { reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { TEXT_LINK } from '../../ui/link-styles.ts'
import { ContractsSkeleton } from './contracts-skeleton.tsx'
import { contractsQuery } from './queries.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** The account's contracts, newest first, each with what can be done about it. */
export function ContractList({ username }: { username: string }) {
  const { data, error, isFetching, refetch } = useQuery(contractsQuery())
  const [chosen, setChosen] = useState<ContractView | null>(null)
  if (error) {
    return (
      <ErrorState
        title="Your contracts could not be loaded"
        text={reasonOf(error, 'An unexpected error occurred')}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <ContractsSkeleton />
  if (data.length === 0) {
    return (
      <EmptyState
        title="You have no contracts to withdraw from."
        text="Everything that you pay for is listed here, with the last day of your right of withdrawal."
      />
    )
  }
  return (
    <>
      <ul className="flex flex-col gap-4">
        {data.map((contract) => (
          <li key={contract.paymentId}>
            <Card>
              <CardBody className="flex flex-col gap-3">
                <div>
                  <h2 className="break-words font-semibold text-fg">{contract.productName}</h2>
                  <p className="text-muted text-sm tabular-nums">
                    Order {contract.orderReference} · {formatUsd(contract.amount)} ·{' '}
                    <span className="whitespace-nowrap">
                      {contract.amount === 0 ? 'free days since' : 'paid'} {formatDay(contract.paidAt)}
                    </span>
                  </p>
                </div>
                <State contract={contract} onWithdraw={() => setChosen(contract)} />
              </CardBody>
            </Card>
          </li>
        ))}
      </ul>
      {chosen ? (
        <WithdrawDialog contract={chosen} username={username} onClose={() => setChosen(null)} />
      ) : null}
    </>
  )
}

function State({ contract, onWithdraw }: { contract: ContractView; onWithdraw: () => void }) {
  if (contract.verdict === 'open') {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">
          You can withdraw until <span className="whitespace-nowrap">{formatMoment(contract.until)}.</span>
        </p>
        <Button size="sm" onClick={onWithdraw}>
          Withdraw
          <span className="sr-only"> from the contract for {contract.productName}</span>
        </Button>
      </div>
    )
  }
  return <p className="text-muted text-sm">{stateText(contract)}</p>
}

function stateText({ verdict, until, withdrawal, purchaseType }: ContractView) {
  switch (verdict) {
    case 'withdrawn':
      return withdrawal
        ? `You withdrew on ${formatMoment(withdrawal.receivedAt)}. Reference ${withdrawal.reference}.`
        : 'You have withdrawn from this contract.'
    case 'refunded':
      return 'This payment was refunded.'
    case 'under-way':
      return 'A refund of this payment is under way.'
    case 'disputed':
      return 'This payment is disputed. Your bank decides about the refund.'
    case 'credited':
      return 'Its unused time is credited to your Lifetime order. Withdraw from that order first, or wait 35 minutes if you have not paid it.'
    case 'download-began':
      return (
        <>
          You asked for the file right away, and its download has begun: the right of withdrawal has ended.
          The money-back guarantee is in{' '}
          <AppLink to="/dashboard?tab=products#purchases" className={TEXT_LINK}>
            your purchases
          </AppLink>
          .
        </>
      )
    default:
      return (
        <>
          The right of withdrawal ended on {formatDay(until)}.{' '}
          {purchaseType === 'subscription' ? (
            <>
              You can cancel the subscription at any time in{' '}
              <AppLink to="/dashboard?tab=subscriptions" className={TEXT_LINK}>
                My Subscriptions
              </AppLink>
              .
            </>
          ) : null}
        </>
      )
  }
}
