import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { sign } from '../testing/purchases.ts'
import { configOf } from './config.ts'
import { stripeProvider } from './stripe.ts'

test('a signed webhook that the SDK cannot check, because it does not start, is an error, not a wrong signature', async () => {
  const { payload, header } = await sign('{}')
  const headers = new Headers({ 'stripe-signature': header })
  const config = configOf(env)
  expect(await stripeProvider(config, fetch).readWebhook(`${payload} `, headers)).toBeNull()
  const { readWebhook } = stripeProvider({ ...config, stripeSecretKey: '' }, fetch)
  await expect(readWebhook(payload, headers)).rejects.toThrow('apiKey')
})
