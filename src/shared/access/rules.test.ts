import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/subscriptions/contract.ts'
import { runs } from '../../worker/testing/depth.ts'
import {
  accessTo,
  GRACE_MS,
  includedRelease,
  isLive,
  type OfferedRelease,
  type OwnedGrant,
  ownPurchase,
  RENEWAL_SLACK_MS,
  type SubscriptionState,
} from './rules.ts'

const NOW = Date.UTC(2026, 10, 20)
const SCRIPT = 7
const OTHER = 8

const anOwnedGrant = (more: Partial<OwnedGrant> = {}): OwnedGrant => ({
  grantId: 1,
  scriptId: SCRIPT,
  tier: 'script',
  isActive: true,
  expiresAt: null,
  subscription: null,
  purchasedAt: NOW - 10 * DAY,
  ...more,
})
const aSubscription = (more: Partial<SubscriptionState> = {}): SubscriptionState => ({
  status: 'active',
  cancelAtPeriodEnd: false,
  cancelAt: null,
  pastDueSince: null,
  currentPeriodStart: NOW - 10 * DAY,
  currentPeriodEnd: NOW + 20 * DAY,
  trialEndsAt: null,
  ...more,
})
const premium = (subscription: Partial<SubscriptionState> = {}, more: Partial<OwnedGrant> = {}) =>
  anOwnedGrant({ scriptId: PREMIUM_ID, tier: 'premium', subscription: aSubscription(subscription), ...more })
const lifetime = (more: Partial<OwnedGrant> = {}) =>
  anOwnedGrant({ scriptId: LIFETIME_ID, tier: 'lifetime', ...more })

const opens = (productId: number, ownedGrant: OwnedGrant, now = NOW) =>
  accessTo(productId, [ownedGrant], now) !== null

describe('which grants open which products', () => {
  test.each([
    ['a script opens itself', SCRIPT, anOwnedGrant(), 'purchase'],
    ['a script opens no other', OTHER, anOwnedGrant(), null],
    ['a script does not open Premium', PREMIUM_ID, anOwnedGrant(), null],
    ['a script does not open Lifetime', LIFETIME_ID, anOwnedGrant(), null],
    ['Premium opens any script', SCRIPT, premium(), 'premium'],
    ['Premium opens itself', PREMIUM_ID, premium(), 'subscription'],
    ['Premium does not open Lifetime', LIFETIME_ID, premium(), null],
    ['Lifetime opens any script', SCRIPT, lifetime(), 'lifetime'],
    ['Lifetime opens Premium', PREMIUM_ID, lifetime(), 'lifetime'],
    ['Lifetime opens itself', LIFETIME_ID, lifetime(), 'lifetime'],
    [
      'a monthly script opens itself',
      SCRIPT,
      anOwnedGrant({ subscription: aSubscription() }),
      'subscription',
    ],
    ['a monthly script opens no other', OTHER, anOwnedGrant({ subscription: aSubscription() }), null],
    ['a gift of Premium opens a script', SCRIPT, anOwnedGrant({ scriptId: PREMIUM_ID }), 'premium'],
  ])('%s', (_, productId, ownedGrant, source) => {
    expect(accessTo(productId, [ownedGrant], NOW)?.source ?? null).toBe(source)
  })

  test('an inactive grant (refund, dispute, revocation) opens nothing, whatever its other fields are', () => {
    for (const ownedGrant of [anOwnedGrant(), premium(), lifetime()]) {
      for (const productId of [SCRIPT, PREMIUM_ID, LIFETIME_ID]) {
        expect(opens(productId, { ...ownedGrant, isActive: false })).toBe(false)
      }
    }
  })

  test('a grant opens its product before `expiresAt` and not at that instant', () => {
    const ownedGrant = anOwnedGrant({ expiresAt: NOW + 1 })
    expect(opens(SCRIPT, ownedGrant, NOW)).toBe(true)
    expect(opens(SCRIPT, ownedGrant, NOW + 1)).toBe(false)
  })
})

describe('how long a subscription opens its product', () => {
  const end = NOW + 20 * DAY
  test.each([
    ['active: to its end and the time a renewal may take to reach us', {}, end + RENEWAL_SLACK_MS],
    ['on trial: the same', { status: 'trialing' }, end + RENEWAL_SLACK_MS],
    ['cancelled at period end: to the end exactly', { cancelAtPeriodEnd: true }, end],
    [
      'a trial cancelled at its end: to the end exactly',
      { status: 'trialing', cancelAtPeriodEnd: true },
      end,
    ],
    [
      'past due: five days from the first failure',
      { status: 'past_due', pastDueSince: NOW - DAY },
      NOW - DAY + GRACE_MS,
    ],
    [
      'past due without a known failure: five days from the period’s end',
      { status: 'past_due' },
      end + GRACE_MS,
    ],
  ] as const)('%s', (_, subscription, until) => {
    const ownedGrant = premium(subscription)
    expect(opens(SCRIPT, ownedGrant, until - 1)).toBe(true)
    expect(opens(SCRIPT, ownedGrant, until)).toBe(false)
  })

  test.each(['unpaid', 'incomplete', 'incomplete_expired', 'paused', 'canceled'] as const)(
    '%s: not at all',
    (status) => {
      expect(opens(SCRIPT, premium({ status }))).toBe(false)
    },
  )

  test('the grace period is five days, and the slack for a renewal two', () => {
    expect([GRACE_MS, RENEWAL_SLACK_MS]).toEqual([5 * 86_400_000, 2 * 86_400_000])
  })
})

