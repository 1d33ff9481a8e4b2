import { isLive, type OwnedGrant } from '#shared/access/rules.ts'
import type { SessionView } from '#shared/accounts/contract.ts'
import { referralUrl } from '#shared/accounts/referral-code.ts'
import { toUsd } from '#shared/core/money.ts'
import { hasRole, type StaffRole } from '#shared/core/staff-roles.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import { emailProblemOf } from '#shared/email/outcome-rules.ts'
import { maskAddress } from '#shared/referrals/rules.ts'
import { isOver } from '#shared/subscriptions/rules.ts'
import type {
  UserAccount,
  UserCommission,
  UserDownload,
  UserGrant,
  UserHistoryEntry,
  UserMail,
  UserNote,
  UserPurchase,
  UserState,
  UserSubscription,
  UserSummary,
} from '#shared/users/contract.ts'
import { nameDevice } from '../accounts/device-rules.ts'
import { handleOf } from '../accounts/session-handle-rules.ts'
import { statusOf } from '../licences/rules.ts'
import type { UserRow } from './list-store.ts'
import { emailDomainMark } from './look-alike-rules.ts'
import type {
  AccountRow,
  CommissionRow,
  DeviceRow,
  DownloadRow,
  GrantRow,
  HistoryRow,
  MailRow,
  NoteRow,
  PurchaseRow,
  SessionRow,
  SubscriptionRow,
} from './store.ts'

const SUFFIX = 6
/** The last group of a licence key. */
const KEY_SUFFIX = 5

const LOOKS_LIKE = [null, 'another', 'staff'] as const

type Closing = { deactivatedAt: number | null; deletedAt: number | null }
const stateOf = ({ deactivatedAt, deletedAt }: Closing): UserState =>
  deletedAt !== null ? 'deleted' : deactivatedAt !== null ? 'deactivated' : 'active'

export const toUserSummary = (
  row: Omit<UserRow, 'usernameKey' | 'emailKey'>,
  publicUrl: string,
): UserSummary => ({
  id: row.id,
  username: row.username,
  email: row.email,
  isAdmin: row.isAdmin,
  staffRole: row.staffRole,
  createdAt: toIso(row.createdAt),
  referralCode: row.referralCode,
  referralUrl: referralUrl(publicUrl, row.referralCode),
  emailVerified: row.emailVerifiedAt !== null,
  state: stateOf(row),
  looksLike: LOOKS_LIKE[row.looksLike] ?? null,
  emailDomainMark: emailDomainMark(row.email),
  purchases: row.purchases,
  spent: toUsd(row.spentCents),
})

type Reader = { id: number; staffRole: StaffRole | null }

/** The payout address is shown to owners, who pay out. */
export const toAccount = (row: AccountRow, publicUrl: string, reader: Reader): UserAccount => {
  const { user, referrer, mark, purchases, spentCents, looksLike } = row
  return {
    ...toUserSummary({ ...user, purchases, spentCents, looksLike }, publicUrl),
    closedAt: toIsoOrNull(user.deletedAt ?? user.deactivatedAt),
    // A left join: without a suppression all its columns are null.
    emailProblem: emailProblemOf(mark.reason === null ? null : mark),
    referredBy: user.referredBy === null ? null : referrer,
    payoutAddress:
      user.payoutAddress === null || !hasRole(reader.staffRole, 'owner')
        ? null
        : maskAddress(user.payoutAddress),
    preferences: {
      emailNotifications: user.emailNotifications,
      promotionalEmails: user.promotionalEmails,
      newAirdrops: user.newAirdrops,
    },
    renews: row.renews === 1,
    isYou: user.id === reader.id,
  }
}

export const toPurchase = ({ payment, product }: PurchaseRow): UserPurchase => ({
  id: payment.id,
  product,
  amount: toUsd(payment.amountCents),
  refundedAmount: toUsd(payment.refundedCents),
  status: payment.status,
  purchaseType: payment.purchaseType,
  provider: payment.paymentProvider,
  needsAttention: payment.flaggedReason !== null,
  date: toIso(payment.paymentDate ?? payment.createdAt),
})

