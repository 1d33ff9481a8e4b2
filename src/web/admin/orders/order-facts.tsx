import { countryName } from '#shared/core/countries.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import { invoicePath } from '#shared/core/order-reference.ts'
import type { OrderDetail } from '#shared/orders/contract.ts'
import { PROVIDER_NAMES } from '#shared/payments/provider-name-rules.ts'
import { taxLine } from '#shared/seller/tax-rules.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Fact, FactCard } from '../ui/fact-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { SUBSCRIPTION_LABELS } from './subscription-labels.ts'

const money = (usd: number) => <span className="tabular-nums">{formatUsd(usd)}</span>
const some = (usd: number) => (usd > 0 ? money(usd) : null)
const cents = (usd: number) => Math.round(usd * 100) / 100
const copy = (value: string | null, label: string) =>
  value === null ? null : <Copyable value={value} label={label} ends={10} />

/** All facts about an order, one card for each subject. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  return (
    <div className="flex flex-col gap-4">
      <FactCard title="Money" facts={moneyFacts(order)} />
      <FactCard title="Customer" facts={customerFacts(order)} />
      <FactCard title="What it gave access to" facts={givenFacts(order)} />
      <FactCard title="References" facts={idFacts(order)} />
    </div>
  )
}

const SITUATIONS = { underpaid: 'Too little arrived', overpaid: 'Too much arrived', late: 'Arrived late' }

/** No money is expected for a closed order, unless a part of it has arrived. */
function termOfAmount({ paidAt, status, dueAmount }: OrderDetail): string {
  if (paidAt) return 'Paid'
  const isClosed = (status === 'failed' || status === 'expired') && !dueAmount
  return isClosed ? 'Amount of the order' : 'To pay'
}

const moneyFacts = (order: OrderDetail): Fact[] => [
  { term: 'Price', value: order.discountAmount > 0 ? money(order.originalAmount) : null },
  {
    term: 'Discount',
    value:
      order.discountAmount > 0 ? (
        <>
          {order.couponCode ? (
            <TextLink to={adminPath('coupons', { q: order.couponCode })} className="mr-2 font-mono">
              {order.couponCode}
            </TextLink>
          ) : null}
          <span className="tabular-nums">−{formatUsd(order.discountAmount)}</span>
        </>
      ) : null,
  },
  { term: termOfAmount(order), value: money(order.amount), strong: true },
  ...taxFacts(order),
  // The total that the provider received. `receivedAmount` of the API excludes what was refunded outside the order.
  {
    term: 'Received',
    value: order.isCrypto ? some(cents(order.receivedAmount + order.returnedAmount)) : null,
  },
  { term: 'Amount due', value: some(order.dueAmount) },
  { term: 'Excess', value: some(order.excessAmount) },
  { term: 'Refunded outside the order', value: some(order.returnedAmount) },
  { term: 'Note', value: order.situation === null ? null : SITUATIONS[order.situation] },
  { term: 'Refunded', value: some(order.refundedAmount) },
  {
    term: 'Left after refunds',
    value: order.refundedAmount > 0 ? money(cents(order.amount - order.refundedAmount)) : null,
  },
  { term: 'Payment method', value: PROVIDER_NAMES[order.provider] },
  {
    term: 'Invoices',
    value:
      order.paidAt && order.amount > 0 ? (
        <TextLink to={invoicePath(order.orderReference)}>Invoices and credit notes</TextLink>
      ) : null,
  },
]

const TAX_PROBLEMS = {
  pending: 'Not known: Stripe computed no tax for this payment',
  requires_location_inputs: 'Not known: Stripe could not tell the buyer’s country',
  failed: 'Not known: Stripe could not compute it',
  'no-country': 'Not known: the buyer’s country was not asked for',
}

