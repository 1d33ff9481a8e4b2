import { expect, test } from 'vitest'
import { heldTerms, purchaseTerms } from './purchase-terms.ts'

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
  expect(purchaseTerms({ tier: 'lifetime', isSubscription: false }).updates).toContain('for good')
})

test('who has a script through a plan has it under the terms of the plan', () => {
  expect(heldTerms(script, 'purchase')).toEqual(purchaseTerms(script))
  expect(heldTerms(script, 'premium').devices).toBe('Up to 5 devices at once')
  expect(heldTerms(script, 'premium').payment).toContain('Renews')
  expect(heldTerms(script, 'lifetime').updates).toContain('for good')
  expect(heldTerms({ tier: 'premium', isSubscription: true }, 'lifetime').devices).toContain('2 devices')
})
