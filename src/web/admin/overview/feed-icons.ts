import {
  Banknote,
  CircleSlash,
  Flag,
  HandCoins,
  Inbox,
  type LucideIcon,
  MailX,
  Repeat,
  Scale,
  ShieldAlert,
  ShoppingBag,
  TriangleAlert,
  Undo2,
  UserMinus,
  UserPlus,
} from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import { mailName } from '#shared/email/mail-name-rules.ts'
import type { FeedItem, FeedKind } from '#shared/feed/contract.ts'
import { FINDING_TITLES } from '#shared/recovery/rules.ts'
import type { FindingKind } from '#shared/recovery/terms.ts'
import { adminPath, FINDINGS_PATH } from '../shell/admin-path.ts'
import type { AdminTabName } from '../shell/admin-titles.ts'

type FeedIcon = {
  Icon: LucideIcon
  ink: string
  /** A toast's title. Without it, no toast is shown. */
  title?: string
  tone?: 'default' | 'success' | 'destructive'
  label: (item: FeedItem) => string
  /** The tab whose badge counts this kind of event. */
  tab: AdminTabName
  path: (item: FeedItem) => string
}

const who = (item: FeedItem) => item.who ?? 'Somebody'
const whom = (item: FeedItem) => item.who ?? 'somebody'
const what = (item: FeedItem) => item.product?.name ?? 'a product'
const sum = (item: FeedItem, missing = 'a payment') =>
  item.amount === null ? missing : formatUsd(item.amount)
const findingTitle = (kind: string | null) => FINDING_TITLES[kind as FindingKind] ?? kind ?? 'A difference'
const order = {
  tab: 'orders',
  path: ({ paymentId }: FeedItem) => adminPath('orders', { order: paymentId }),
} as const
const subscription = {
  tab: 'orders',
  path: ({ subscriptionId }: FeedItem) =>
    adminPath('orders', { view: 'subscriptions', subscription: subscriptionId }),
} as const
const user = { tab: 'users', path: ({ userId }: FeedItem) => adminPath('users', { user: userId }) } as const

/** The icon, the sentence and the link of each kind of event. */
export const feedIcons: Record<FeedKind, FeedIcon> = {
  purchase: {
    Icon: ShoppingBag,
    ink: 'text-success',
    ...order,
    label: (item) => `${who(item)} bought ${what(item)}`,
  },
  refund: {
    Icon: Undo2,
    ink: 'text-warning',
    title: 'Refunded',
    ...order,
    label: (item) => `${sum(item, 'A payment')} for ${what(item)} was refunded to ${whom(item)}`,
  },
  dispute: {
    Icon: Scale,
    ink: 'text-danger',
    title: 'Payment disputed',
    tone: 'destructive',
    ...order,
    label: (item) => `${who(item)} disputes ${sum(item)} for ${what(item)}`,
  },
  dispute_updated: {
    Icon: Scale,
    ink: 'text-warning',
    title: 'Dispute updated',
    ...order,
    label: (item) => `The dispute by ${whom(item)} about ${sum(item)} for ${what(item)} was updated`,
  },
  dispute_lost: {
    Icon: Scale,
    ink: 'text-danger',
    title: 'Dispute lost',
    tone: 'destructive',
    ...order,
    label: (item) => `The dispute by ${whom(item)} about ${sum(item)} for ${what(item)} was lost`,
  },
  fraud_warning: {
    Icon: ShieldAlert,
    ink: 'text-danger',
    title: 'Early fraud warning',
    tone: 'destructive',
    ...order,
    label: (item) =>
      `The bank of ${whom(item)} reports ${sum(item)} for ${what(item)} as fraud. Refund it to avoid a dispute`,
  },
  restore: {
    Icon: Banknote,
    ink: 'text-success',
    title: 'Money returned to the shop',
    tone: 'success',
    ...order,
    label: (item) => `${sum(item, 'A payment')} for ${what(item)} was returned to the shop`,
  },
  subscription_started: {
    Icon: Repeat,
    ink: 'text-success',
    title: 'Subscription started',
    tone: 'success',
    ...subscription,
    label: (item) => `${who(item)} subscribed to ${what(item)}`,
  },
  subscription_past_due: {
    Icon: TriangleAlert,
    ink: 'text-warning',
    title: 'Renewal failed',
    ...subscription,
    label: (item) => `The renewal of ${what(item)} by ${whom(item)} failed`,
  },
  subscription_ended: {
    Icon: CircleSlash,
    ink: 'text-muted',
    title: 'Subscription ended',
    ...subscription,
    label: (item) => `${who(item)} no longer subscribes to ${what(item)}`,
  },
  user_registered: {
    Icon: UserPlus,
    ink: 'text-info',
    ...user,
    label: (item) => `${who(item)} registered`,
  },
  user_deleted: {
    Icon: UserMinus,
    ink: 'text-muted',
    ...user,
    label: () => 'An account was deleted',
  },
  payment_flagged: {
    Icon: Flag,
    ink: 'text-danger',
    title: 'Payment flagged',
    tone: 'destructive',
    tab: 'recovery',
    path: order.path,
    label: (item) =>
      `Order #${item.paymentId} by ${whom(item)} needs attention: ${item.about ?? 'no reason given'}`,
  },
  refund_asked: {
    Icon: HandCoins,
    ink: 'text-warning',
    title: 'Refund requested',
    ...order,
    label: (item) => `${who(item)} asks for a refund of ${sum(item)} for ${what(item)}`,
  },
  contact_message: {
    Icon: Inbox,
    ink: 'text-info',
    title: 'New message',
    tab: 'inbox',
    label: (item) => `${who(item)} wrote: ${item.about ?? 'a message'}`,
    path: ({ subjectId }) => adminPath('inbox', { message: subjectId }),
  },
  mail_dead: {
    Icon: MailX,
    ink: 'text-danger',
    title: 'Mail not delivered',
    tone: 'destructive',
    tab: 'mails',
    label: (item) => `The mail “${mailName(item.about ?? 'unknown')}” to ${whom(item)} was not delivered`,
    path: () => adminPath('mails'),
  },
  finding: {
    Icon: ShieldAlert,
    ink: 'text-danger',
    title: 'New finding',
    tone: 'destructive',
    tab: 'recovery',
    path: () => FINDINGS_PATH,
    label: (item) => `See the recovery page: ${findingTitle(item.about)}`,
  },
}
