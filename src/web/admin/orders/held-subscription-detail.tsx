import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../../worker/core/format-day.ts'
import type { Order, SubscriptionDetail } from '../../../worker/features/orders/contract.ts'
import { subscriptionState } from '../../features/dashboard/subscription-state.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Price } from '../../ui/price.tsx'
import { AdminLink } from '../shell/admin-link.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { useDetailAddress } from '../ui/detail-address.ts'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { DetailHeading } from '../ui/detail-heading.tsx'
import { FactCard } from '../ui/fact-card.tsx'
import { ListCard, type ListPage } from '../ui/list-card.tsx'
import { CancelHeldDialog } from './cancel-held-dialog.tsx'
import { HeldState } from './held-subscriptions-list.tsx'
import { heldSubscriptionQuery, resumeHeld } from './orders-queries.ts'
import { ORDER_COLUMNS } from './purchases-list.tsx'
import { TimelineList } from './timeline-list.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** One subscription with its payments, and what an admin can do for its owner. */
export function HeldSubscriptionDetail({ id }: { id: number }) {
  const query = useInfiniteQuery(heldSubscriptionQuery(id))
  const payments = useInfiniteQuery({ ...heldSubscriptionQuery(id), select: toPayments })
  const { back } = useDetailAddress('subscription')
  const subscription = query.data?.pages[0]?.data
  return (
    <DetailFrame noun="subscription" back={{ to: back, label: 'Back to the list' }} query={query}>
      {subscription ? (
        <>
          <Heading subscription={subscription} />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
            <div className="flex min-w-0 flex-col gap-4">
              <ListCard
                title="Payments"
                query={payments}
                columns={PAYMENT_COLUMNS}
                keyOf={(order) => order.id}
                noun="payments"
                empty={{ title: 'No purchases found.', text: 'None of its payments is left.' }}
              />
              {subscription.history.length > 0 ? (
                <Card>
                  <CardHeader>
                    <CardTitle as="h3">What admins did</CardTitle>
                  </CardHeader>
                  <CardBody>
                    <TimelineList entries={subscription.history} label="What admins did" />
                  </CardBody>
                </Card>
              ) : null}
            </div>
            <Facts subscription={subscription} />
          </div>
        </>
      ) : null}
    </DetailFrame>
  )
}

type Page = { data: SubscriptionDetail; nextCursor: string | null }

const toPayments = ({
  pages,
  pageParams,
}: InfiniteData<Page, string | undefined>): InfiniteData<ListPage<Order>> => ({
  pages: pages.map(({ data, nextCursor }) => ({ data: data.payments, nextCursor })),
  pageParams,
})

/** Whose they are stands beside them. */
const PAYMENT_COLUMNS = ORDER_COLUMNS.filter(({ head }) => head !== 'Customer')

function Heading({ subscription }: { subscription: SubscriptionDetail }) {
  return (
    <DetailHeading
      noun="Subscription"
      id={subscription.id}
      state={<HeldState subscription={subscription} />}
      about={
        <>
          {subscription.product.name} · <Price usd={subscription.monthlyPrice} per="month" size="sm" />
        </>
      }
      actions={<Actions subscription={subscription} />}
    />
  )
}

function Actions({ subscription }: { subscription: SubscriptionDetail }) {
  const [asking, setAsking] = useState(false)
  const { may } = subscriptionState(subscription, Date.now())
  const { run, busy } = useOrderMutation(() => resumeHeld(subscription.id), {
    done: ({ message }) => ({ title: message, description: 'Its owner was told.' }),
    failed: 'Error',
  })
  const runs = !subscription.prepaid && (may.includes('cancel') || may.includes('resume'))
  return (
    <div className="flex flex-wrap gap-2">
      {subscription.providerUrl ? (
        <Button asChild size="sm">
          <a href={subscription.providerUrl} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" />
            Open at Stripe
          </a>
        </Button>
      ) : null}
      {may.includes('resume') ? (
        <Button size="sm" busy={busy} onClick={() => run(undefined)}>
          Resume subscription
        </Button>
      ) : null}
      {runs ? (
        <Button size="sm" onClick={() => setAsking(true)}>
          Cancel subscription
        </Button>
      ) : null}
      {asking ? <CancelHeldDialog subscription={subscription} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

function Facts({ subscription }: { subscription: SubscriptionDetail }) {
  const { user, email, prepaid, pastDueSince, graceEndsAt } = subscription
  const { date } = subscriptionState(subscription, Date.now())
  const copy = (value: string | null, label: string) =>
    value === null ? null : <Copyable value={value} label={label} ends={10} />
  return (
    <div className="flex flex-col gap-4">
      <FactCard
        title="Renewal"
        facts={[
          { term: 'Begun', value: formatDay(subscription.startDate) },
          {
            term: 'Period',
            value: `${formatDay(subscription.currentPeriodStart)} – ${formatDay(subscription.currentPeriodEnd)}`,
          },
          { term: date?.term ?? '', value: date ? formatDay(date.at) : null },
          { term: 'Past due since', value: pastDueSince ? formatDay(pastDueSince) : null },
          { term: 'Access until', value: graceEndsAt ? formatDay(graceEndsAt) : null },
          { term: 'Paid', value: prepaid ? 'In advance, month by month' : 'By card, renews itself' },
        ]}
      />
      <FactCard
        title="Customer"
        facts={[
          {
            term: 'Account',
            value: user ? (
              <AdminLink to={adminPath('users', { user: user.id })}>{user.username}</AdminLink>
            ) : (
              'Without an account'
            ),
          },
          { term: 'Email', value: email === null ? null : <span className="break-all">{email}</span> },
        ]}
      />
      <FactCard
        title="Known as"
        facts={[
          { term: 'Subscription', value: copy(subscription.stripeSubscriptionId, 'subscription id') },
          { term: 'Customer', value: copy(subscription.stripeCustomerId, 'customer id') },
        ]}
      />
    </div>
  )
}
