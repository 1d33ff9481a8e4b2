import { useQuery } from '@tanstack/react-query'
import { formatMonth } from '../../../worker/core/format-day.ts'
import type { Payout } from '../../../worker/features/referrals/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminPath } from './admin-path.ts'
import { BackToList } from './back-to-list.tsx'
import { DetailError } from './detail-error.tsx'
import { LedgerList } from './ledger-list.tsx'
import { PayoutAddress } from './payout-address.tsx'
import { PayoutPay } from './payout-pay.tsx'
import { payoutQuery } from './payout-queries.ts'
import { RowLink } from './row-link.tsx'

export function PayoutDetail({ payoutId }: { payoutId: number }) {
  const query = useQuery(payoutQuery(payoutId))
  const { data, error } = query
  return (
    <>
      <BackToList to={adminPath('payouts', { view: data?.status === 'paid' ? 'paid' : null })}>
        All payouts
      </BackToList>
      {data ? <Facts payout={data} /> : null}
      {error && !data ? (
        <DetailError noun="payout" back={{ to: adminPath('payouts'), label: 'All payouts' }} query={query} />
      ) : null}
      {data || error ? null : <Skeleton className="h-72 w-full max-w-3xl rounded-xl" />}
      {data ? (
        <LedgerList
          className="mt-6"
          title="What it is made of"
          wish={{ payout: String(payoutId) }}
          description="Commissions, less what was taken back after refunds."
          actions={
            <Button asChild size="sm">
              <AppLink to={adminPath('payouts', { view: 'referrals', referrer: data.affiliate.id })}>
                All of {data.affiliate.username}
              </AppLink>
            </Button>
          }
        />
      ) : null}
    </>
  )
}

function Facts({ payout }: { payout: Payout }) {
  const { id, affiliate, period, total, status, reference, createdAt, paidAt } = payout
  return (
    <Card className="max-w-3xl">
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle as="h2" className="flex flex-wrap items-center gap-2.5">
          Payout #{id}
          <Badge tone={status === 'paid' ? 'success' : 'info'}>{status === 'paid' ? 'Paid' : 'Open'}</Badge>
        </CardTitle>
        {status === 'open' ? <PayoutPay payout={payout} /> : null}
      </CardHeader>
      <CardBody>
        <DataList
          align="start"
          rows={[
            {
              term: 'Affiliate',
              value: (
                <>
                  <RowLink to={adminPath('users', { user: affiliate.id })}>{affiliate.username}</RowLink>{' '}
                  <span className="break-all text-muted">{affiliate.email}</span>
                </>
              ),
            },
            { term: 'Month', value: formatMonth(period) },
            { term: 'Amount', value: <span className="font-mono tabular-nums">{formatUsd(total)}</span> },
            { term: 'Address', value: <PayoutAddress payout={payout} /> },
            { term: 'Made', value: <RelativeTime value={createdAt} /> },
            ...(paidAt ? [{ term: 'Paid', value: <RelativeTime value={paidAt} /> }] : []),
            ...(reference
              ? [{ term: 'Reference', value: <Copyable value={reference} label="reference" /> }]
              : []),
          ]}
        />
      </CardBody>
    </Card>
  )
}
