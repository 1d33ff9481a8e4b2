import { expect, test } from 'vitest'
import { ownedTerms, purchaseTerms } from './purchase-terms.ts'

const script = { tier: 'script', isSubscription: false } as const

test('the terms are those of the FAQ', () => {
  const once = purchaseTerms(script, true)
  expect([once.updates, once.devices]).toEqual([
    '3 months of updates. Every version released in that time stays yours',
    '2 devices on the same IP address',
  ])
  expect(purchaseTerms({ ...script, isSubscription: true }, true)).toMatchObject({
    updates: 'All updates while you subscribe',
    devices: 'Up to 5 devices at once',
  })
  expect(purchaseTerms({ tier: 'lifetime', isSubscription: false }, true).updates).toContain('for life')
})

test('a script that is included in a plan has the terms of the plan', () => {
  expect(ownedTerms(script, 'purchase', true)).toEqual(purchaseTerms(script, true))
  expect(ownedTerms(script, 'premium', true).devices).toBe('Up to 5 devices at once')
  expect(ownedTerms(script, 'premium', true).payment).toContain('renews')
  expect(ownedTerms(script, 'lifetime', true).updates).toContain('for life')
  expect(ownedTerms({ tier: 'premium', isSubscription: true }, 'lifetime', true).devices).toContain(
    '2 devices',
  )
})
