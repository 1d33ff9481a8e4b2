import { useQuery } from '@tanstack/react-query'
import { formatMonth } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { Payout } from '#shared/referrals/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { LedgerList } from './ledger-list.tsx'
import { PayoutAddress } from './payout-address.tsx'
import { PayoutPay } from './payout-pay.tsx'
import { payoutQuery } from './payout-queries.ts'

export function PayoutDetail({ payoutId }: { payoutId: number }) {
  const query = useQuery(payoutQuery(payoutId))
  const { data } = query
  const list = adminPath('payouts', { view: data?.status === 'paid' ? 'paid' : null })
  return (
    <DetailFrame noun="payout" back={{ to: list, label: 'All payouts' }} query={query}>
      {data ? (
        <>
          <Facts payout={data} />
          <LedgerList
            title="Commissions in this payout"
            input={{ payout: String(payoutId) }}
            description="Commissions, minus reversals after refunds."
            actions={
              <Button asChild size="sm">
                <AppLink to={adminPath('payouts', { view: 'referrals', referrer: data.affiliate.id })}>
                  All of {data.affiliate.username}
                </AppLink>
              </Button>
            }
          />
        </>
      ) : null}
    </DetailFrame>
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
                  <TextLink to={adminPath('users', { user: affiliate.id })}>{affiliate.username}</TextLink>{' '}
                  <span className="break-all text-muted">{affiliate.email}</span>
                </>
              ),
            },
            { term: 'Month', value: formatMonth(period) },
            { term: 'Amount', value: <span className="tabular-nums">{formatUsd(total)}</span> },
            { term: 'Address', value: <PayoutAddress payout={payout} /> },
            { term: 'Created', value: <RelativeTime value={createdAt} /> },
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
