import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { Db } from '../../db/client.ts'
import { numberOf, signedCents } from '../invoices/rules.ts'
import {
  type Account,
  findBilling,
  findNewsletter,
  listFactors,
  listSessions,
  PAGE,
  pageOfBetaChoices,
  pageOfCouponUses,
  pageOfDevices,
  pageOfDownloads,
  pageOfGrants,
  pageOfInvoices,
  pageOfLicences,
  pageOfMails,
  pageOfMessages,
  pageOfPurchases,
  pageOfReceipts,
  pageOfReferrals,
  pageOfRefunds,
  pageOfReviews,
  pageOfSubscriptions,
} from './store.ts'

/**
 * Everything we store about one person, as JSON, piece by piece: one page of rows is in memory at a time. Messages and
 * the newsletter are included only where the address is verified. No hashes, no tokens, no data of other people.
 */
export async function* exportAccount(db: Db, account: Account, now: number): AsyncGenerator<string> {
  const isOwnAddress = account.emailVerifiedAt !== null
  yield `{"exportedAt":${JSON.stringify(toIso(now))}`
  yield part('account', aboutAccount(account))
  yield part('preferences', {
    emailNotifications: account.emailNotifications,
    promotionalEmails: account.promotionalEmails,
    newAirdrops: account.newAirdrops,
  })
  yield part('sessions', (await listSessions(db, account)).map(aboutSession))
  yield part('secondFactors', aboutFactors(await listFactors(db, account)))
  yield* list('purchases', (after) => pageOfPurchases(db, account, after), aboutPurchase)
  yield part('billingDetails', await findBilling(db, account))
  yield* list('invoices', (after) => pageOfInvoices(db, account, after), aboutInvoice)
  yield* list('refunds', (after) => pageOfRefunds(db, account, after), aboutRefund)
  yield* list('subscriptions', (after) => pageOfSubscriptions(db, account, after), aboutSubscription)
  yield* list('access', (after) => pageOfGrants(db, account, after), aboutGrant)
  yield* list('licences', (after) => pageOfLicences(db, account, after), aboutLicence)
  yield* list('devices', (after) => pageOfDevices(db, account, after), aboutDevice)
  yield* list('downloads', (after) => pageOfDownloads(db, account, after), aboutDownload)
  yield* list('betaVersions', (after) => pageOfBetaChoices(db, account, after), aboutBetaChoice)
  yield* list('confirmedRecalls', (after) => pageOfReceipts(db, account, after), aboutReceipt)
  yield* list('reviews', (after) => pageOfReviews(db, account, after), aboutReview)
  yield* list('referrals', (after) => pageOfReferrals(db, account, after), aboutReferral)
  yield* list('coupons', (after) => pageOfCouponUses(db, account, after), aboutCouponUse)
  yield* list('mails', (after) => pageOfMails(db, account, after), aboutMail)
  if (isOwnAddress) {
    yield* list('messages', (after) => pageOfMessages(db, account, after), aboutMessage)
    yield part('newsletter', aboutNewsletter(await findNewsletter(db, account)))
  }
  yield '}\n'
}

const part = (name: string, value: unknown) => `,\n"${name}":${JSON.stringify(value)}`

async function* list<Row extends { id: number }>(
  name: string,
  read: (after: number) => PromiseLike<Row[]>,
  about: (row: Row) => object,
): AsyncGenerator<string> {
  yield `,\n"${name}":[`
  let after = 0
  for (let isFirst = true; ; isFirst = false) {
    const rows = await read(after)
    const text = rows.map((row) => JSON.stringify(about(row))).join(',\n')
    if (text !== '') yield isFirst ? text : `,\n${text}`
    if (rows.length < PAGE) break
    after = rows.at(-1)?.id ?? after
  }
  yield ']'
}

type RowOf<Read extends (...args: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<Read>>[number]

const aboutAccount = (account: Account) => ({
  id: account.id,
  username: account.username,
  email: account.email,
  emailVerifiedAt: toIsoOrNull(account.emailVerifiedAt),
  isAdmin: account.isAdmin,
  referralCode: account.referralCode,
  payoutAddress: account.payoutAddress,
  wasReferred: account.referredBy !== null,
  downloadLinksValidFrom: toIsoOrNull(account.linksValidFrom),
  acceptedTerms: account.termsVersion,
  createdAt: toIso(account.createdAt),
  updatedAt: toIso(account.updatedAt),
})

const aboutSession = ({ sess, createdAt, lastSeenAt, expire }: RowOf<typeof listSessions>) => ({
  startedAt: toIso(createdAt),
  lastSeenAt: toIso(lastSeenAt),
  expiresAt: toIso(expire),
  ip: sess.ip,
  userAgent: sess.userAgent,
})

const aboutFactors = ([passkeys, apps, codes]: Awaited<ReturnType<typeof listFactors>>) => ({
  passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
    name,
    createdAt: toIso(createdAt),
    lastUsedAt: toIsoOrNull(lastUsedAt),
  })),
  apps: apps.map(({ createdAt, confirmedAt }) => ({
    createdAt: toIso(createdAt),
    confirmedAt: toIsoOrNull(confirmedAt),
  })),
  recoveryCodes: codes.map(({ createdAt, usedAt }) => ({
    createdAt: toIso(createdAt),
    usedAt: toIsoOrNull(usedAt),
  })),
})

