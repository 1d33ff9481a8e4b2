import { expect, test } from 'vitest'
import type { MyProduct } from '#shared/access/contract.ts'
import type { Profile } from '#shared/accounts/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { needsYou, type OverviewData } from './needs-you.ts'

const NOW = Date.parse('2026-11-28T12:00:00.000Z')
const inDays = (days: number) => new Date(NOW + days * DAY).toISOString()

const profile = (changes: Partial<Profile> = {}) =>
  ({
    email: 'sam@example.com',
    emailVerified: true,
    pendingEmail: null,
    emailProblem: null,
    ...changes,
  }) as Profile
const subscription = (changes: Partial<Subscription> = {}) =>
  ({
    status: 'active',
    nextBillingDate: inDays(20),
    endsAt: null,
    prepaid: false,
    reversed: null,
    ...changes,
  }) as Subscription
const product = (isNew: boolean, fileName: string | null = 'a.zip') => ({ isNew, fileName }) as MyProduct

const kinds = (data: OverviewData) => needsYou(data, NOW).map(({ kind }) => kind)

test('nothing is listed while nothing is loaded, and when nothing is to do', () => {
  expect(kinds({})).toEqual([])
  expect(
    kinds({
      profile: profile(),
      subscriptions: [subscription()],
      products: [product(false), product(true, null)],
    }),
  ).toEqual([])
})

test('everything at once is listed by urgency, and several updates once', () => {
  expect(
    kinds({
      profile: profile({ emailVerified: false }),
      subscriptions: [
        subscription({ nextBillingDate: inDays(3) }),
        subscription({ prepaid: true, nextBillingDate: null, endsAt: inDays(6) }),
        subscription({ status: 'past_due' }),
      ],
      products: [product(true), product(false), product(true)],
    }),
  ).toEqual(['failed-payment', 'confirm-address', 'renewal', 'prepaid-end', 'updates'])
})

test.each([
  ['in eight days', { nextBillingDate: inDays(8) }],
  ['in the past', { nextBillingDate: inDays(-1) }],
  ['never: it was cancelled', { nextBillingDate: inDays(3), endsAt: inDays(3) }],
  ['of a refunded payment', { nextBillingDate: inDays(3), reversed: 'refunded' }],
] as const)('a renewal %s is not announced', (_case, changes) => {
  expect(kinds({ subscriptions: [subscription(changes)] })).toEqual([])
})

test('an address whose mails bounce is not asked to be confirmed; a new address is', () => {
  const emailProblem: Profile['emailProblem'] = { reason: 'bounced', since: inDays(-1) }
  expect(kinds({ profile: profile({ emailVerified: false, emailProblem }) })).toEqual(['email-problem'])
  expect(needsYou({ profile: profile({ pendingEmail: 'new@example.com' }) }, NOW)).toEqual([
    { kind: 'confirm-address', address: 'new@example.com' },
  ])
})
