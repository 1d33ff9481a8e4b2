import { describe, expect, test } from 'vitest'
import { GRACE_MS, type OwnedGrant, type SubscriptionState } from '#shared/access/rules.ts'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { decideUse, isElsewhere, KEY_BYTES, type SeenDevice, sliceAt, statusOf, writeKey } from './rules.ts'

const NOW = 1_800_000_000_000
const HOME = '203.0.113.7'

const ownedGrant = (more: Partial<OwnedGrant> = {}): OwnedGrant => ({
  grantId: 1,
  scriptId: 20,
  tier: 'script',
  isActive: true,
  purchasedAt: NOW - 200 * DAY,
  expiresAt: null,
  subscription: null,
  ...more,
})
const monthly = (more: Partial<SubscriptionState> = {}) =>
  ownedGrant({
    subscription: {
      status: 'active',
      currentPeriodStart: NOW - 29 * DAY,
      currentPeriodEnd: NOW + DAY,
      trialEndsAt: null,
      cancelAtPeriodEnd: false,
      cancelAt: null,
      pastDueSince: null,
      ...more,
    },
  })
const once = { deviceLimit: 2, sameIpOnly: true, revokedAt: null }
const five = { deviceLimit: 5, sameIpOnly: false, revokedAt: null }
const device = (deviceId: string, ip = HOME, lastSeenAt = NOW - MINUTE): SeenDevice => ({
  deviceId,
  ip,
  lastSeenAt,
})

describe('a key', () => {
  test('has 150 bits in characters without look-alikes, all equally likely', () => {
    const bytes = Uint8Array.from({ length: KEY_BYTES }, (_, n) => n * 8)
    expect(writeKey(bytes)).toMatch(/^WF(-[2-9A-HJ-NP-Z]{5}){6}$/)
    const seen = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      const sign = writeKey(new Uint8Array(KEY_BYTES).fill(byte)).at(-1) ?? ''
      seen.set(sign, (seen.get(sign) ?? 0) + 1)
    }
    expect([seen.size, ...new Set(seen.values())]).toEqual([32, 8])
  })
})

describe('status and scope of a licence:', () => {
  test.each([
    ['a one-time purchase has no end, also when its updates have', once, ownedGrant(), 'active', null],
    ['a subscription lasts to the end of its month', five, monthly(), 'active', NOW + DAY],
    [
      'a renewal that is a little late pauses nothing yet',
      five,
      monthly({ currentPeriodEnd: NOW - HOUR }),
      'grace',
      NOW - HOUR + 2 * DAY,
    ],
    [
      'a failed renewal leaves five days from the first failure',
      five,
      monthly({ status: 'past_due', pastDueSince: NOW - DAY }),
      'grace',
      NOW - DAY + GRACE_MS,
    ],
    [
      'after the grace it has expired',
      five,
      monthly({ status: 'past_due', pastDueSince: NOW - GRACE_MS }),
      'expired',
      null,
    ],
    [
      'a cancelled one lasts to the end of what is paid',
      five,
      monthly({ cancelAtPeriodEnd: true }),
      'active',
      NOW + DAY,
    ],
    [
      'and not a moment longer',
      five,
      monthly({ cancelAtPeriodEnd: true, currentPeriodEnd: NOW }),
      'expired',
      null,
    ],
    [
      'a grant that was taken back revokes it, whatever the licence’s own row says',
      once,
      ownedGrant({ isActive: false }),
      'revoked',
      null,
    ],
    ['a licence that was revoked', { ...once, revokedAt: NOW }, ownedGrant(), 'revoked', null],
    ['a gift with an end', once, ownedGrant({ expiresAt: NOW + HOUR }), 'active', NOW + HOUR],
    ['a gift after its end', once, ownedGrant({ expiresAt: NOW }), 'expired', null],
  ])('%s', (_, licence, held, status, validUntil) => {
    expect(statusOf(licence, held, NOW)).toEqual({ status, validUntil })
  })

  test('a script’s licence opens that script, Premium all but Lifetime, Lifetime all', () => {
    const opened = (scriptId: number) =>
      [20, 21, PREMIUM_ID, LIFETIME_ID].filter(
        (product) =>
          decideUse(
            once,
            ownedGrant({ scriptId }),
            product,
            [],
            { deviceId: 'a', network: HOME },
            'activate',
            NOW,
          ).do === 'register',
      )
    expect(opened(20)).toEqual([20])
    expect(opened(PREMIUM_ID)).toEqual([20, 21, PREMIUM_ID])
    expect(opened(LIFETIME_ID)).toEqual([20, 21, PREMIUM_ID, LIFETIME_ID])
  })
})

describe('registration of devices:', () => {
  const decide = (
    devices: SeenDevice[],
    network = HOME,
    input: 'activate' | 'check' = 'activate',
    licence = once,
  ) => {
    const decision = decideUse(licence, ownedGrant(), 20, devices, { deviceId: 'me', network }, input, NOW)
    return decision.do === 'refuse' ? decision.reason : decision.do
  }

  test('a new device gets a place while one is free, a known device keeps its own', () => {
    expect(decide([])).toBe('register')
    expect(decide([device('a')])).toBe('register')
    expect(decide([device('a'), device('b')])).toBe('device-limit')
    expect(decide([device('a'), device('me')])).toBe('refresh')
    const many = ['a', 'b', 'c', 'd'].map((id) => device(id))
    expect(decide(many, HOME, 'activate', five)).toBe('register')
    expect(decide([...many, device('e')], HOME, 'activate', five)).toBe('device-limit')
  })

  test('a check registers nothing', () => {
    expect(decide([], HOME, 'check')).toBe('not-registered')
    expect(decide([device('me')], HOME, 'check')).toBe('refresh')
  })

  test('a second device of a one-time licence needs the address of the first; of a subscription it does not', () => {
    expect(decide([device('a')], '198.51.100.1')).toBe('other-network')
    expect(decide([device('a', HOME, NOW - 30 * DAY)], '198.51.100.1')).toBe('other-network')
    expect(decide([device('a')], '198.51.100.1', 'activate', five)).toBe('register')
    expect(decide([], '198.51.100.1')).toBe('register')
  })

  test('devices move to a new address one after the other, but not while another one is in use elsewhere', () => {
    expect(decide([device('me')], '198.51.100.1')).toBe('refresh')
    expect(decide([device('me'), device('a', HOME, NOW - HOUR)], '198.51.100.1', 'check')).toBe('refresh')
    expect(decide([device('me'), device('a', HOME, NOW - HOUR + 1)], '198.51.100.1', 'check')).toBe(
      'other-network',
    )
  })

  test('an IPv4 address and an IPv6 network may be one home', () => {
    expect(isElsewhere('203.0.113.7', '203.0.113.8')).toBe(true)
    expect(isElsewhere('2001:db8:1:2::/64', '2001:db8:1:3::/64')).toBe(true)
    expect(isElsewhere('203.0.113.7', '2001:db8:1:2::/64')).toBe(false)
    expect(decide([device('a')], '2001:db8:1:2::/64')).toBe('register')
  })
})

test('the sweep’s slices cover every id in turn', () => {
  const seen = new Set<number>()
  for (let turn = 0; turn < 4; turn++) seen.add(sliceAt(3500, NOW + turn * 5 * MINUTE).from)
  expect([...seen].sort((a, b) => a - b)).toEqual([0, 1000, 2000, 3000])
  expect(sliceAt(999, NOW)).toEqual({ from: 0, to: 999 })
})
