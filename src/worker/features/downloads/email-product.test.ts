import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { aUser, type Client, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { filePathOf } from '../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { owns, refunded, subscribes } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, unique, withPausedQueue } from '../../testing/shop.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)
afterEach(() => vi.useRealTimers())

const friend = () => `${unique('friend')}@mail.test`
const send = (who: Client, productId: number, email: string) =>
  who.post(`/api/email/product/${productId}`, { email })

/** Opens the link of the response without a session. */
const open = (answer: { text: string }) => {
  const { downloadLink } = JSON.parse(answer.text) as { downloadLink: string }
  return visitor().fetch('GET', filePathOf(downloadLink))
}

// spec: call-email-product
test('the mail to the recipient has the sender’s username and the same link as the response', async () => {
  const { bindings, sent } = withPausedQueue()
  const user = await aUser({ bindings })
  const product = await aProduct()
  const { paymentId } = await owns(user, product.id)
  const to = friend()
  const answer = await send(user, product.id, to)
  expect([answer.status, answer.message]).toEqual([200, `${product.name} is on its way to ${to}.`])
  await consume(sent)
  const [mail] = await sandbox.mails(to)
  const { downloadLink } = JSON.parse(answer.text) as { downloadLink: string }
  expect(mail?.links).toContain(downloadLink)
  expect(mail?.text).toContain(user.username)
  expect(mail?.text).toContain(product.release.sha256)
  expect(`${mail?.text} ${mail?.html}`).not.toContain(user.email)
  const file = await open(answer)
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(product.release.bytes)
  const log = await env.DB.prepare('SELECT via, payment_id FROM downloads WHERE script_id = ?')
    .bind(product.id)
    .first()
  expect(log).toEqual({ via: 'link', payment_id: paymentId })
})

test('the link ends with a refund, the end of Premium, a revoked gift, a closed account, or after a week', async () => {
  const product = await aProduct()
  const worlds: [string, (user: SignedIn) => Promise<() => Promise<unknown>>][] = [
    [
      'a refund',
      async (user) => {
        const { paymentId } = await owns(user, product.id)
        return () => refunded(paymentId)
      },
    ],
    [
      'the end of Premium',
      async (user) => {
        await subscribes(user)
        return () => run("UPDATE subscriptions SET status = 'canceled' WHERE user_id = ?", user.id)
      },
    ],
    [
      'a withdrawn gift',
      async (user) => {
        await given(user.id, product.id)
        return () =>
          run("UPDATE user_scripts SET is_active = 0, status = 'revoked' WHERE user_id = ?", user.id)
      },
    ],
    [
      'a closed account',
      async (user) => {
        await given(user.id, product.id)
        return () => run('UPDATE users SET deactivated_at = 1 WHERE id = ?', user.id)
      },
    ],
    [
      'a week',
      async (user) => {
        await owns(user, product.id)
        return async () => vi.setSystemTime(Date.now() + 8 * DAY)
      },
    ],
  ]
  for (const [name, begin] of worlds) {
    const user = await aUser()
    const end = await begin(user)
    const answer = await send(user, product.id, friend())
    expect(answer.status, name).toBe(200)
    expect((await open(answer)).status, name).toBe(200)
    await end()
    expect((await open(answer)).status, name).toBe(name === 'a week' ? 410 : 403)
  }
})

test('the link of a gift is signed for the account, opens that product only, and is logged with the user', async () => {
  const user = await aUser()
  const [product, other] = [await aProduct(), await aProduct()]
  await given(user.id, product.id)
  await given(user.id, other.id)
  const answer = await send(user, product.id, friend())
  expect((await open(answer)).status).toBe(200)
  const search = filePathOf((JSON.parse(answer.text) as { downloadLink: string }).downloadLink).replace(
    /^[^?]*/,
    '',
  )
  expect((await visitor().fetch('GET', `/api/download/file/${other.id}${search}`)).status).toBe(403)
  const stolen = search.replace(/token=u\d+/, `token=u${user.id + 1}`)
  expect((await visitor().fetch('GET', `/api/download/file/${product.id}${stolen}`)).status).toBe(403)
  const paid = search.replace('token=u', 'token=')
  expect((await visitor().fetch('GET', `/api/download/file/${product.id}${paid}`)).status).toBe(403)
  const log = await env.DB.prepare('SELECT via, user_id, payment_id FROM downloads WHERE script_id = ?')
    .bind(product.id)
    .all()
  expect(log.results).toEqual([{ via: 'link', user_id: user.id, payment_id: null }])
})

