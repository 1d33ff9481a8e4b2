import { expect, test } from 'vitest'
import { sessionParams } from './stripe-objects.ts'

test('a checkout names no payment methods, so that Stripe offers wallets and Link beside cards', () => {
  const order = {
    reference: 'r',
    productName: 'P',
    amountCents: 100,
    originalCents: 100,
    currency: 'usd',
    trialDays: 0,
    email: 'a@mail.test',
    automaticTax: false,
    successUrl: 'https://shop.test/success',
    cancelUrl: 'https://shop.test/cancel',
    expiresAt: 0,
  }
  for (const purchaseType of ['one-time', 'subscription'] as const) {
    const params = sessionParams({ ...order, purchaseType }, null)
    for (const name of ['payment_method_types', 'payment_method_configuration', 'wallet_options'])
      expect(params).not.toHaveProperty(name)
  }
})
