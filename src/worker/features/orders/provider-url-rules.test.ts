import { expect, test } from 'vitest'
import { providerUrl, subscriptionUrl } from './provider-url-rules.ts'

const shop = { isLocal: false, stripeSecretKey: 'rk_live_x', btcpay: { url: 'https://pay.shop.test' } }
const testing = { ...shop, stripeSecretKey: 'sk_test_x' }
const none = { checkoutId: null, intentId: null, hostedUrl: null }
const stripe = { ...none, paymentProvider: 'stripe' as const }

test('the provider URL of a card payment leads to Stripe, in test or live mode as the secret key', () => {
  const paid = { ...stripe, checkoutId: 'cs_1', intentId: 'pi_1' }
  expect(providerUrl(paid, shop)).toBe('https://dashboard.stripe.com/payments/pi_1')
  expect(providerUrl(paid, testing)).toBe('https://dashboard.stripe.com/test/payments/pi_1')
  expect(providerUrl({ ...stripe, checkoutId: 'in_1' }, testing)).toBe(
    'https://dashboard.stripe.com/test/invoices/in_1',
  )
  expect(providerUrl({ ...stripe, checkoutId: 'cs_1' }, shop)).toBe(
    'https://dashboard.stripe.com/search?query=cs_1',
  )
  expect(subscriptionUrl('sub_1', testing)).toBe('https://dashboard.stripe.com/test/subscriptions/sub_1')
})

test('the provider URL of a BTCPay payment leads to the invoice at the operator’s server', () => {
  const paid = { ...none, paymentProvider: 'btcpay' as const, checkoutId: 'Abc1' }
  expect(providerUrl(paid, shop)).toBe('https://pay.shop.test/invoices/Abc1')
  expect(providerUrl(paid, { ...shop, btcpay: null })).toBeNull()
})

test('the provider URL is null where there is no page: a free order, no checkout yet, Coinbase', () => {
  expect(providerUrl({ ...none, paymentProvider: 'free' }, shop)).toBeNull()
  expect(providerUrl(stripe, shop)).toBeNull()
  expect(providerUrl({ ...none, paymentProvider: 'coinbase', checkoutId: 'a1' }, shop)).toBeNull()
  expect(subscriptionUrl(null, shop)).toBeNull()
})

test('the provider URL in a local run leads to the page where the payment was made', () => {
  const at = { ...shop, isLocal: true }
  expect(providerUrl({ ...stripe, intentId: 'pi_1', hostedUrl: 'http://local/cs_1' }, at)).toBe(
    'http://local/cs_1',
  )
  expect(providerUrl({ ...stripe, intentId: 'pi_1' }, at)).toBeNull()
  expect(subscriptionUrl('sub_1', at)).toBeNull()
})
