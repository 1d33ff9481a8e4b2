import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { aUser, visitor } from '../testing/clients.ts'
import { hubOf, readHub } from '../testing/hubs.ts'
import { aProduct } from '../testing/products.ts'
import { bought } from '../testing/purchases.ts'
import { restoreFirstDay } from '../testing/restore.ts'
import { sandbox } from '../testing/sandbox.ts'
import { consume, withPausedQueue } from '../testing/shop.ts'

beforeAll(sandbox.calm)

/** A new account that buys the newest product, with all that the queue then carries. */
async function aCustomer() {
  const { bindings, sent } = withPausedQueue()
  const product = await aProduct()
  const user = await aUser({ bindings })
  const { paymentId } = await bought(user, product.id)
  await consume(sent, {}, bindings)
  const [delivery] = (await env.DB.prepare('SELECT id, key, status FROM email_deliveries').all()).results
  return { user, product, paymentId, delivery, receipts: await sandbox.mails(user.email) }
}

/** Opens the link of their receipt, without a session. */
async function open({ receipts }: Awaited<ReturnType<typeof aCustomer>>): Promise<number> {
  const link = new URL(receipts[0]?.links.find((one) => one.includes('/api/download/')) ?? '')
  return (await visitor().fetch('GET', `${link.pathname}${link.search}`)).status
}

// invariant: reused-ids
test('a new account and payment with the ids of lost ones see no old notification, are sent their receipt, and open for no old link', async () => {
  await restoreFirstDay()
  const lost = await aCustomer()
  const hubOfLost = await hubOf(lost.user.id)
  expect(lost.receipts).toHaveLength(1)

  await restoreFirstDay()
  const next = await aCustomer()
  expect([next.user.id, next.paymentId, next.delivery]).toEqual([lost.user.id, lost.paymentId, lost.delivery])
  expect(next.receipts).toHaveLength(1)
  expect(next.receipts[0]?.idempotencyKey).not.toBe(lost.receipts[0]?.idempotencyKey)

  // The lost receipt's link names the payment of that id, which is another one by now; the new receipt's opens it.
  expect([await open(lost), await open(next)]).toEqual([403, 200])

  expect((await hubOf(next.user.id)).name).not.toBe(hubOfLost.name)
  const { kept, log } = await readHub(next.user.id)
  expect(JSON.stringify([kept, log])).not.toContain(lost.product.name)
  expect(kept.map(({ message }) => message)).toEqual([expect.stringContaining(next.product.name)])
})

test('every account and every mail gets a reference of its own, whatever writes its row', async () => {
  const [one, two] = [await aUser(), await aUser()]
  const { results } = await env.DB.prepare('SELECT reference FROM users WHERE id IN (?, ?)')
    .bind(one.id, two.id)
    .all<{ reference: string }>()
  expect(new Set(results.map(({ reference }) => reference)).size).toBe(2)
  for (const { reference } of results) expect(reference).toMatch(/^[0-9a-f]{32}$/)
})