function taxFacts({ tax, taxProblem }: OrderDetail): Fact[] {
  if (taxProblem !== null)
    return [{ term: 'Tax', value: <Badge tone="warning">{TAX_PROBLEMS[taxProblem]}</Badge> }]
  const stated = taxLine(tax)
  return [
    {
      term: 'Tax',
      value:
        tax && stated ? (
          <>
            {stated} {tax.isReverseCharge ? null : money(tax.amount)}
          </>
        ) : null,
    },
    { term: 'Billing country', value: tax?.country ? countryName(tax.country) : null },
    { term: 'Tax ID', value: copy(tax?.taxId ?? null, 'tax ID') },
  ]
}

const customerFacts = ({ user, email, referrer }: OrderDetail): Fact[] => [
  {
    term: 'Account',
    value: user ? (
      <TextLink to={adminPath('users', { user: user.id })}>{user.username}</TextLink>
    ) : (
      'Without an account'
    ),
  },
  { term: 'Email', value: email === null ? null : <span className="break-all">{email}</span> },
  {
    term: 'Other orders',
    value: user ? (
      <TextLink to={adminPath('orders', { user: user.id })}>All orders of this account</TextLink>
    ) : null,
  },
  {
    term: 'Referred by',
    value: referrer ? (
      <TextLink to={adminPath('users', { user: referrer.id })}>{referrer.username}</TextLink>
    ) : null,
  },
]

/** The products of a bundle, each with its access and licence. */
const bundleFacts = (contents: NonNullable<OrderDetail['contents']>): Fact[] =>
  contents.map(({ id, name, access, licenceKey }) => ({
    term: name,
    value: (
      <span className="flex flex-wrap items-center justify-end gap-2">
        <TextLink to={adminPath('products', { product: id })}>#{id}</TextLink>
        <Badge tone={access === 'active' ? 'success' : 'neutral'}>
          {access === null ? 'Not given' : access === 'active' ? 'Open' : 'Ended'}
        </Badge>
        {copy(licenceKey, `licence key of ${name}`)}
      </span>
    ),
  }))

const givenFacts = (order: OrderDetail): Fact[] =>
  order.contents ? bundleFacts(order.contents) : singleFacts(order)

const singleFacts = ({ grant, licence, subscription, periodStart, periodEnd }: OrderDetail): Fact[] => [
  {
    term: 'Access',
    value: grant ? (
      <Badge tone={grant.isActive ? 'success' : 'neutral'}>{grant.isActive ? 'Open' : 'Ended'}</Badge>
    ) : (
      'No access was given'
    ),
  },
  {
    term: 'Period',
    value: periodStart && periodEnd ? `${formatDay(periodStart)} – ${formatDay(periodEnd)}` : null,
  },
  {
    term: 'Subscription',
    value: subscription ? (
      <TextLink to={adminPath('orders', { view: 'subscriptions', subscription: subscription.id })}>
        <span className="font-mono">#{subscription.id}</span> {SUBSCRIPTION_LABELS[subscription.status]}
      </TextLink>
    ) : null,
  },
  { term: 'Licence', value: licence ? copy(licence.licenceKey, 'licence key') : null },
  {
    term: 'Devices',
    value: licence
      ? licence.isRevoked
        ? 'Licence ended'
        : `${licence.devicesUsed} of ${licence.deviceLimit}`
      : null,
  },
]

const idFacts = ({ orderReference, ids, createdAt, paidAt, nextCheckAt }: OrderDetail): Fact[] => [
  { term: 'Order', value: copy(orderReference, 'order reference') },
  { term: 'Started', value: <RelativeTime value={createdAt} /> },
  { term: 'Paid', value: paidAt ? <RelativeTime value={paidAt} /> : null },
  { term: 'Next check', value: nextCheckAt ? <RelativeTime value={nextCheckAt} /> : null },
  { term: 'Reference at the provider', value: copy(ids.reference, 'reference') },
  { term: 'Checkout', value: copy(ids.checkoutId, 'checkout id') },
  {
    term: 'Transaction',
    value: ids.transactionId === ids.intentId ? null : copy(ids.transactionId, 'transaction id'),
  },
  { term: 'Payment intent', value: copy(ids.intentId, 'payment intent') },
]
