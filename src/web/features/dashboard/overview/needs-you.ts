import type { MyProduct } from '#shared/access/contract.ts'
import type { Profile } from '#shared/accounts/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'

/** A renewal or an end is announced this long before it. */
const SOON_MS = 7 * DAY

export type Need =
  | { kind: 'failed-payment'; subscription: Subscription }
  | { kind: 'email-problem'; email: string; problem: NonNullable<Profile['emailProblem']> }
  | { kind: 'confirm-address'; address: string }
  | { kind: 'renewal'; subscription: Subscription; at: string }
  | { kind: 'prepaid-end'; subscription: Subscription; at: string }
  | { kind: 'updates'; products: readonly MyProduct[] }

export type OverviewData = {
  profile?: Profile | undefined
  subscriptions?: readonly Subscription[] | undefined
  products?: readonly MyProduct[] | undefined
}

/**
 * What the owner has to do or to know now, the most urgent first. Lists that are not known yet add nothing. `now` in
 * epoch milliseconds.
 */
export function needsYou({ profile, subscriptions = [], products = [] }: OverviewData, now: number): Need[] {
  const updates = products.filter(({ isNew, fileName }) => isNew && fileName !== null)
  return [
    ...subscriptions
      .filter(({ status }) => status === 'past_due' || status === 'unpaid')
      .map((subscription): Need => ({ kind: 'failed-payment', subscription })),
    ...addressNeed(profile),
    ...subscriptions.flatMap((subscription) => dateNeed(subscription, now)),
    ...(updates.length > 0 ? [{ kind: 'updates' as const, products: updates }] : []),
  ]
}

function addressNeed(profile: Profile | undefined): Need[] {
  if (!profile) return []
  const { email, emailProblem, emailVerified, pendingEmail } = profile
  if (emailProblem) return [{ kind: 'email-problem', email, problem: emailProblem }]
  if (pendingEmail !== null) return [{ kind: 'confirm-address', address: pendingEmail }]
  return emailVerified ? [] : [{ kind: 'confirm-address', address: email }]
}

function dateNeed(subscription: Subscription, now: number): Need[] {
  const { status, nextBillingDate, endsAt, prepaid, reversed } = subscription
  const isSoon = (at: string | null): at is string =>
    at !== null && Date.parse(at) > now && Date.parse(at) <= now + SOON_MS
  if ((status !== 'active' && status !== 'trialing') || reversed !== null) return []
  if (prepaid) return isSoon(endsAt) ? [{ kind: 'prepaid-end', subscription, at: endsAt }] : []
  // A cancelled subscription ends as its owner chose.
  return endsAt === null && isSoon(nextBillingDate)
    ? [{ kind: 'renewal', subscription, at: nextBillingDate }]
    : []
}