test('a product without access, or an invalid address, is refused and nothing is sent', async () => {
  const { bindings, sent } = withPausedQueue()
  const user = await aUser({ bindings })
  const product = await aProduct()
  expect((await send(visitor(), product.id, friend())).status).toBe(401)
  expect((await send(user, product.id, friend())).status).toBe(403)
  await owns(user, product.id)
  for (const email of ['', 'nobody', 'a@mail.test\r\nBcc: b@mail.test', 'a@mail.test, b@mail.test'])
    expect((await send(user, product.id, email)).status, email).toBe(400)
  expect((await send(user, 12, friend())).status).toBe(403)
  expect(sent).toEqual([])
})

test('mails are limited to 10 per sender, and to 5 per recipient over all senders', async () => {
  stopClock()
  const product = await aProduct()
  const to = friend()
  const [a, b] = [await aUser(), await aUser()]
  for (const user of [a, b]) await owns(user, product.id)
  const statuses = async (who: Client, address: () => string, times: number) => {
    const all: number[] = []
    for (let at = 0; at < times; at++) all.push((await send(who, product.id, address())).status)
    return all
  }
  expect(await statuses(a, () => to, 3)).toEqual([200, 200, 200])
  expect(await statuses(b, () => to, 3)).toEqual([200, 200, 429])
  const rest = await statuses(a, friend, 8)
  expect(rest).toEqual([...Array(7).fill(200), 429])
})

const run = (sql: string, id: number) => env.DB.prepare(sql).bind(id).run()

/** A grant without a payment. */
const given = (userId: number, scriptId: number) =>
  env.DB.prepare(
    `INSERT INTO user_scripts (user_id, script_id, access_type, purchased_at, created_at, updated_at)
     VALUES (?1, ?2, 'admin', ?3, ?3, ?3)`,
  )
    .bind(userId, scriptId, Date.now())
    .run()

test.each(['a lockdown', 'a new password'])(
  'a mail to somebody else is not sent again after %s, which ended its link; one to the owner is',
  async (how) => {
    const [user, admin] = [
      await aUser({ bindings: withPausedQueue().bindings }),
      await aUser({ admin: true }),
    ]
    const product = await aProduct()
    await owns(user, product.id)
    const [thief, helped] = [friend(), user.email]
    for (const to of [thief, helped]) expect((await send(user, product.id, to)).status).toBe(200)
    const dead = async (to: string) =>
      await env.DB.prepare(
        "UPDATE email_deliveries SET status = 'dead' WHERE to_address = ? AND template = 'product-link' RETURNING id",
      )
        .bind(to)
        .first<number>('id')
    const retry = async (to: string) =>
      admin.post(`/api/secure-management/email-deliveries/${await dead(to)}/retry`)
    expect((await retry(thief)).status).toBe(200)
    const ended =
      how === 'a lockdown'
        ? await user.post('/api/user/lockdown', { password: user.password })
        : await user.put('/api/user/password', {
            currentPassword: user.password,
            newPassword: `new-${user.password}`,
          })
    expect(ended.status, ended.text).toBe(200)
    expect(await retry(thief)).toMatchObject({
      status: 409,
      message: expect.stringContaining('ended its link'),
    })
    expect((await retry(helped)).status).toBe(200)
  },
)

test('no mail with a link of the account is sent again to an address of before, after its links ended', async () => {
  const [user, admin] = [await aUser({ bindings: withPausedQueue().bindings }), await aUser({ admin: true })]
  const before = Date.now() - 1000
  const dead = (template: string, to: string) =>
    env.DB.prepare(
      `INSERT INTO email_deliveries (key, template, to_address, data, user_id, status, created_at, queued_at, due_at, updated_at)
       VALUES (?1, ?2, ?3, '{}', ?4, 'dead', ?5, ?5, ?5, ?5) RETURNING id`,
    )
      .bind(crypto.randomUUID(), template, to, user.id, before)
      .first<number>('id')
  expect((await user.post('/api/user/lockdown', { password: user.password })).status).toBe(200)
  const retry = async (template: string, to: string) =>
    (await admin.post(`/api/secure-management/email-deliveries/${await dead(template, to)}/retry`)).status
  for (const template of ['receipt', 'file-ready', 'product-link', 'new-release', 'release-withdrawn']) {
    expect([template, await retry(template, friend())]).toEqual([template, 409])
    expect([template, await retry(template, user.email)]).toEqual([template, 200])
  }
  expect(await retry('account-lockdown', friend())).toBe(200)
})
