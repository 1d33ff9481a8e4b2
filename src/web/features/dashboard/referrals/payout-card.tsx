import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import type { ReferralStats } from '#shared/referrals/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { DataList } from '../../../ui/data/data-list.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { FormNotice } from '../../accounts/form-notice.tsx'
import { referralStatsQuery } from '../../referrals/queries.ts'
import { PayoutAddressForm } from './payout-address-form.tsx'

/** The affiliate's next payout and its address. */
export function PayoutCard({ className }: { className?: string }) {
  const { data, error, isFetching, refetch } = useQuery(referralStatsQuery())
  return (
    <Card className={cn('min-w-0', className)}>
      <CardHeader>
        <CardTitle as="h2">Payouts</CardTitle>
        <CardDescription>Once a month, in USDC on Base.</CardDescription>
      </CardHeader>
      {error && !data ? (
        <ErrorState
          bare
          title="Your payouts could not be loaded"
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <CardBody className="flex flex-col gap-4">
          {data ? <Payouts stats={data} /> : <Skeleton className="h-56 rounded-md" />}
        </CardBody>
      )}
    </Card>
  )
}

function Payouts({ stats }: { stats: ReferralStats }) {
  const [changing, setChanging] = useState(false)
  const { pendingAmount, payableAmount, paidAmount, nextPayoutAt, payoutAddress } = stats
  const waiting = pendingAmount > 0 || payableAmount > 0
  return (
    <>
      <DataList
        className="-my-3"
        rows={[
          { term: 'In the refund window', value: <Price size="sm" usd={pendingAmount} /> },
          { term: `Next payout, ${formatDay(nextPayoutAt)}`, value: <Price size="sm" usd={payableAmount} /> },
          { term: 'Paid out so far', value: <Price size="sm" usd={paidAmount} /> },
          {
            term: 'Payout address',
            value: payoutAddress ? (
              <span className="font-mono text-[0.8125rem]">{payoutAddress}</span>
            ) : (
              <span className="text-muted">None yet</span>
            ),
          },
        ]}
      />
      {payableAmount < 0 ? (
        <FormNotice
          tone="info"
          text="A payment was refunded or disputed after its commission was paid out. The amount is deducted from your next commissions."
        />
      ) : null}
      {payoutAddress === null && waiting && !changing ? (
        <FormNotice
          tone="info"
          text="Add an address for your payouts. Until then we keep your commission for you."
        />
      ) : null}
      {changing ? (
        <PayoutAddressForm hadAddress={payoutAddress !== null} onClose={() => setChanging(false)} />
      ) : (
        <Button className="self-start" onClick={() => setChanging(true)}>
          {payoutAddress ? 'Change address' : 'Add payout address'}
        </Button>
      )}
    </>
  )
}
