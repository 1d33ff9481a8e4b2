import { toUsd } from '#shared/core/money.ts'
import { deliveryLabel } from '#shared/email/outcome-rules.ts'
import type { Downloader } from '#shared/recalls/contract.ts'
import { toStatedTax } from '#shared/seller/tax-rules.ts'
import type { StatedDay } from '#shared/stats/rules.ts'
import { dateOf, netCentsOf } from '#shared/stats/rules.ts'
import { cryptoCents, numberOf, signedCents } from '../invoices/rules.ts'
import { toVisible } from '../invoices/views.ts'
import { type Cell, json, money, time } from './csv-rules.ts'
import type {
  AuditRow,
  CouponRow,
  InvoiceRow,
  OrderRow,
  ReferralRow,
  SubscriptionRow,
  UserRow,
} from './store.ts'

/**
 * The columns of a file, by the names in its first line. Each column is listed here, so that a column that is added to
 * a table later, such as a secret, is not exported.
 */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/** Without passwords, sessions, tokens and payout addresses. */
export const USER_COLUMNS: Columns<UserRow> = {
  id: (row) => row.id,
  username: (row) => row.username,
  email: (row) => row.email,
  email_verified_at: (row) => time(row.emailVerifiedAt),
  status: (row) =>
    row.deletedAt !== null ? 'deleted' : row.deactivatedAt !== null ? 'deactivated' : 'active',
  is_admin: (row) => row.isAdmin,
  referral_code: (row) => row.referralCode,
  referred_by: (row) => row.referrer,
  promotional_emails: (row) => row.promotionalEmails,
  new_airdrops: (row) => row.newAirdrops,
  created_at: (row) => time(row.createdAt),
  deactivated_at: (row) => time(row.deactivatedAt),
  deleted_at: (row) => time(row.deletedAt),
}

/** Without the URLs of pages where money can be paid or claimed. */
export const ORDER_COLUMNS: Columns<OrderRow> = {
  id: ({ payment }) => payment.id,
  reference: ({ payment }) => payment.orderReference,
  created_at: ({ payment }) => time(payment.createdAt),
  paid_at: ({ payment }) => time(payment.paymentDate),
  status: ({ payment }) => payment.status,
  type: ({ payment }) => payment.purchaseType,
  product_id: ({ payment }) => payment.scriptId,
  product: (row) => row.product,
  currency: ({ payment }) => payment.currency,
  price: ({ payment }) => money(payment.originalCents),
  discount: ({ payment }) => money(payment.discountCents),
  amount: ({ payment }) => money(payment.amountCents),
  refunded: ({ payment }) => money(payment.refundedCents),
  coupon: (row) => row.coupon,
  provider: ({ payment }) => payment.paymentProvider,
  transaction_id: ({ payment }) => payment.transactionId,
  subscription_id: ({ payment }) => payment.subscriptionId,
  user_id: ({ payment }) => payment.userId,
  username: (row) => row.username,
  email: ({ payment }) => payment.email,
  referrer: (row) => row.referrer,
  flagged: ({ payment }) => payment.flaggedReason,
}

const taxOf = ({ facts, taxCents }: InvoiceRow) =>
  facts.tax ? toStatedTax(facts.tax, toUsd(taxCents ?? 0)) : null

const buyerOf = ({ facts }: InvoiceRow) => facts.buyer && toVisible(facts.buyer)

/** For the bookkeeper: the amounts of credit notes are negative. */
export const INVOICE_COLUMNS: Columns<InvoiceRow> = {
  number: numberOf,
  issued_at: (row) => time(row.createdAt),
  kind: (row) => row.series,
  cause: (row) => row.cause,
  credits: ({ creditedNumber: number }) => (number === null ? null : numberOf({ series: 'invoice', number })),
  order: (row) => row.orderReference,
  currency: ({ facts }) => facts.currency,
  amount: (row) => money(signedCents(row)),
  included_tax: ({ taxCents, series }) =>
    taxCents === null ? null : money(series === 'invoice' ? taxCents : -taxCents),
  tax_name: ({ facts }) => facts.tax?.name ?? null,
  tax_percent: ({ facts }) => facts.tax?.percent ?? null,
  tax_country: (row) => taxOf(row)?.country ?? null,
  tax_reverse_charge: (row) => taxOf(row)?.isReverseCharge ?? false,
  product_id: ({ facts }) => facts.productId,
  product: ({ facts }) => facts.product,
  type: ({ facts }) => facts.purchaseType,
  price: ({ facts }) => money(facts.originalCents),
  discount: ({ facts }) => money(facts.discountCents),
  coupon: ({ facts }) => facts.couponCode,
  provider: ({ facts }) => facts.provider,
  transaction_id: (row) => row.transactionId,
  received_in_crypto: ({ facts }) => money(cryptoCents(facts)),
  paid_at: ({ facts }) => time(facts.paidAt),
  period_start: ({ facts }) => time(facts.periodStart),
  period_end: ({ facts }) => time(facts.periodEnd),
  buyer: (row) => buyerOf(row)?.name ?? null,
  buyer_address: (row) => buyerOf(row)?.address ?? null,
  buyer_vat_number: (row) => buyerOf(row)?.vatId || (taxOf(row)?.taxId ?? null),
  seller: ({ facts }) => facts.seller?.name ?? null,
  seller_vat_id: ({ facts }) => facts.seller?.vatId ?? null,
}

