import { z } from 'zod'
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '#shared/payments/contract.ts'
import { FINDING_KINDS } from './terms.ts'

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
  /** The reason why the payment is not settled. */
  message: z.string(),
  /** The owner of the next step: the sweep or an admin. */
  owner: z.enum(['sweep', 'admin']),
  /** Whether Complete can end it. Else it is closed on its order. */
  canComplete: z.boolean(),
  status: z.enum(PAYMENT_STATUSES),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** USD. */
  amount: z.number(),
  productName: z.string(),
  userId: z.number().int().nullable(),
  email: z.string().nullable(),
  createdAt: z.string(),
  /** When the sweep next checks the payment at the provider; null: never. */
  nextCheckAt: z.string().nullable(),
})
export type PendingPayment = z.infer<typeof pendingPaymentSchema>

export const recoverSchema = z.object({
  /** `nextCursor` of the previous portion. */
  cursor: z.number().int().positive().nullish(),
})

export const completeSchema = z.object({
  /** The admin knows the provider's status, and completes the payment despite it. */
  confirm: z.boolean().default(false),
  /** To clear a flag: the payment's revision in the question. A flag that was raised later is not cleared. */
  revision: z.number().int().optional(),
})

/** `data` of the 409 that asks the admin to confirm what they know of `revision`. `clearsFlag`: only its flag is cleared. */
export const completeQuestionSchema = z.object({
  code: z.literal('confirm'),
  clearsFlag: z.boolean(),
  revision: z.number().int().optional(),
})
export type CompleteQuestion = z.infer<typeof completeQuestionSchema>

/** The nightly run covers this many days, and more after nights without a complete run. */
export const NIGHTLY_DAYS = 3

/** Stripe keeps events for this long. */
export const MAX_RUN_DAYS = 30

export const reconcileSchema = z.object({
  /** How many days back the providers' lists are read. */
  days: z.number().int().min(1).max(MAX_RUN_DAYS).default(NIGHTLY_DAYS),
})

export const repairSchema = z.object({
  /** An admin resolved the finding outside the shop. Closes only a finding that the shop cannot repair. */
  done: z.boolean().default(false),
})

/** The error of a run whose next queue message was lost. */
export const LOST_RUN = 'The next message of this run was lost. Start another one.'

export const runSchema = z.object({
  id: z.number().int(),
  /** The admin who started the run; null: the nightly run. */
  actorId: z.number().int().nullable(),
  since: z.string(),
  startedAt: z.string(),
  /** Null: the run is in progress. */
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
/** An id, as text from a form or as a number. */
const deliveryId = z
  .union([z.string(), z.number()], DELIVERY_FIELDS)
  .transform((value) => String(value).trim())
  .pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/, DELIVERY_FIELDS)
      .transform(Number),
  )

/** A product given by hand, and the email address for its link. */
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

/** The result of a delivery by hand. */
export const deliveredSchema = z.object({
  /** False where the user had access already. */
  granted: z.boolean(),
  mailed: z.boolean(),
  /** The key of the mail, for watching its delivery status. */
  deliveryKey: z.string(),
  downloadLink: z.string(),
})
export type Delivered = z.infer<typeof deliveredSchema>

/** The queue message for one portion of a run. The position of the run is stored only in this message. */
export const reconcileJobSchema = z.object({
  type: z.literal('reconcile'),
  runId: z.number().int(),
  /** A stage of `stagesOf`: a provider's name, the name of a book, `attention` or `finish`. */
  stage: z.string(),
  /** For a provider the number of objects compared so far; for a book the last row's id. */
  after: z.number().int().min(0),
})
export type ReconcileJob = z.infer<typeof reconcileJobSchema>