describe('updates', () => {
  const release = (publishedAt: number | null, terms: Partial<OfferedRelease> = {}): OfferedRelease => ({
    publishedAt,
    betaSince: null,
    isBeta: false,
    isSecurityUpdate: false,
    ...terms,
  })

  test.each([
    ['2026-11-30T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
    ['2026-06-30T23:59:59.999Z', '2026-09-30T23:59:59.999Z'],
    ['2027-12-31T00:00:00.000Z', '2028-03-31T00:00:00.000Z'],
  ])(
    'a one-time purchase of %s includes releases up to %s, three calendar months later, to the millisecond',
    (from, to) => {
      const [purchasedAt, until] = [Date.parse(from), Date.parse(to)]
      const access = accessTo(SCRIPT, [anOwnedGrant({ purchasedAt })], until + 400 * DAY)
      expect(access?.updatesUntil).toBe(until)
      const [late, inTime, early] = [release(until + 1), release(until), release(purchasedAt - 900 * DAY)]
      expect(access && includedRelease(access, [late, inTime, early], 'stable')).toBe(inTime)
      expect(access && includedRelease(access, [late, early], 'stable')).toBe(early)
      expect(access && includedRelease(access, [late], 'stable')).toBeUndefined()
    },
  )

  test('Premium and Lifetime include every published release, but no draft', () => {
    for (const ownedGrant of [premium(), lifetime()]) {
      const access = accessTo(SCRIPT, [ownedGrant], NOW)
      const newest = release(NOW + 900 * DAY)
      expect(access && includedRelease(access, [release(null), newest, release(1)], 'stable')).toBe(newest)
      expect(access && includedRelease(access, [release(null)], 'stable')).toBeUndefined()
    }
  })

  describe('and channels', () => {
    const purchase = () => accessTo(SCRIPT, [anOwnedGrant()], NOW) ?? expect.unreachable()
    const end = addMonths(anOwnedGrant().purchasedAt, 3)

    test('a beta version is offered in the beta channel, which gets the newest of both', () => {
      const [stable, beta, newer] = [release(NOW), release(NOW + 1, { isBeta: true }), release(NOW + 2)]
      expect(includedRelease(purchase(), [beta, stable], 'stable')).toBe(stable)
      expect(includedRelease(purchase(), [beta, stable], 'beta')).toBe(beta)
      expect(includedRelease(purchase(), [newer, beta, stable], 'beta')).toBe(newer)
      expect(includedRelease(purchase(), [beta], 'stable')).toBeUndefined()
    })

    test('a security update is included after the updates ended, and a beta version of it only in the beta channel', () => {
      const old = release(NOW)
      const update = release(end + DAY, { isSecurityUpdate: true })
      const beta = release(end + 2 * DAY, { isSecurityUpdate: true, isBeta: true })
      expect(includedRelease(purchase(), [release(end + 3 * DAY), update, old], 'stable')).toBe(update)
      expect(includedRelease(purchase(), [beta, update, old], 'stable')).toBe(update)
      expect(includedRelease(purchase(), [beta, update, old], 'beta')).toBe(beta)
    })

    test('a promoted beta version is included where the beta version was published before the updates ended', () => {
      const old = release(NOW)
      const promoted = release(end + DAY, { betaSince: end })
      expect(includedRelease(purchase(), [promoted, old], 'stable')).toBe(promoted)
      const tooLate = release(end + DAY, { betaSince: end + 1 })
      expect(includedRelease(purchase(), [tooLate, old], 'stable')).toBe(old)
    })
  })

  test('with several purchases of one script, the latest purchase decides the updates', () => {
    const [old, fresh] = [anOwnedGrant({ purchasedAt: NOW - 300 * DAY }), anOwnedGrant({ grantId: 2 })]
    expect(accessTo(SCRIPT, [old, fresh], NOW)).toEqual(accessTo(SCRIPT, [fresh, old], NOW))
    expect(accessTo(SCRIPT, [old, fresh], NOW)?.grantId).toBe(2)
  })
})

describe('a product’s own one-time purchase', () => {
  test('is found beside a plan that opens the product for longer', () => {
    const purchase = anOwnedGrant({ grantId: 9 })
    for (const plan of [premium(), lifetime()]) {
      expect(accessTo(SCRIPT, [purchase, plan], NOW)?.grantId).not.toBe(9)
      expect(ownPurchase(SCRIPT, [purchase, plan], NOW)).toMatchObject({ grantId: 9, source: 'purchase' })
      expect(ownPurchase(SCRIPT, [plan], NOW)).toBeNull()
    }
  })

  test('is not a subscription, a grant with an end, or a revoked grant', () => {
    const monthly = anOwnedGrant({ subscription: aSubscription() })
    const others = [monthly, anOwnedGrant({ expiresAt: NOW + DAY }), anOwnedGrant({ isActive: false })]
    expect(ownPurchase(SCRIPT, others, NOW)).toBeNull()
  })
})

const ownedGrants = fc.record<OwnedGrant>({
  grantId: fc.integer({ min: 1, max: 1e6 }),
  scriptId: fc.constantFrom(PREMIUM_ID, LIFETIME_ID, SCRIPT, OTHER),
  tier: fc.constant('script'),
  isActive: fc.boolean(),
  purchasedAt: fc.integer({ min: NOW - 800 * DAY, max: NOW }),
  expiresAt: fc.option(fc.integer({ min: NOW - 5 * DAY, max: NOW + 5 * DAY })),
  subscription: fc.option(
    fc.record<SubscriptionState>({
      status: fc.constantFrom(...SUBSCRIPTION_STATUSES),
      currentPeriodStart: fc.integer({ min: NOW - 70 * DAY, max: NOW }),
      currentPeriodEnd: fc.integer({ min: NOW - 40 * DAY, max: NOW + 40 * DAY }),
      trialEndsAt: fc.option(fc.integer({ min: NOW - 70 * DAY, max: NOW + 40 * DAY })),
      cancelAtPeriodEnd: fc.boolean(),
      cancelAt: fc.option(fc.integer({ min: NOW - 40 * DAY, max: NOW + 40 * DAY })),
      pastDueSince: fc.option(fc.integer({ min: NOW - 10 * DAY, max: NOW })),
    }),
  ),
})
const products = fc.constantFrom(PREMIUM_ID, LIFETIME_ID, SCRIPT, OTHER, 99)

describe('for any set of grants', () => {
  test('the order of grants does not matter, another grant never removes access, and only a live grant opens', () => {
    fc.assert(
      fc.property(fc.array(ownedGrants, { maxLength: 6 }), ownedGrants, products, (held, more, productId) => {
        const access = accessTo(productId, held, NOW)
        const reversed = accessTo(productId, held.toReversed(), NOW)
        expect(reversed?.updatesUntil).toBe(access?.updatesUntil)
        expect(reversed === null).toBe(access === null)
        if (access) expect(accessTo(productId, [...held, more], NOW)).not.toBeNull()

        const source = held.filter(
          (one) =>
            isLive(one, NOW) &&
            (one.scriptId === productId ||
              one.scriptId === LIFETIME_ID ||
              (one.scriptId === PREMIUM_ID && productId !== LIFETIME_ID)),
        )
        expect(access !== null).toBe(source.length > 0)
        if (access) expect(source.map(({ grantId }) => grantId)).toContain(access.grantId)
      }),
      runs(100),
    )
  })

  test('lost access does not return as time passes', () => {
    fc.assert(
      fc.property(ownedGrants, products, fc.nat(400 * DAY), (ownedGrant, productId, wait) => {
        if (!opens(productId, ownedGrant, NOW)) expect(opens(productId, ownedGrant, NOW + wait)).toBe(false)
      }),
      runs(100),
    )
  })
})

describe('`until` and `renews` of a subscription', () => {
  test('name the end that the provider fixed, and a renewal only while no end is planned', () => {
    const cancelAt = NOW + 5 * DAY
    const fixed = premium({ cancelAtPeriodEnd: true, cancelAt })
    expect(opens(SCRIPT, fixed, cancelAt - 1)).toBe(true)
    expect(opens(SCRIPT, fixed, cancelAt)).toBe(false)
    const until = (ownedGrant: OwnedGrant) => {
      const access = accessTo(SCRIPT, [ownedGrant], NOW)
      return access && [access.until, access.renews]
    }
    expect(until(fixed)).toEqual([cancelAt, false])
    expect(until(premium())).toEqual([NOW + 20 * DAY, true])
    expect(until(premium({ status: 'trialing' }))).toEqual([NOW + 20 * DAY, true])
    expect(until(premium({ cancelAtPeriodEnd: true }))).toEqual([NOW + 20 * DAY, false])
    // The grace period, not the end of the unpaid month.
    expect(until(premium({ status: 'past_due', pastDueSince: NOW }))).toEqual([NOW + GRACE_MS, false])
    expect(until(lifetime())).toEqual([null, false])
    expect(until(anOwnedGrant({ expiresAt: NOW + DAY }))).toEqual([NOW + DAY, false])
  })
})
