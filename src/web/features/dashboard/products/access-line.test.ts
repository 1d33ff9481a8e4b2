import { describe, expect, test } from 'vitest'
import type { MyProduct } from '#shared/access/contract.ts'
import { accessLine, isOwnedAs, keptLine, readOwnership } from './access-line.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const owned = (access: Partial<MyProduct['access']>, tier: MyProduct['tier'] = 'script') => ({
  tier,
  access: {
    source: 'purchase' as const,
    since: '2026-11-21T12:00:00Z',
    until: null,
    renews: false,
    updatesUntil: null,
    bundle: null,
    purchase: null,
    ...access,
  },
})

describe('the access line', () => {
  test.each([
    [owned({ updatesUntil: '2027-02-21T12:00:00Z' }), 'Purchase · updates until 21 Feb 2027'],
    [owned({ updatesUntil: '2026-08-01T00:00:00Z' }), 'Purchase · updates ended 1 Aug 2026'],
    [
      owned({ source: 'premium', until: '2026-12-21T12:00:00Z', renews: true }),
      'Included in Premium · renews 21 Dec 2026',
    ],
    [
      owned({ source: 'subscription', until: '2026-12-21T12:00:00Z' }, 'premium'),
      'Subscription · ends 21 Dec 2026',
    ],
    [owned({ source: 'premium' }), 'Included in Premium · all updates'],
    [
      owned({ source: 'subscription', until: '2026-11-20T12:00:00Z', renews: true }, 'premium'),
      'Subscription · renewal due since 20 Nov 2026',
    ],
    [owned({ source: 'lifetime' }), 'Included in Lifetime · all updates'],
    [owned({ source: 'lifetime' }, 'lifetime'), 'Lifetime plan · all updates'],
  ])('case %#: %o has the expected text', (product, line) => {
    expect(accessLine(product, now)).toBe(line)
  })
})

const boughtToo = { since: '2026-11-21T12:00:00Z', updatesUntil: '2027-02-21T12:00:00Z' }

test('a bought product is also listed as one-time while Premium includes it, and shows what stays', () => {
  const both = owned({ source: 'premium', purchase: boughtToo })
  expect([isOwnedAs(both, 'subscriptions'), isOwnedAs(both, 'one-time')]).toEqual([true, true])
  expect(keptLine(both, now)).toBe('Bought · updates until 21 Feb 2027')
  expect(keptLine(owned({ purchase: boughtToo }), now)).toBeNull()
  expect(keptLine(owned({ source: 'premium' }), now)).toBeNull()
})

test('every other product is listed either as subscription or as one-time, and always in all', () => {
  for (const source of ['purchase', 'subscription', 'premium', 'lifetime'] as const) {
    const product = owned({ source })
    expect(isOwnedAs(product, 'all')).toBe(true)
    expect(isOwnedAs(product, 'subscriptions')).not.toBe(isOwnedAs(product, 'one-time'))
  }
})

test('the address names the filter, and an unknown value shows all', () => {
  expect(readOwnership('one-time')).toBe('one-time')
  expect(readOwnership('lifetime')).toBe('all')
  expect(readOwnership(null)).toBe('all')
})
