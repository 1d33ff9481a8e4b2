import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import { CHECKOUT_LIFETIME_MS } from '../rules.ts'
import { isPayable, quote } from './rules.ts'

test('a buyer is sent back to a checkout only while it can be paid', () => {
  const open = {
    createdAt: 0,
    couponId: null,
    hostedUrl: 'https://pay',
    expiresAt: 23 * HOUR,
    flaggedReason: null,
  }
  expect(isPayable(open, 23 * HOUR - 1)).toBe(true)
  expect(isPayable(open, 23 * HOUR)).toBe(false)
  expect(isPayable({ ...open, flaggedReason: 'odd' }, 0)).toBe(false)
  const unopened = { ...open, hostedUrl: null, expiresAt: null }
  expect(isPayable(unopened, 22 * HOUR)).toBe(true)
  // Stripe requires at least 30 minutes until the expiry: a page that would expire sooner cannot be opened.
  expect(isPayable(unopened, CHECKOUT_LIFETIME_MS - 30 * MINUTE)).toBe(false)
  const reserved = { ...unopened, couponId: 1 }
  expect(isPayable(reserved, 3 * MINUTE)).toBe(true)
  expect(isPayable(reserved, 5 * MINUTE)).toBe(false)
})

// spec: checkout-purchase-type
test('a product is quoted at its price for its own purchase type, and refused for the other type', () => {
  const price = { originalCents: 2999, discountCents: 0, amountCents: 2999 }
  const once = { priceCents: 2999, isSubscription: false }
  const monthly = { priceCents: 2999, isSubscription: true }
  expect(quote(once, 'one-time')).toEqual({ ok: true, value: price })
  expect(quote(monthly, 'subscription')).toEqual({ ok: true, value: price })
  expect(quote(once, 'subscription')).toEqual({ ok: false, reason: 'one-time-only' })
  expect(quote(monthly, 'one-time')).toEqual({ ok: false, reason: 'subscription-only' })
})
