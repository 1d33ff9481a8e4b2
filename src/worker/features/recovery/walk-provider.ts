import { subjectOf, wasHealed } from '#shared/recovery/rules.ts'
import { describeError } from '../../core/describe-error.ts'
import { logError } from '../../core/log-error.ts'
import type { NewFinding } from '../../db/findings.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { type About, type PaymentProvider, ProviderDown } from '../../providers/payment-provider.ts'
import { followProvider } from '../payments/webhooks/follow-provider.ts'

/** Provider objects per portion. Each costs up to ten subrequests, of which an invocation has 1000. */
const PORTION = 40

export type Walked = {
  checked: number
  healed: number
  found: NewFinding[]
  /** The number of objects that are done; null where all are done, or the provider does not respond any more. */
  next: number | null
  error: string | null
}

/**
 * Processes a portion of everything that a provider lists since `since`, one object after the other: a subscription's
 * checkout comes before its renewals, and a payment before its refunds and disputes. An object that fails is recorded
 * and left to the next run. A provider that does not respond ends its stage of this run.
 */
export async function walkProvider(
  deps: ShopDeps,
  provider: PaymentProvider,
  since: number,
  after: number,
  now: number,
): Promise<Walked> {
  const walked: Walked = { checked: 0, healed: 0, found: [], next: null, error: null }
  const errors: string[] = []
  let position = 0
  try {
    for await (const about of distinct(provider.listSince(since))) {
      position += 1
      if (position <= after) continue
      if (walked.checked === PORTION) {
        walked.next = after + PORTION
        break
      }
      walked.checked += 1
      try {
        const outcome = await followProvider(deps, provider, about, 'reconciliation', now)
        if (wasHealed(outcome)) walked.healed += 1
        if (outcome.startsWith('unmatched')) walked.found.push(...(await unmatched(provider, about, outcome)))
      } catch (error) {
        if (error instanceof ProviderDown) throw error
        errors.push(`${nameOf(about)}: ${describeError(error)}`)
      }
    }
  } catch (error) {
    errors.push(describeError(error))
  }
  if (errors.length > 0) {
    walked.error = `${provider.name}: ${errors.join('; ')}`.slice(0, 500)
    logError('walk-provider', { error: walked.error })
  }
  return walked
}

/** Skips repeated objects: several lists may name the same one. */
async function* distinct(abouts: AsyncIterable<About>): AsyncGenerator<About> {
  const known = new Set<string>()
  for await (const about of abouts) {
    const key = JSON.stringify(about)
    if (about.kind === 'nothing-we-act-on' || known.has(key)) continue
    known.add(key)
    yield about
  }
}

/** A finding for a person: money at a provider for an order of this shop, without a payment in our tables. */
async function unmatched(provider: PaymentProvider, about: About, reason: string): Promise<NewFinding[]> {
  if (about.kind !== 'checkout' || (about.reference === null && about.hosted === null)) return []
  const observed = await provider.observe(about.checkoutId)
  if (observed.kind !== 'paid') return []
  const { amountCents, refundedCents, currency, email } = observed
  if (refundedCents !== null && refundedCents >= amountCents) return []
  const subject = subjectOf('checkout', `${provider.name}:${about.checkoutId}`)
  const details = { reason, amountCents, currency, email, reference: about.reference, hosted: about.hosted }
  return [{ kind: 'needs-attention', subject, details }]
}

const nameOf = (about: About): string =>
  about.kind === 'checkout'
    ? about.checkoutId
    : about.kind === 'invoice'
      ? about.invoiceId
      : about.kind === 'money'
        ? about.intentId
        : about.kind
