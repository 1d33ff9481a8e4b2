import { Download, Mail, ShoppingCart } from 'lucide-react'
import { LIMITS_IN_WORDS } from '#shared/core/download-limits.ts'
import { formatUsd } from '#shared/core/money.ts'
import { mailName } from '#shared/email/mail-name-rules.ts'
import { PROVIDER_NAMES } from '#shared/payments/provider-name-rules.ts'
import type { UserDetail, UserDownload, UserMail, UserPurchase } from '#shared/users/contract.ts'
import { PURCHASE_MARKS } from '../../features/payments/purchase-status.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { deliveryBadge } from '../mails/delivery-badges.ts'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { useListOfAccount } from './use-list-of-account.ts'
import { useUserMutation } from './use-user-mutation.ts'
import { downloadsOf, liftDownloadLimits, mailsOf, purchasesOf } from './users-queries.ts'

type Props = { user: UserDetail }

export const UserPurchases = ({ user }: Props) => (
  <ListCard
    title="Purchases"
    noun="purchases"
    query={useListOfAccount(purchasesOf(user))}
    columns={PURCHASES}
    keyOf={({ id }) => id}
    empty={{ icon: <ShoppingCart />, title: 'No purchases found.' }}
  />
)

const PURCHASES: Column<UserPurchase>[] = [
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
          <span className="block text-xs">{formatUsd(refundedAmount)} refunded</span>
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

export const UserDownloads = ({ user }: Props) => (
  <ListCard
    title="Downloads"
    description={`IP addresses are deleted after 180 days. Limit: ${LIMITS_IN_WORDS}.`}
    actions={<LiftLimits userId={user.account.id} />}
    noun="downloads"
    query={useListOfAccount(downloadsOf(user))}
    columns={DOWNLOADS}
    keyOf={({ id }) => id}
    empty={{ icon: <Download />, title: 'No downloads yet.' }}
  />
)

function LiftLimits({ userId }: { userId: number }) {
  const { mutate, isPending } = useUserMutation(() => liftDownloadLimits(userId), {
    failed: 'The limits were not lifted',
  })
  return (
    <Button size="sm" busy={isPending} onClick={() => mutate()}>
      Lift download limits
    </Button>
  )
}

const VIA: Record<UserDownload['via'], string> = {
  session: 'Logged in',
  link: 'Emailed link',
  emergency: 'Emergency link',
}

const DOWNLOADS: Column<UserDownload>[] = [
  { head: 'Product', main: true, cell: ({ product }) => product.name },
  { head: 'Version', cell: ({ version }) => <span className="font-mono text-xs">{version}</span> },
  { head: 'By', cell: ({ via }) => VIA[via] },
  { head: 'From', cell: ({ ip }) => <span className="font-mono text-xs">{ip ?? 'unknown'}</span> },
  { head: 'When', cell: ({ at }) => <RelativeTime dense value={at} /> },
]

export const UserMails = ({ user }: Props) => (
  <ListCard
    title="Mails"
    description="To the account, or to its address."
    noun="mails"
    query={useListOfAccount(mailsOf(user))}
    columns={MAILS}
    keyOf={({ id }) => id}
    empty={{ icon: <Mail />, title: 'No mails yet.' }}
  />
)

const MAILS: Column<UserMail>[] = [
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