const aboutPurchase = ({ payment, product, withdrawal }: RowOf<typeof pageOfPurchases>) => ({
  id: payment.id,
  reference: payment.orderReference,
  acceptedTerms: payment.termsVersion,
  product,
  type: payment.purchaseType,
  status: payment.status,
  provider: payment.paymentProvider,
  transactionId: payment.transactionId,
  currency: payment.currency,
  originalAmount: toUsd(payment.originalCents),
  discount: toUsd(payment.discountCents),
  amount: toUsd(payment.amountCents),
  refunded: toUsd(payment.refundedCents),
  email: payment.email,
  createdAt: toIso(payment.createdAt),
  paidAt: toIsoOrNull(payment.paymentDate),
  freeDays: payment.trialDays,
  creditForPremium: toUsd(payment.creditCents),
  deliveryConsent: payment.consentVersion,
  deliveryConsentAt: toIsoOrNull(payment.consentAt),
  billingCountry: payment.tax?.country ?? null,
  taxId: payment.tax?.taxId ?? null,
  withdrawal: withdrawal && {
    reference: withdrawal.reference,
    name: withdrawal.name,
    receivedAt: toIso(withdrawal.createdAt),
  },
})

const aboutInvoice = ({ invoice, order }: RowOf<typeof pageOfInvoices>) => ({
  number: numberOf(invoice),
  order,
  issuedAt: toIso(invoice.issuedAt),
  amount: toUsd(signedCents(invoice)),
  product: invoice.facts.product,
  billingDetails: invoice.facts.buyer,
})

/** Includes only the customer's own reason: an admin's reason is an internal note. */
const aboutRefund = (refund: RowOf<typeof pageOfRefunds>) => ({
  id: refund.id,
  purchase: refund.paymentId,
  amount: toUsd(refund.amountCents),
  status: refund.status,
  askedBy: refund.askedBy,
  reason: refund.askedBy === 'customer' ? refund.reason : null,
  createdAt: toIso(refund.createdAt),
})

const aboutSubscription = ({ subscription, product }: RowOf<typeof pageOfSubscriptions>) => ({
  id: subscription.id,
  product,
  status: subscription.status,
  email: subscription.email,
  startedAt: toIso(subscription.createdAt),
  currentPeriodStart: toIso(subscription.currentPeriodStart),
  currentPeriodEnd: toIso(subscription.currentPeriodEnd),
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  endedAt: toIsoOrNull(subscription.endedAt),
})

const aboutGrant = ({ grant, product }: RowOf<typeof pageOfGrants>) => ({
  id: grant.id,
  product,
  type: grant.accessType,
  status: grant.status,
  since: toIso(grant.purchasedAt),
  expiresAt: toIsoOrNull(grant.expiresAt),
})

/** The key is a secret like a password: its last five characters identify it. */
const aboutLicence = ({ licence, product }: RowOf<typeof pageOfLicences>) => ({
  id: licence.id,
  product,
  keyEndsWith: licence.licenceKey.slice(-5),
  deviceLimit: licence.deviceLimit,
  createdAt: toIso(licence.createdAt),
  revokedAt: toIsoOrNull(licence.revokedAt),
})

const aboutDevice = ({ device, licenceId }: RowOf<typeof pageOfDevices>) => ({
  licenceId,
  deviceId: device.deviceId,
  ip: device.ip,
  firstSeenAt: toIso(device.activatedAt),
  lastSeenAt: toIso(device.lastSeenAt),
})

/** A mailed link may have been given to another person: the IP address and browser are then that person's. */
const aboutDownload = ({ download, product, version }: RowOf<typeof pageOfDownloads>) => ({
  at: toIso(download.createdAt),
  product,
  version,
  via: download.via,
  network: download.network,
  ip: download.via === 'session' ? download.ip : null,
  userAgent: download.via === 'session' ? download.userAgent : null,
})

const aboutBetaChoice = ({ product, chosenAt }: RowOf<typeof pageOfBetaChoices>) => ({
  product,
  chosenAt: toIso(chosenAt),
})

const aboutReceipt = ({ product, version, seenAt }: RowOf<typeof pageOfReceipts>) => ({
  product,
  version,
  seenAt: toIso(seenAt),
})

const aboutReview = ({ review, product }: RowOf<typeof pageOfReviews>) => ({
  product,
  rating: review.rating,
  text: review.text,
  name: review.displayName,
  state: review.state,
  reason: review.reason,
  answer: review.answer,
  createdAt: toIso(review.createdAt),
  submittedAt: toIso(review.submittedAt),
  publishedAt: toIsoOrNull(review.publishedAt),
})

const aboutReferral = (entry: RowOf<typeof pageOfReferrals>) => ({
  id: entry.id,
  kind: entry.kind,
  status: entry.status,
  amount: toUsd(entry.commissionCents),
  createdAt: toIso(entry.createdAt),
  paidAt: toIsoOrNull(entry.paidAt),
})

const aboutCouponUse = ({ usage, code }: RowOf<typeof pageOfCouponUses>) => ({
  code,
  state: usage.state,
  discount: toUsd(usage.discountCents),
  appliedAt: toIso(usage.appliedAt),
})

const aboutMail = (mail: RowOf<typeof pageOfMails>) => ({
  template: mail.template,
  to: mail.toAddress,
  status: mail.status,
  outcome: mail.outcome,
  createdAt: toIso(mail.createdAt),
  sentAt: toIsoOrNull(mail.sentAt),
})

const aboutMessage = (message: RowOf<typeof pageOfMessages>) => ({
  firstName: message.firstName,
  lastName: message.lastName,
  email: message.email,
  subject: message.subject,
  message: message.message,
  newsletter: message.newsletter,
  ip: message.ip,
  createdAt: toIso(message.createdAt),
  answeredAt: toIsoOrNull(message.answeredAt),
  answer: message.answer,
})

const aboutNewsletter = (row: Awaited<ReturnType<typeof findNewsletter>>) =>
  row && {
    email: row.email,
    createdAt: toIso(row.createdAt),
    confirmedAt: toIsoOrNull(row.confirmedAt),
    unsubscribedAt: toIsoOrNull(row.unsubscribedAt),
  }