export function toGrant(
  { grant, product, licence }: GrantRow,
  ownedGrant: OwnedGrant | undefined,
  devices: readonly DeviceRow[],
  now: number,
): UserGrant {
  const isByHand = grant.accessType === 'admin' || grant.accessType === 'free'
  return {
    id: grant.id,
    product,
    accessType: grant.accessType,
    status: grant.status,
    isOpen: ownedGrant !== undefined && isLive(ownedGrant, now),
    givenAt: toIso(grant.purchasedAt),
    expiresAt: toIsoOrNull(grant.expiresAt),
    notes: grant.notes,
    paymentId: grant.paymentId,
    isRevocable: isByHand && grant.isActive,
    // A left join: without a licence all its columns are null.
    licence:
      licence.id === null || ownedGrant === undefined
        ? null
        : {
            id: licence.id,
            suffix: licence.licenceKey.slice(-KEY_SUFFIX),
            status: statusOf(licence, ownedGrant, now).status,
            deviceLimit: licence.deviceLimit,
            devices: devices.filter(({ licenceId }) => licenceId === licence.id).map(toDevice),
          },
  }
}

const toDevice = (device: DeviceRow) => ({
  id: device.id,
  suffix: device.deviceId.slice(-SUFFIX),
  network: device.ip,
  lastSeenAt: toIso(device.lastSeenAt),
})

export const toSubscription = ({
  subscription,
  product,
  monthlyCents,
}: SubscriptionRow): UserSubscription => ({
  id: subscription.id,
  product,
  status: subscription.status,
  provider: subscription.provider,
  monthlyPrice: toUsd(monthlyCents),
  startDate: toIso(subscription.createdAt),
  periodEnd: toIso(subscription.endedAt ?? subscription.cancelAt ?? subscription.currentPeriodEnd),
  renews:
    subscription.stripeSubscriptionId !== null &&
    !isOver(subscription.status) &&
    !subscription.cancelAtPeriodEnd,
})

export const toDownload = ({ download, product, version }: DownloadRow): UserDownload => ({
  id: download.id,
  product,
  version,
  via: download.via,
  ip: download.ip,
  at: toIso(download.createdAt),
})

export const toMail = (mail: MailRow): UserMail => ({
  id: mail.id,
  template: mail.template,
  to: mail.toAddress,
  status: mail.status,
  lastError: mail.lastError,
  createdAt: toIso(mail.createdAt),
  sentAt: toIsoOrNull(mail.sentAt),
  outcome: mail.outcome,
})

export const toCommission = (entry: CommissionRow): UserCommission => ({
  id: entry.id,
  amount: toUsd(entry.commissionCents),
  status: entry.status,
  paymentId: entry.paymentId,
  createdAt: toIso(entry.createdAt),
  paidAt: toIsoOrNull(entry.paidAt),
})

export const toNote = ({ note, author }: NoteRow, viewerId: number): UserNote => ({
  id: note.id,
  text: note.text,
  author: note.authorId === null ? null : author,
  isOwn: note.authorId === viewerId,
  createdAt: toIso(note.createdAt),
})

const toText = (value: unknown) => (value === null ? null : JSON.stringify(value))

export const toHistoryEntry = ({ entry, actor }: HistoryRow): UserHistoryEntry => ({
  id: entry.id,
  action: entry.action,
  actor: entry.actorId === null ? null : { id: entry.actorId, username: actor?.username ?? null },
  via: entry.via,
  before: toText(entry.before),
  after: toText(entry.after),
  ip: entry.ip,
  at: toIso(entry.createdAt),
})

export const toSession = (session: SessionRow, viewerSession: string): SessionView => ({
  id: handleOf(session.sid),
  device: nameDevice(session.sess.userAgent),
  ip: session.sess.ip,
  createdAt: toIso(session.createdAt),
  lastSeenAt: toIso(session.lastSeenAt),
  current: session.sid === viewerSession,
})
