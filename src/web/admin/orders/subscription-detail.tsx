import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import type { Order, SubscriptionDetail } from '#shared/orders/contract.ts'
import { subscriptionState } from '../../features/subscriptions/subscription-state.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Price } from '../../ui/data/price.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { useDetailAddress } from '../ui/detail-address.ts'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { DetailHeading } from '../ui/detail-heading.tsx'
import { FactCard } from '../ui/fact-card.tsx'
import { useMay } from '../ui/for-role.tsx'
import { ListCard, type ListPage } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { CancelSubscriptionDialog } from './cancel-subscription-dialog.tsx'
import { resumeSubscription, subscriptionQuery } from './orders-queries.ts'
import { ORDER_COLUMNS } from './purchases-list.tsx'
import { SubscriptionBadge } from './subscriptions-list.tsx'
import { TimelineList } from './timeline-list.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** One subscription with its payments, and the actions of an admin. */
export function SubscriptionDetailPanel({ id }: { id: number }) {
  const query = useInfiniteQuery(subscriptionQuery(id))
  const payments = useInfiniteQuery({ ...subscriptionQuery(id), select: toPayments })
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
                empty={{ title: 'No purchases found.', text: 'This subscription has no payments.' }}
              />
              {subscription.history.length > 0 ? (
                <Card>
                  <CardHeader>
                    <CardTitle as="h3">Admin actions</CardTitle>
                  </CardHeader>
                  <CardBody>
                    <TimelineList entries={subscription.history} label="Admin actions" />
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

/** Without the customer, who is shown beside the payments. */
const PAYMENT_COLUMNS = ORDER_COLUMNS.filter(({ head }) => head !== 'Customer')

function Heading({ subscription }: { subscription: SubscriptionDetail }) {
  return (
    <DetailHeading
      noun="Subscription"
      id={subscription.id}
      state={<SubscriptionBadge subscription={subscription} />}
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
  const manages = useMay()('manager')
  const { may } = subscriptionState(subscription, Date.now())
  const { run, busy } = useOrderMutation(() => resumeSubscription(subscription.id), {
    done: ({ message }) => ({
      title: message,
      ...(subscription.user && { description: 'The customer was notified.' }),
    }),
    failed: 'Subscription not resumed',
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
      {manages && may.includes('resume') ? (
        <Button size="sm" busy={busy} onClick={() => run(undefined)}>
          Resume subscription
        </Button>
      ) : null}
      {manages && runs ? (
        <Button size="sm" onClick={() => setAsking(true)}>
          Cancel subscription
        </Button>
      ) : null}
      {asking ? (
        <CancelSubscriptionDialog subscription={subscription} onClose={() => setAsking(false)} />
      ) : null}
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
          { term: 'Started', value: formatDay(subscription.startDate) },
          {
            term: 'Period',
            value: `${formatDay(subscription.currentPeriodStart)} – ${formatDay(subscription.currentPeriodEnd)}`,
          },
          { term: date?.term ?? '', value: date ? formatDay(date.at) : null },
          { term: 'Past due since', value: pastDueSince ? formatDay(pastDueSince) : null },
          { term: 'Access until', value: graceEndsAt ? formatDay(graceEndsAt) : null },
          { term: 'Paid', value: prepaid ? 'Month by month, without renewal' : 'By card, every month' },
        ]}
      />
      <FactCard
        title="Customer"
        facts={[
          {
            term: 'Account',
            value: user ? (
              <TextLink to={adminPath('users', { user: user.id })}>{user.username}</TextLink>
            ) : (
              'Without an account'
            ),
          },
          { term: 'Email', value: email === null ? null : <span className="break-all">{email}</span> },
        ]}
      />
      <FactCard
        title="References"
        facts={[
          { term: 'Subscription', value: copy(subscription.stripeSubscriptionId, 'subscription id') },
          { term: 'Customer', value: copy(subscription.stripeCustomerId, 'customer id') },
        ]}
      />
    </div>
  )
}
