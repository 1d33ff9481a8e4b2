import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { aUser, visitor } from '../testing/clients.ts'
import { hubOf, readHub } from '../testing/hubs.ts'
import { FILE_LINK, filePathOf } from '../testing/mailbox.ts'
import { aProduct } from '../testing/products.ts'
import { bought } from '../testing/purchases.ts'
import { restoreFirstDay } from '../testing/restore.ts'
import { sandbox } from '../testing/sandbox.ts'
import { consume, withPausedQueue } from '../testing/shop.ts'

beforeAll(sandbox.calm)

/** A new account that has bought a new product, with all its queue messages processed. */
async function aCustomer() {
  const { bindings, sent } = withPausedQueue()
  const product = await aProduct()
  const user = await aUser({ bindings })
  const { paymentId } = await bought(user, product.id)
  await consume(sent, {}, bindings)
  const [delivery] = (await env.DB.prepare('SELECT id, key, status FROM email_deliveries').all()).results
  return { user, product, paymentId, delivery, receipts: await sandbox.mails(user.email) }
}

/** The status of the download link in the customer's receipt, opened without a session. */
async function open({ receipts }: Awaited<ReturnType<typeof aCustomer>>): Promise<number> {
  const link = receipts[0]?.links.find((one) => one.includes(FILE_LINK)) ?? ''
  return (await visitor().fetch('GET', filePathOf(link))).status
}

// invariant: reused-ids
test('an account and payment that reuse lost ids after a restore get a receipt, no old notification, and refuse the old link', async () => {
  await restoreFirstDay()
  const lost = await aCustomer()
  const hubOfLost = await hubOf(lost.user.id)
  expect(lost.receipts).toHaveLength(1)

  await restoreFirstDay()
  const next = await aCustomer()
  expect([next.user.id, next.paymentId, next.delivery]).toEqual([lost.user.id, lost.paymentId, lost.delivery])
  expect(next.receipts).toHaveLength(1)
  expect(next.receipts[0]?.idempotencyKey).not.toBe(lost.receipts[0]?.idempotencyKey)

  // The payment id in the lost receipt's link now belongs to another payment, so only the new receipt's link works.
  expect([await open(lost), await open(next)]).toEqual([403, 200])

  expect((await hubOf(next.user.id)).name).not.toBe(hubOfLost.name)
  const { kept, log } = await readHub(next.user.id)
  expect(JSON.stringify([kept, log])).not.toContain(lost.product.name)
  expect(kept.map(({ message }) => message)).toEqual([expect.stringContaining(next.product.name)])
})

test('every account gets a random reference of its own', async () => {
  const [one, two] = [await aUser(), await aUser()]
  const { results } = await env.DB.prepare('SELECT reference FROM users WHERE id IN (?, ?)')
    .bind(one.id, two.id)
    .all<{ reference: string }>()
  expect(new Set(results.map(({ reference }) => reference)).size).toBe(2)
  for (const { reference } of results) expect(reference).toMatch(/^[0-9a-f]{32}$/)
})
