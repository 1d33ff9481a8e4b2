import { z } from 'zod'
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '#shared/payments/contract.ts'

export const FINDING_KINDS = [
  'paid-no-access',
  'access-not-paid',
  'refunded-still-active',
  'commission-without-sale',
  'sale-without-commission',
  'ledger-off',
  'coupon-off',
  'needs-attention',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** What does not agree, in plain words. */
export const FINDING_TITLES: Record<FindingKind, string> = {
  'paid-no-access': 'Paid, but no access',
  'access-not-paid': 'Access without a payment',
  'refunded-still-active': 'Refunded, but still open',
  'commission-without-sale': 'Commission without a sale',
  'sale-without-commission': 'Sale without its commission',
  'ledger-off': 'Ledger does not add up',
  'coupon-off': 'Coupon miscounted',
  'needs-attention': 'Needs attention',
}

/** The number of a payment as an admin types it. */
export const completePaymentSchema = z.object({
  paymentId: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,14}$/, 'Invalid payment ID')
    .transform(Number),
})

export const pendingPaymentSchema = z.object({
  paymentId: z.number().int(),
  /** What it waits for. */
  message: z.string(),
  /** Who resolves it: the sweep, or an admin. */
  owner: z.enum(['sweep', 'admin']),
  status: z.enum(PAYMENT_STATUSES),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** USD. */
  amount: z.number(),
  productName: z.string(),
  userId: z.number().int().nullable(),
  email: z.string().nullable(),
  createdAt: z.string(),
  /** When the sweep asks the provider next; null: it does not. */
  nextCheckAt: z.string().nullable(),
})
export type PendingPayment = z.infer<typeof pendingPaymentSchema>

export const recoverSchema = z.object({
  /** `nextCursor` of the portion before. */
  cursor: z.number().int().positive().nullish(),
})

export const completeSchema = z.object({
  /** The admin knows what the provider says, and completes it all the same. */
  confirm: z.boolean().default(false),
})

export const reconcileSchema = z.object({
  /** How far back the providers' lists are walked. */
  days: z.number().int().min(1).max(30).default(3),
})

export const repairSchema = z.object({
  /** An admin has seen to it by other means: only what nothing here can repair is closed by that. */
  done: z.boolean().default(false),
})

/** The error of a run whose next message never came. */
export const LOST_RUN = 'The next message of this run was lost. Start another one.'

export const runSchema = z.object({
  id: z.number().int(),
  /** The admin who asked for it; null: the nightly one. */
  actorId: z.number().int().nullable(),
  since: z.string(),
  startedAt: z.string(),
  /** Null: it is under way. */
  finishedAt: z.string().nullable(),
  checked: z.number().int(),
  healed: z.number().int(),
  found: z.number().int(),
  lastError: z.string().nullable(),
})
export type Run = z.infer<typeof runSchema>

export const findingSchema = z.object({
  id: z.number().int(),
  kind: z.enum(FINDING_KINDS),
  /** For example `payment:41`. */
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  foundAt: z.string(),
  lastSeenAt: z.string(),
  resolvedAt: z.string().nullable(),
  resolution: z.string().nullable(),
  resolvedBy: z.number().int().nullable(),
})
export type Finding = z.infer<typeof findingSchema>

const DELIVERY_FIELDS = 'All fields are required. User ID and Product ID must be numbers.'
/** As a form's text or as a number. */
const deliveryId = z
  .union([z.string(), z.number()], DELIVERY_FIELDS)
  .transform((value) => String(value).trim())
  .pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/, DELIVERY_FIELDS)
      .transform(Number),
  )

/** A product given by hand, and where its link goes. */
export const deliverSchema = z.object({
  userId: deliveryId,
  productId: deliveryId,
  email: z
    .string(DELIVERY_FIELDS)
    .trim()
    .min(1, DELIVERY_FIELDS)
    .max(254)
    .pipe(z.email('Invalid email address')),
})
export type Deliver = z.infer<typeof deliverSchema>

export const RESEND_IDS = 'User ID and Product ID must be valid numbers'

export const resendSchema = z.object({
  /** Blank: the account's own address. */
  email: z
    .string()
    .trim()
    .max(254)
    .transform((text) => text || undefined)
    .pipe(z.email('Invalid email address').optional())
    .nullish(),
})

/** What was done of a delivery by hand. */
export const deliveredSchema = z.object({
  /** False where they had access already. */
  granted: z.boolean(),
  mailed: z.boolean(),
  /** Of the mail, to watch it by. */
  deliveryKey: z.string(),
  downloadLink: z.string(),
})
export type Delivered = z.infer<typeof deliveredSchema>

/** One portion of a run, as it travels through the queue; where the run stands is in the message alone. */
export const reconcileJobSchema = z.object({
  type: z.literal('reconcile'),
  runId: z.number().int(),
  /** A provider's name, what of the books is compared, or `finish`. */
  stage: z.string(),
  /** Of a provider how many of its objects were compared; of the books the last row's id. */
  after: z.number().int().min(0),
})
export type ReconcileJob = z.infer<typeof reconcileJobSchema>
