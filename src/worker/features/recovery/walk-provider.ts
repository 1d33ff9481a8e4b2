import { subjectOf, wasHealed } from '#shared/recovery/rules.ts'
import { describeError } from '../../core/describe-error.ts'
import { logError } from '../../core/log-error.ts'
import type { NewFinding } from '../../db/findings.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { type About, type PaymentProvider, ProviderDown } from '../../providers/payment-provider.ts'
import { followProvider } from '../payments/webhooks/follow-provider.ts'

/** So many of a provider's objects are compared at once: each costs up to ten calls, of which an invocation has 1000. */
const PORTION = 40

export type Walked = {
  checked: number
  healed: number
  found: NewFinding[]
  /** How many of the provider's objects are through; null: all, or it does not answer any more. */
  next: number | null
  error: string | null
}

/**
 * Follows a portion of everything that a provider lists since then, one after the other: a subscription's checkout comes
 * before its renewals, and what is known before what became of its money. An object that fails is noted and left for the
 * next run; a provider that does not answer ends its part of this one.
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

/** Several lists may name one object. */
async function* distinct(abouts: AsyncIterable<About>): AsyncGenerator<About> {
  const known = new Set<string>()
  for await (const about of abouts) {
    const key = JSON.stringify(about)
    if (about.kind === 'nothing-we-act-on' || known.has(key)) continue
    known.add(key)
    yield about
  }
}

/** Money at a provider, for something that was ordered here, and no payment of ours: a person must see to it. */
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
