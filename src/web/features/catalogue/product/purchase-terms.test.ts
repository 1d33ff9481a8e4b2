import { expect, test } from 'vitest'
import { ownedTerms, purchaseTerms } from './purchase-terms.ts'

const script = { tier: 'script', isSubscription: false } as const

test('the terms are those of the FAQ', () => {
  const once = purchaseTerms(script)
  expect([once.updates, once.devices]).toEqual([
    '3 months of updates. Every version released in that time stays yours',
    '2 devices on the same IP address',
  ])
  expect(purchaseTerms({ ...script, isSubscription: true })).toMatchObject({
    updates: 'All updates while you subscribe',
    devices: 'Up to 5 devices at once',
  })
  expect(purchaseTerms({ tier: 'lifetime', isSubscription: false }).updates).toContain('for life')
})

test('a script that is included in a plan has the terms of the plan', () => {
  expect(ownedTerms(script, 'purchase')).toEqual(purchaseTerms(script))
  expect(ownedTerms(script, 'premium').devices).toBe('Up to 5 devices at once')
  expect(ownedTerms(script, 'premium').payment).toContain('renews')
  expect(ownedTerms(script, 'lifetime').updates).toContain('for life')
  expect(ownedTerms({ tier: 'premium', isSubscription: true }, 'lifetime').devices).toContain('2 devices')
})
