import { z } from 'zod'
import type { ACCESS_TYPES, GRANT_STATUSES } from '#shared/access/contract.ts'
import type { Preferences, SessionView } from '#shared/accounts/contract.ts'
import { STAFF_ROLES, type StaffRole } from '#shared/core/staff-roles.ts'
import type { DeliveryOutcome, DeliveryStatus, EmailProblem } from '#shared/email/contract.ts'
import type { LICENCE_STATUSES } from '#shared/licences/contract.ts'
import type { PAYMENT_PROVIDERS, PaymentStatus, PurchaseType } from '#shared/payments/contract.ts'
import type { ReferralStatus } from '#shared/referrals/contract.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'

export const CLOSED_STATES = ['deactivated', 'deleted'] as const
export type UserState = 'active' | (typeof CLOSED_STATES)[number]

/** The kinds of access that an admin can give by hand: as support (`admin`) or as a gift (`free`). */
export const HAND_GIVEN = ['admin', 'free'] as const

/** An account in the list. */
export type UserSummary = {
  id: number
  username: string
  email: string
  isAdmin: boolean
  /** What an admin may do; null: the account is none. */
  staffRole: StaffRole | null
  createdAt: string
  referralCode: string
  referralUrl: string
  emailVerified: boolean
  state: UserState
  /** Another open account has a name that looks the same; null: none is known. Accounts older than this check have no mark. */
  looksLike: 'another' | 'staff' | null
  /** The domain of the address is written in punycode, or a part of it mixes alphabets. */
  emailDomainMark: 'punycode' | 'mixed' | null
  /** The number of paid payments, and their sum in USD after refunds. */
  purchases: number
  spent: number
}

type Named = { id: number; name: string }

export type UserAccount = UserSummary & {
  /** When the account was closed; null: it is open. */
  closedAt: string | null
  emailProblem: EmailProblem | null
  referredBy: { id: number; username: string } | null
  /** Masked; null also for a member of staff who does not pay out. */
  payoutAddress: string | null
  preferences: Preferences
  /** Whether a subscription of the account will be charged again. */
  renews: boolean
  /** Whether this is the requesting admin's own account, for which some actions are not available. */
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
  /** Whether the grant opens its product now. */
  isOpen: boolean
  givenAt: string
  expiresAt: string | null
  notes: string | null
  paymentId: number | null
  /** Whether an admin can revoke the grant here: it is active and was given by hand. */
  isRevocable: boolean
  licence: {
    id: number
    /** The last characters of the key. */
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
  /** USD. The price of a month, also where months are paid in advance. */
  monthlyPrice: number
  startDate: string
  periodEnd: string
  /** Whether the subscription is charged again at the period's end. */
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
  /** USD; negative for a reversal. */
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
  /** Whether the requesting admin wrote the note, and can delete it. */
  isOwn: boolean
  createdAt: string
}

/** An action on the account, by its owner or an admin. */
export type UserHistoryEntry = {
  id: number
  action: string
  actor: { id: number; username: string | null } | null
  /** What authorized the actor where it was not the account itself: `admin key`. */
  via: string | null
  /** JSON text, as in the audit log. */
  before: string | null
  after: string | null
  ip: string | null
  at: string
}

export type Page<Row> = { data: Row[]; nextCursor: number | null }

/** An account with all related data: the first page of each list. */
export type UserDetail = {
  account: UserAccount
  purchases: Page<UserPurchase>
  grants: Page<UserGrant>
  subscriptions: Page<UserSubscription>
  downloads: Page<UserDownload>
  mails: Page<UserMail>
  commissions: Page<UserCommission>
  /** The number of people who registered with the code, and the sums of the commissions in USD. */
  referrals: { registered: number; pending: number; payable: number; paid: number }
  sessions: SessionView[]
  notes: Page<UserNote>
  history: Page<UserHistoryEntry>
}

const reason = (message: string) => z.string().trim().min(3, message).max(500, 'At most 500 characters')

export const deactivateSchema = z.object({ reason: reason('Say why, for the other admins') })
export type Deactivate = z.infer<typeof deactivateSchema>

export const endSessionsSchema = z.object({
  /** A session's handle; absent: all sessions. */
  session: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'This is not the id of a session')
    .optional(),
})

export const giveAccessSchema = z.object({
  productId: z.number({ error: 'Please choose a product' }).int().positive(),
  type: z.enum(HAND_GIVEN),
  notes: reason('Say why: the reason is stored with the access'),
  /** An instant in the future; absent: permanent. */
  expiresAt: z.iso.datetime({ offset: true, error: 'This is not a valid date' }).nullish(),
})
export type GiveAccess = z.infer<typeof giveAccessSchema>

export const noteSchema = z.object({
  text: z.string().trim().min(1, 'Write something').max(2000, 'At most 2000 characters'),
})
export type WriteNote = z.infer<typeof noteSchema>

/** The admin role gives access to the whole shop, so an admin confirms a role change with their password. */
export const roleSchema = z.object({
  currentPassword: z.string().min(1, 'Enter your current password').max(256),
  /** The new role of an admin; without it an owner. Ignored where an admin is demoted. */
  role: z.enum(STAFF_ROLES).optional(),
})
export type ChangeRole = z.infer<typeof roleSchema>
