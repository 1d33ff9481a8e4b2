import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import { aUser } from '../../../testing/clients.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { stripe } from '../../../testing/provider-world.ts'
import { buy, happens } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf } from '../../../testing/shop.ts'
import { sweepEvents } from './sweep-events.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

test('events of a subscription that ended unpaid are retried for an hour, and then marked as handled', async () => {
  const user = await aUser()
  const product = await aProduct({ isSubscription: true })
  const { checkoutId } = await buy(user, product.id, 'subscription')
  await happens(() => sandbox.payLater(checkoutId))
  const subscriptionId = String((await stripe.checkout.sessions.retrieve(checkoutId)).subscription)
  await happens(() => sandbox.subscription(subscriptionId, 'cancel'))
  const waiting = async () => {
    const { results } = await env.DB.prepare(
      `SELECT type FROM webhook_events WHERE handled_at IS NULL AND instr(payload, ?) > 0 ORDER BY id`,
    )
      .bind(subscriptionId)
      .all<{ type: string }>()
    return results.map(({ type }) => type)
  }
  const both = ['customer.subscription.created', 'customer.subscription.deleted']
  expect(await waiting()).toEqual(both)
  // The payment may be settling just now, by an observation from before the end.
  await sweepEvents(depsOf(), Date.now() + 30 * MINUTE)
  expect(await waiting()).toEqual(both)
  await sweepEvents(depsOf(), Date.now() + 2 * HOUR)
  expect(await waiting()).toEqual([])
})
