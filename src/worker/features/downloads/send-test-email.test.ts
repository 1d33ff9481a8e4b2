import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { aUser } from '../../testing/clients.ts'
import { filePathOf } from '../../testing/mailbox.ts'
import { aProduct } from '../../testing/products.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, SHOP, withPausedQueue } from '../../testing/shop.ts'

beforeAll(sandbox.calm)

const own = { origin: SHOP }
type Result = { result: { deliveryKey: string; downloadLink: string } }

test('an admin gets the mail, can follow its delivery, and the link opens nothing without access', async () => {
  const { bindings, sent } = withPausedQueue()
  const admin = await aUser({ admin: true, bindings })
  const product = await aProduct()
  const answer = await admin.get(`/api/test-email-delivery/${product.id}`, own)
  expect(answer.status, answer.text).toBe(200)
  const { result } = JSON.parse(answer.text) as Result
  const status = async () =>
    (
      await admin.get<{ status: string }>(
        `/api/secure-management/email-deliveries/by-key/${result.deliveryKey}`,
      )
    ).data.status
  expect(await status()).toBe('queued')
  await consume(sent)
  expect(await status()).toBe('sent')
  const mail = (await sandbox.mails(admin.email)).find(({ links }) => links.includes(result.downloadLink))
  expect(mail?.subject).toContain(product.name)
  const opened = await admin.fetch('GET', filePathOf(result.downloadLink))
  expect(opened.status).toBe(403)
})

test('a product without a file, or an unknown one, gets 404, and nothing is queued', async () => {
  const admin = await aUser({ admin: true })
  const product = await aProduct({ release: { publishedAt: null } })
  for (const id of [product.id, 987_654]) {
    expect((await admin.get(`/api/test-email-delivery/${id}`, own)).status).toBe(404)
  }
  const queued = await env.DB.prepare(
    "SELECT count(*) AS n FROM email_deliveries WHERE key LIKE 'test-email:%' AND user_id = ?",
  )
    .bind(admin.id)
    .first('n')
  expect(queued).toBe(0)
})