export const SUBSCRIPTION_COLUMNS: Columns<SubscriptionRow> = {
  id: ({ subscription }) => subscription.id,
  created_at: ({ subscription }) => time(subscription.createdAt),
  status: ({ subscription }) => subscription.status,
  product_id: ({ subscription }) => subscription.scriptId,
  product: (row) => row.product,
  provider: ({ subscription }) => subscription.provider,
  provider_subscription_id: ({ subscription }) => subscription.stripeSubscriptionId,
  monthly: ({ subscription }) => money(subscription.monthlyCents),
  period_start: ({ subscription }) => time(subscription.currentPeriodStart),
  period_end: ({ subscription }) => time(subscription.currentPeriodEnd),
  cancel_at_period_end: ({ subscription }) => subscription.cancelAtPeriodEnd,
  past_due_since: ({ subscription }) => time(subscription.pastDueSince),
  ended_at: ({ subscription }) => time(subscription.endedAt),
  user_id: ({ subscription }) => subscription.userId,
  username: (row) => row.username,
  email: ({ subscription }) => subscription.email,
}

/** A percentage as a number up to 100, or an amount in dollars; null for a coupon that gives a product away. */
const worthOf = ({ discountType, discountValue }: CouponRow): Cell => {
  if (discountType === 'percentage') return Number((discountValue * 100).toFixed(4))
  return discountType === 'fixed_amount' ? money(discountValue) : null
}

export const COUPON_COLUMNS: Columns<CouponRow> = {
  id: (row) => row.id,
  code: (row) => row.code,
  type: (row) => row.discountType,
  value: worthOf,
  description: (row) => row.description,
  active: (row) => row.isActive,
  start: (row) => time(row.startDate),
  end: (row) => time(row.endDate),
  uses: (row) => row.currentUses,
  max_uses: (row) => row.maxUses,
  max_uses_per_user: (row) => row.maxUsesPerUser,
  min_purchase: (row) => money(row.minPurchaseCents),
  applies_to: (row) => row.appliesTo,
  product_ids: (row) => row.specificScriptIds.join(' '),
  audience: (row) => row.audience,
  owner_product_ids: (row) => row.ownerScriptIds.join(' '),
  created_at: (row) => time(row.createdAt),
}

export const REFERRAL_COLUMNS: Columns<ReferralRow> = {
  id: (row) => row.id,
  created_at: (row) => time(row.createdAt),
  status: (row) => row.status,
  kind: (row) => row.kind,
  commission: (row) => money(row.commissionCents),
  referrer_id: (row) => row.referrerId,
  referrer: (row) => row.referrer,
  order_id: (row) => row.paymentId,
  subscription_id: (row) => row.subscriptionId,
  certain_at: (row) => time(row.maturesAt),
  payout_id: (row) => row.payoutId,
  paid_at: (row) => time(row.paidAt),
}

export const AUDIT_COLUMNS: Columns<AuditRow> = {
  id: (row) => row.id,
  created_at: (row) => time(row.createdAt),
  actor_id: (row) => row.actorId,
  /** `admin key` where that authorized the action. `account` is the account that it was used for. */
  actor: (row) => row.via ?? row.actor,
  account: (row) => row.actor,
  action: (row) => row.action,
  subject: (row) => row.subject,
  before: (row) => json(row.before),
  after: (row) => json(row.after),
  ip: (row) => row.ip,
}

export const DOWNLOADER_COLUMNS: Columns<Downloader> = {
  account_id: (row) => row.user?.id ?? null,
  account: (row) => row.user?.name ?? null,
  order_id: (row) => row.paymentId,
  email: (row) => row.email,
  first_download_at: (row) => row.firstDownloadAt,
  mails: (row) =>
    row.mails.map(({ to, status, outcome }) => `${to} ${deliveryLabel(status, outcome)}`).join(' '),
  seen_at: (row) => row.seenAt,
}

export const STATS_COLUMNS: Columns<StatedDay> = {
  date: (row) => dateOf(row.day),
  revenue: (row) => money(netCentsOf(row)),
  gross: (row) => money(row.grossCents),
  refunded: (row) => money(row.refundedCents),
  disputed: (row) => money(row.disputedCents),
  discounts: (row) => money(row.discountCents),
  orders: (row) => row.orders,
  refunds: (row) => row.refunds,
  new_customers: (row) => row.newCustomers,
  referred_orders: (row) => row.referredOrders,
  commission: (row) => money(row.commissionCents),
  checkouts_started: (row) => row.checkoutsStarted,
  checkouts_paid: (row) => row.checkoutsPaid,
  subscriptions_started: (row) => row.subscriptionsStarted,
  subscriptions_ended: (row) => row.subscriptionsEnded,
  active_subscriptions: (row) => row.end.subscriptions,
  mrr: (row) => money(row.end.mrrCents),
  new_accounts: (row) => row.accountsCreated,
  deleted_accounts: (row) => row.accountsDeleted,
  accounts: (row) => row.end.users,
}
