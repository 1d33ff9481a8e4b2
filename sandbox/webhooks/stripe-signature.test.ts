import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { stripeSignature } from './stripe-signature.ts'

test('the stripe package accepts our signature and refuses the same signature for another payload', async () => {
  const { webhooks } = new Stripe('sk_test_unit')
  const payload = JSON.stringify({ id: 'evt_1', object: 'event' })
  const header = await stripeSignature(payload, 'whsec_unit', Math.floor(Date.now() / 1000))
  expect((await webhooks.constructEventAsync(payload, header, 'whsec_unit')).id).toBe('evt_1')
  await expect(webhooks.constructEventAsync(`${payload} `, header, 'whsec_unit')).rejects.toThrow()
})
