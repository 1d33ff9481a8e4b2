import { z } from 'zod'

/** The fate of an accepted mail. bounce: permanent, the mailbox does not exist. soft-bounce: temporary. */
export const mailFates = [
  'deliver',
  'delay',
  'bounce',
  'soft-bounce',
  'complain',
  'suppress',
  'fail',
] as const
export type MailFate = (typeof mailFates)[number]

/** The faults that can be set. `…Failures` is the number of calls that will still fail; null: until the reset. */
export const faultsSchema = z.strictObject({
  /** drop: recorded, never sent. hold: kept until 'deliver' or a resend. */
  webhooks: z.enum(['deliver', 'drop', 'hold']),
  /** Extra copies of each delivery, sent at the same moment. */
  duplicate: z.int().min(0).max(20),
  /** Milliseconds between an event and its first delivery. */
  delayMs: z.int().min(0).max(600_000),
  /** Shuffle the deliveries that are due together. */
  reorder: z.boolean(),
  mail: z.enum(['ok', 'fail', 'rate-limit', 'slow', 'fail-after-accept']),
  mailFailures: z.int().min(0).nullable(),
  /** By email address, in lower case. All other addresses get their mail. */
  mailFates: z.record(z.string().toLowerCase(), z.enum(mailFates)),
  /** fail-after-accept: the call is carried out, but its response is lost. cut-off: half of the response arrives. */
  stripeApi: z.enum(['ok', 'fail', 'slow', 'fail-after-accept', 'cut-off']),
  stripeApiFailures: z.int().min(0).nullable(),
  /** Same modes as `stripeApi`, for both crypto providers. */
  cryptoApi: z.enum(['ok', 'fail', 'slow', 'fail-after-accept', 'cut-off']),
  cryptoApiFailures: z.int().min(0).nullable(),
  /** Stripe Tax gives no amount: the status of its computation. */
  tax: z.enum(['ok', 'failed', 'requires_location_inputs']),
  /** The next session that is paid shows this amount (cents) or currency. */
  tamper: z
    .strictObject({ amount: z.int().min(0).optional(), currency: z.string().length(3).optional() })
    .nullable(),
})

export type Faults = z.infer<typeof faultsSchema>
/** The services whose calls can fail. */
export type Service = 'mail' | 'stripeApi' | 'cryptoApi'
export const faultsPatchSchema = faultsSchema.partial()

/** No faults. */
export const noFaults: Faults = {
  webhooks: 'deliver',
  duplicate: 0,
  delayMs: 0,
  reorder: false,
  mail: 'ok',
  mailFailures: null,
  mailFates: {},
  stripeApi: 'ok',
  stripeApiFailures: null,
  cryptoApi: 'ok',
  cryptoApiFailures: null,
  tax: 'ok',
  tamper: null,
}

/** Merges a change. A number of failures without a mode sets the mode `fail`. */
export function mergeFaults(current: Faults, patch: Partial<Faults>): Faults {
  const next = { ...current, ...patch }
  if (patch.mailFailures && next.mail === 'ok') next.mail = 'fail'
  if (patch.stripeApiFailures && next.stripeApi === 'ok') next.stripeApi = 'fail'
  if (patch.cryptoApiFailures && next.cryptoApi === 'ok') next.cryptoApi = 'fail'
  return next
}

/** The mode that applies to one call, and the faults that remain after it. */
export function spend<One extends Service>(
  faults: Faults,
  service: One,
): { mode: Faults[One]; rest: Faults } {
  const counter = `${service}Failures` as const
  const left = faults[counter]
  if (faults[service] === 'ok' || left === null) return { mode: faults[service], rest: faults }
  if (left === 0) return { mode: 'ok', rest: { ...faults, [service]: 'ok', [counter]: null } }
  const last = left === 1
  return {
    mode: faults[service],
    rest: { ...faults, [service]: last ? 'ok' : faults[service], [counter]: last ? null : left - 1 },
  }
}
