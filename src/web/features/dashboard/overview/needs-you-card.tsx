import { useQuery } from '@tanstack/react-query'
import {
  CalendarClock,
  CircleArrowUp,
  type LucideIcon,
  MailCheck,
  MailWarning,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { MyProduct } from '#shared/access/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { Link } from '../../../lib/router/link.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { myProductsQuery } from '../../access/queries.ts'
import { profileQuery } from '../../accounts/queries.ts'
import { useResendConfirmation } from '../../accounts/use-resend-confirmation.ts'
import { subscriptionsQuery } from '../../subscriptions/queries.ts'
import { subscriptionState } from '../../subscriptions/subscription-state.ts'
import { DownloadButton } from '../download-button.tsx'
import { useBillingPortal } from '../subscriptions/use-billing-portal.ts'
import { TabLink } from '../tab-link.tsx'
import { type Need, needsYou } from './needs-you.ts'

/** Names that are listed before "and 2 more". */
const NAMED = 3

/** What the owner has to do or to know now, each with the next step. Nothing where there is nothing. */
export function NeedsYouCard() {
  const { data: profile } = useQuery(profileQuery())
  const { data: subscriptions } = useQuery(subscriptionsQuery())
  const { data: products } = useQuery(myProductsQuery())
  const needs = needsYou({ profile, subscriptions, products }, Date.now())
  if (needs.length === 0) return null
  return (
    <Card className="lg:col-span-3">
      <CardHeader className="pb-3">
        <CardTitle as="h2">Needs your attention</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-line border-line border-t">
        {needs.map((need) => (
          <li key={'subscription' in need ? `${need.kind} ${need.subscription.id}` : need.kind}>
            <NeedRow need={need} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NeedRow({ need }: { need: Need }) {
  switch (need.kind) {
    case 'failed-payment':
      return <FailedPayment subscription={need.subscription} />
    case 'email-problem':
      return <EmailProblem {...need} />
    case 'confirm-address':
      return <ConfirmAddress address={need.address} />
    case 'renewal':
      return <Renewal {...need} />
    case 'prepaid-end':
      return <PrepaidEnd {...need} />
    case 'updates':
      return <Updates products={need.products} />
  }
}

type RowProps = {
  /** Names the row for assistive technology. */
  label: string
  Icon: LucideIcon
  isUrgent?: boolean
  title: string
  text: string
  /** The next step, as small buttons. */
  children: ReactNode
}

function Row({ label, Icon, isUrgent = false, title, text, children }: RowProps) {
  return (
    <section
      aria-label={label}
      className={cn(
        'flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4 sm:px-6',
        isUrgent && 'bg-danger-soft',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <Icon
          aria-hidden="true"
          className={cn('mt-0.5 size-4.5 shrink-0', isUrgent ? 'text-danger' : 'text-subtle')}
        />
        <div className="min-w-0 text-sm">
          <p className="wrap-anywhere font-medium text-fg">{title}</p>
          <p className={cn('wrap-anywhere mt-0.5 max-w-copy', isUrgent ? 'text-fg' : 'text-muted')}>{text}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2.5">{children}</div>
    </section>
  )
}

function FailedPayment({ subscription }: { subscription: Subscription }) {
  const { open, busy } = useBillingPortal()
  const { badge, note } = subscriptionState(subscription, Date.now())
  return (
    <Row
      isUrgent
      label="Payment failed"
      Icon={TriangleAlert}
      title={`${subscription.product.name}: ${badge.label}`}
      text={note ?? ''}
    >
      <Button size="sm" variant="primary" busy={busy} onClick={open}>
        Update card
      </Button>
      <MySubscriptions />
    </Row>
  )
}

const MySubscriptions = () => (
  <Button asChild size="sm">
    <TabLink tab="subscriptions">My Subscriptions</TabLink>
  </Button>
)

function EmailProblem({ email, problem }: Extract<Need, { kind: 'email-problem' }>) {
  const bounced = problem.reason === 'bounced'
  return (
    <Row
      label="Email address"
      Icon={MailWarning}
      title={
        bounced
          ? 'Our emails do not reach you'
          : 'We stopped sending you emails about new scripts and versions'
      }
      text={
        bounced
          ? `An email to ${email} could not be delivered on ${formatDay(problem.since)}. Your purchases and files are here. Change your address. After you confirm it, we send the receipts that did not arrive.`
          : `An email to ${email} was marked as spam. Receipts still come by email. You can turn the other emails on again in your profile, under Notifications.`
      }
    >
      <Button asChild size="sm" variant={bounced ? 'primary' : undefined}>
        <TabLink tab="profile">{bounced ? 'Change address' : 'Open profile'}</TabLink>
      </Button>
      {bounced ? (
        <Button asChild size="sm">
          <TabLink tab="products">My files</TabLink>
        </Button>
      ) : null}
    </Row>
  )
}

function ConfirmAddress({ address }: { address: string }) {
  const resend = useResendConfirmation()
  return (
    <Row
      label="Confirm your email address"
      Icon={MailCheck}
      title="Confirm your email address"
      text={`Open the link we sent to ${address}. It shows that the address is yours, and works for one day.`}
    >
      <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
        Send the link again
      </Button>
      <Button asChild size="sm" variant="ghost">
        <TabLink tab="profile">Change address</TabLink>
      </Button>
    </Row>
  )
}

function Renewal({ subscription, at }: Extract<Need, { kind: 'renewal' }>) {
  const { product, monthlyPrice, trialEndsAt } = subscription
  return (
    <Row
      label="Renewal"
      Icon={CalendarClock}
      title={
        trialEndsAt
          ? `Your free days of ${product.name} end on ${formatDay(at)}`
          : `${product.name} renews on ${formatDay(at)}`
      }
      text={`Your card will be charged ${formatUsd(monthlyPrice)}. If you do not want to continue, cancel before that day.`}
    >
      <MySubscriptions />
    </Row>
  )
}

function PrepaidEnd({ subscription, at }: Extract<Need, { kind: 'prepaid-end' }>) {
  const { id, product } = subscription
  return (
    <Row
      label="Subscription ends"
      Icon={CalendarClock}
      title={`${product.name} ends on ${formatDay(at)}`}
      text={`It does not renew automatically. Add a month for ${formatUsd(product.price)} to keep your access; you lose no days.`}
    >
      <Button asChild size="sm" variant="primary">
        <Link to={`?tab=subscriptions&renew=${id}`} preventScrollReset>
          Renew with crypto
        </Link>
      </Button>
    </Row>
  )
}

function Updates({ products }: { products: readonly MyProduct[] }) {
  const [first] = products
  if (products.length === 1 && first) {
    const had = first.downloadedVersion ? `You have v${first.downloadedVersion}. ` : ''
    return (
      <Row
        label="Update"
        Icon={CircleArrowUp}
        title={`${first.name} v${first.fileVersion} is out`}
        text={`${had}The new version is included in your access.`}
      >
        <DownloadButton product={first} size="sm" label="Download update" />
      </Row>
    )
  }
  const names = products.slice(0, NAMED).map(({ name, fileVersion }) => `${name} v${fileVersion}`)
  const more = products.length - NAMED
  return (
    <Row
      label="Updates"
      Icon={CircleArrowUp}
      title={`${products.length} of your products have a new version`}
      text={`${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`}
    >
      <Button asChild size="sm">
        <Link to="?tab=products&sort=updated" preventScrollReset>
          See the new versions
        </Link>
      </Button>
    </Row>
  )
}
