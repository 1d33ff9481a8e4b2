import { z } from 'zod'
import type { ACCESS_TYPES, GRANT_STATUSES } from '#shared/access/contract.ts'
import type { Preferences, SessionView } from '#shared/accounts/contract.ts'
import type { DeliveryOutcome, DeliveryStatus, EmailProblem } from '#shared/email/contract.ts'
import type { LICENCE_STATUSES } from '#shared/licences/contract.ts'
import type { PAYMENT_PROVIDERS, PaymentStatus, PurchaseType } from '#shared/payments/contract.ts'
import type { ReferralStatus } from '#shared/referrals/contract.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'

export const CLOSED_STATES = ['deactivated', 'deleted'] as const
export type UserState = 'active' | (typeof CLOSED_STATES)[number]

/** What an admin may give by hand: as a help of the shop, or as a present. */
export const HAND_GIVEN = ['admin', 'free'] as const

/** An account in the list. */
export type UserSummary = {
  id: number
  username: string
  email: string
  isAdmin: boolean
  createdAt: string
  referralCode: string
  referralUrl: string
  emailVerified: boolean
  state: UserState
  /** Payments that were made, and what is left of them in USD. */
  purchases: number
  spent: number
}

type Named = { id: number; name: string }

export type UserAccount = UserSummary & {
  /** When it was closed; null: it is open. */
  closedAt: string | null
  emailProblem: EmailProblem | null
  referredBy: { id: number; username: string } | null
  /** Masked. */
  payoutAddress: string | null
  preferences: Preferences
  /** A subscription will be charged again. */
  renews: boolean
  /** Whom the admin who asks cannot do this to: themselves. */
  isYou: boolean
}

export type UserPurchase = {
  id: number
  product: Named
  amount: number
  refundedAmount: number
  status: PaymentStatus
  purchaseType: PurchaseType
  provider: (typeof PAYMENT_PROVIDERS)[number]
  needsAttention: boolean
  date: string
}

export type UserDevice = { id: number; suffix: string; network: string; lastSeenAt: string }

export type UserGrant = {
  id: number
  product: Named
  accessType: (typeof ACCESS_TYPES)[number]
  status: (typeof GRANT_STATUSES)[number]
  /** Whether it opens its product now. */
  isOpen: boolean
  givenAt: string
  expiresAt: string | null
  notes: string | null
  paymentId: number | null
  /** Given by hand and active: what may be revoked here. */
  isRevocable: boolean
  licence: {
    id: number
    /** The last signs of the key. */
    suffix: string
    status: (typeof LICENCE_STATUSES)[number]
    deviceLimit: number
    devices: UserDevice[]
  } | null
}

export type UserSubscription = {
  id: number
  product: Named
  status: SubscriptionStatus
  provider: (typeof PAYMENT_PROVIDERS)[number]
  /** USD; 0 of months paid in advance. */
  monthlyPrice: number
  startDate: string
  periodEnd: string
  /** Whether it is charged again at the period's end. */
  renews: boolean
}

export type UserDownload = {
  id: number
  product: Named
  version: string
  via: 'session' | 'link' | 'emergency'
  ip: string | null
  at: string
}

export type UserMail = {
  id: number
  template: string
  to: string
  status: DeliveryStatus
  lastError: string | null
  createdAt: string
  sentAt: string | null
  outcome: DeliveryOutcome | null
}

export type UserCommission = {
  id: number
  /** Negative for one that is taken back. */
  amount: number
  status: ReferralStatus
  paymentId: number | null
  createdAt: string
  paidAt: string | null
}

export type UserNote = {
  id: number
  text: string
  author: { id: number; username: string } | null
  /** Whether the admin who asks wrote it, and may delete it. */
  isOwn: boolean
  createdAt: string
}

/** What was done to the account, or by its owner to it. */
export type UserHistoryEntry = {
  id: number
  action: string
  actor: { id: number; username: string | null } | null
  /** JSON text, as the log has it. */
  before: string | null
  after: string | null
  ip: string | null
  at: string
}

export type Page<Row> = { data: Row[]; nextCursor: number | null }

/** An account with everything around it, the first page of each list. */
export type UserDetail = {
  account: UserAccount
  purchases: Page<UserPurchase>
  grants: Page<UserGrant>
  subscriptions: Page<UserSubscription>
  downloads: Page<UserDownload>
  mails: Page<UserMail>
  commissions: Page<UserCommission>
  /** People who registered with the code, and the sums of the commissions in USD. */
  referrals: { registered: number; pending: number; payable: number; paid: number }
  sessions: SessionView[]
  notes: Page<UserNote>
  history: Page<UserHistoryEntry>
}

const reason = (words: string) => z.string().trim().min(3, words).max(500, 'At most 500 characters')

export const deactivateSchema = z.object({ reason: reason('Say why, for the other admins') })
export type Deactivate = z.infer<typeof deactivateSchema>

export const endSessionsSchema = z.object({
  /** A session's handle; all of them where none is named. */
  session: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'This is not the id of a session')
    .optional(),
})

export const giveAccessSchema = z.object({
  productId: z.number({ error: 'Please choose a product' }).int().positive(),
  type: z.enum(HAND_GIVEN),
  notes: reason('Say why, for the books'),
  /** An instant to come; none: for good. */
  expiresAt: z.iso.datetime({ offset: true, error: 'This is not a valid date' }).nullish(),
})
export type GiveAccess = z.infer<typeof giveAccessSchema>

export const noteSchema = z.object({
  text: z.string().trim().min(1, 'Write something').max(2000, 'At most 2000 characters'),
})
export type WriteNote = z.infer<typeof noteSchema>

/** A role opens the whole shop: who changes one confirms with their password. */
export const roleSchema = z.object({
  currentPassword: z.string().min(1, 'Enter your current password').max(256),
})
export type ChangeRole = z.infer<typeof roleSchema>
