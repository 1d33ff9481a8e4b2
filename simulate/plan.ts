// The plan of a simulated run. It depends only on the seed, not on results: the same seed gives the same plan.
import type { Faults } from '../sandbox/faults/faults.ts'
import { random } from '../src/worker/testing/random.ts'

/** The actions of customers, guests, admins, banks and attackers, with their relative frequencies. */
export const ACTIONS = {
  register: 3,
  verify: 2,
  'buy-by-card': 9,
  'buy-by-crypto': 9,
  'guest-by-card': 4,
  'guest-by-crypto': 4,
  return: 5,
  'finish-crypto': 6,
  'pay-balance': 5,
  'take-money-back': 4,
  'finish-delayed-card': 2,
  'ask-refund': 5,
  'decide-refund': 3,
  'admin-refund': 3,
  'complete-by-hand': 2,
  'refund-at-provider': 3,
  'fail-refund': 1,
  dispute: 2,
  'end-dispute': 3,
  renew: 4,
  'fail-renewal': 2,
  'cancel-subscription': 2,
  'resume-subscription': 1,
  'end-at-provider': 1,
  'renew-prepaid': 2,
  download: 3,
  'delete-account': 1,
  'forge-webhook': 1,
  'read-foreign-payment': 1,
} as const
export type Action = keyof typeof ACTIONS

/** `pick` selects among the people and objects that exist at that time, so that a plan needs no results. */
export type Step = { action: Action; pick: number }

export type Fault =
  | { kind: 'sandbox'; faults: Partial<Faults> }
  | { kind: 'kill'; process: 'workerd' | 'node' }
  | { kind: 'clock'; byMs: number }

/**
 * The steps run in parallel. A sandbox fault ends before the next moment. A kill happens during the steps. A change of
 * the clock stays.
 */
export type Moment = { index: number; steps: Step[]; fault: Fault | null }

const DAY_MS = 86_400_000
/** Maximum distance of the clock from its start, in either direction. */
export const CLOCK_RANGE_MS = DAY_MS
const MOST_AT_ONCE = 8

/** An endless plan. About half of its moments have a fault. */
export function* plan(seed: number): Generator<Moment, never> {
  const next = random(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const oneOf = <T>(all: readonly [T, ...T[]]): T => all[below(all.length)] ?? all[0]
  const usual = Object.entries(ACTIONS).flatMap(([action, weight]) =>
    Array.from({ length: weight }, () => action as Action),
  )
  const step = (): Step => ({ action: usual[below(usual.length)] ?? 'return', pick: below(1_000_000) })
  let movedMs = 0
  const fault = (): Fault | null => {
    const dice = next()
    if (dice < 0.5) return null
    if (dice < 0.54) return { kind: 'kill', process: oneOf(['workerd', 'node']) }
    if (dice < 0.6) {
      const to = Math.round((next() * 2 - 1) * CLOCK_RANGE_MS)
      const byMs = to - movedMs
      movedMs = to
      return { kind: 'clock', byMs }
    }
    const few = 1 + below(3)
    return {
      kind: 'sandbox',
      faults: oneOf<Partial<Faults>>([
        { webhooks: 'drop' },
        { webhooks: 'hold' },
        { duplicate: 1 + below(4), reorder: true },
        { delayMs: 200 + below(3_000), reorder: true },
        { stripeApi: 'fail', stripeApiFailures: few },
        { stripeApi: 'fail-after-accept', stripeApiFailures: few },
        { stripeApi: 'cut-off', stripeApiFailures: few },
        { stripeApi: 'slow', stripeApiFailures: 1 },
        { cryptoApi: 'fail', cryptoApiFailures: few },
        { cryptoApi: 'fail-after-accept', cryptoApiFailures: few },
        { cryptoApi: 'cut-off', cryptoApiFailures: few },
        { cryptoApi: 'slow', cryptoApiFailures: 1 },
        { mail: 'fail', mailFailures: few },
        { mail: 'rate-limit', mailFailures: few },
        { mail: 'fail-after-accept', mailFailures: few },
      ]),
    }
  }
  for (let index = 0; ; index += 1) {
    // The first moments only register customers, without a fault: later actions need customers.
    if (index < 2) {
      const steps = Array.from({ length: 3 }, (): Step => ({ action: 'register', pick: below(1_000_000) }))
      yield { index, steps, fault: null }
      continue
    }
    yield { index, steps: Array.from({ length: 1 + below(MOST_AT_ONCE) }, step), fault: fault() }
  }
}
