import { Download, Mail, ShoppingCart } from 'lucide-react'
import type {
  CustomerDetail,
  CustomerDownload,
  CustomerMail,
  CustomerPurchase,
} from '../../../worker/features/customers/contract.ts'
import { mailName } from '../../../worker/features/email/mail-name-rules.ts'
import { PROVIDER_NAMES } from '../../../worker/features/payments/provider-name-rules.ts'
import { AppLink } from '../../app/app-link.tsx'
import { PURCHASE_MARKS } from '../../features/dashboard/purchase-status.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { deliveryBadge } from '../mails/delivery-badges.ts'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { downloadsOf, mailsOf, purchasesOf } from './customers-queries.ts'
import { useCustomerList } from './use-customer-list.ts'

type Props = { customer: CustomerDetail }

export const CustomerPurchases = ({ customer }: Props) => (
  <ListCard
    title="Purchases"
    noun="purchases"
    query={useCustomerList(purchasesOf(customer))}
    columns={PURCHASES}
    keyOf={({ id }) => id}
    empty={{ icon: <ShoppingCart />, title: 'No purchases found.' }}
  />
)

const PURCHASES: Column<CustomerPurchase>[] = [
  {
    head: 'Product',
    main: true,
    cell: ({ product, status, needsAttention }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {product.name}
        <Badge tone={PURCHASE_MARKS[status].tone}>{PURCHASE_MARKS[status].label}</Badge>
        {needsAttention ? <Badge tone="danger">Needs attention</Badge> : null}
      </span>
    ),
  },
  {
    head: 'Type',
    cell: ({ purchaseType }) => (purchaseType === 'subscription' ? 'Subscription' : 'One-time'),
  },
  { head: 'By', cell: ({ provider }) => PROVIDER_NAMES[provider] },
  { head: 'When', cell: ({ date }) => <RelativeTime dense value={date} /> },
  {
    head: 'Amount',
    end: true,
    cell: ({ amount, refundedAmount }) => (
      <span className="font-mono">
        {formatUsd(amount)}
        {refundedAmount > 0 ? (
          <span className="block text-xs">{formatUsd(refundedAmount)} given back</span>
        ) : null}
      </span>
    ),
  },
  {
    head: 'Actions',
    actions: true,
    cell: ({ id }) => (
      <Button size="sm" asChild>
        <AppLink to={adminPath('orders', { order: id })}>Order #{id}</AppLink>
      </Button>
    ),
  },
]

export const CustomerDownloads = ({ customer }: Props) => (
  <ListCard
    title="Downloads"
    description="Addresses are forgotten after 180 days."
    noun="downloads"
    query={useCustomerList(downloadsOf(customer))}
    columns={DOWNLOADS}
    keyOf={({ id }) => id}
    empty={{ icon: <Download />, title: 'Nothing was downloaded yet.' }}
  />
)

const VIA: Record<CustomerDownload['via'], string> = {
  session: 'Logged in',
  link: 'Mailed link',
  emergency: 'Emergency link',
}

const DOWNLOADS: Column<CustomerDownload>[] = [
  { head: 'Product', main: true, cell: ({ product }) => product.name },
  { head: 'Version', cell: ({ version }) => <span className="font-mono text-xs">{version}</span> },
  { head: 'By', cell: ({ via }) => VIA[via] },
  { head: 'From', cell: ({ ip }) => <span className="font-mono text-xs">{ip ?? 'unknown'}</span> },
  { head: 'When', cell: ({ at }) => <RelativeTime dense value={at} /> },
]

export const CustomerMails = ({ customer }: Props) => (
  <ListCard
    title="Mails"
    description="To the account, or to its address."
    noun="mails"
    query={useCustomerList(mailsOf(customer))}
    columns={MAILS}
    keyOf={({ id }) => id}
    empty={{ icon: <Mail />, title: 'Nothing was mailed yet.' }}
  />
)

const MAILS: Column<CustomerMail>[] = [
  {
    head: 'Mail',
    main: true,
    cell: (mail) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {mailName(mail.template)}
          <Badge tone={deliveryBadge(mail).tone}>{deliveryBadge(mail).label}</Badge>
        </span>
        {mail.lastError && mail.status !== 'sent' ? (
          <span className="block break-words font-normal text-danger text-xs">{mail.lastError}</span>
        ) : null}
      </>
    ),
  },
  { head: 'To', cell: ({ to }) => <span className="min-w-0 break-all">{to}</span> },
  { head: 'When', cell: ({ sentAt, createdAt }) => <RelativeTime dense value={sentAt ?? createdAt} /> },
]
