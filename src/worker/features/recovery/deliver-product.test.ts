import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { MINUTE } from '#shared/core/time.ts'
import type { Delivered, Finding } from '#shared/recovery/contract.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { readHub } from '../../testing/hubs.ts'
import { filePathOf } from '../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { owns, subscribes } from '../../testing/readers.ts'
import { reconcile } from '../../testing/reconciling.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, unique, withPausedQueue } from '../../testing/shop.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const CARE = '/api/secure-management/recovery'
const FIELDS = 'All fields are required. User ID and Product ID must be numbers.'
const IDS = 'User ID and Product ID must be valid numbers'

async function aCase() {
  const { bindings, sent } = withPausedQueue()
  const [admin, user, product] = [
    await aUser({ admin: true, bindings }),
    await aUser({ bindings }),
    await aProduct(),
  ]
  const deliver = (change: object = {}) =>
    admin.post<Delivered>(`${CARE}/deliver-product`, {
      userId: user.id,
      productId: product.id,
      email: user.email,
      ...change,
    })
  const resend = (body?: object, productId: number | string = product.id) =>
    admin.post<{ deliveryKey: string }>(`${CARE}/resend-email/${user.id}/${productId}`, body)
  return { bindings, sent, admin, user, product, deliver, resend }
}

const grantsOf = async (userId: number) =>
  (
    await env.DB.prepare(
      `SELECT g.access_type, g.is_active, g.payment_id, g.notes, l.device_limit FROM user_scripts g
       LEFT JOIN licences l ON l.grant_id = g.id WHERE g.user_id = ?`,
    )
      .bind(userId)
      .all<{ access_type: string; notes: string; device_limit: number }>()
  ).results

const auditOf = async (userId: number) =>
  (
    await env.DB.prepare('SELECT actor_id, action, after FROM audit_log WHERE subject = ? ORDER BY id')
      .bind(`user:${userId}`)
      .all<{ actor_id: number; action: string; after: string }>()
  ).results.map(({ after, ...row }) => ({ ...row, after: JSON.parse(after) }))

const open = (link = '') => {
  return visitor().fetch('GET', filePathOf(link))
}

describe('a product that is delivered by hand', () => {
  // spec: deliver-product
  test('is granted with a licence, its link is mailed, the user is notified, and the delivery is audited', async () => {
    const { admin, user, product, deliver, sent } = await aCase()
    const answer = await deliver()
    expect([answer.status, answer.message]).toEqual([
      200,
      `${user.username} now has ${product.name}, and its link is on its way to ${user.email}.`,
    ])
    expect(answer.data).toMatchObject({ granted: true, mailed: true })
    expect(await grantsOf(user.id)).toEqual([
      {
        access_type: 'admin',
        is_active: 1,
        payment_id: null,
        device_limit: 2,
        notes: `Delivered by hand by admin #${admin.id}`,
      },
    ])
    const mine = await user.get<{ id: number }[]>('/api/my-products')
    expect(mine.data.map(({ id }) => id)).toEqual([product.id])
    expect((await user.get(`/api/download/file/${product.id}`)).status).toBe(200)
    expect((await user.get<unknown[]>('/api/user/licences')).data).toHaveLength(1)

    await consume(sent)
    const [mail] = await sandbox.mails(user.email)
    expect(mail?.subject).toBe(`${product.name}: your download link`)
    expect(mail?.text).toContain('Windfall support sent you this download link.')
    expect(mail?.links).toContain(answer.data.downloadLink)
    const file = await open(answer.data.downloadLink)
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(product.release.bytes)

    const { kept, log } = await readHub(user.id)
    expect(log.map(({ type }) => type)).toEqual(['dashboard_refresh', 'notification'])
    expect(kept[0]).toMatchObject({ type: 'success', message: expect.stringContaining(product.name) })
    expect(await auditOf(user.id)).toEqual([
      {
        actor_id: admin.id,
        action: 'product.deliver',
        after: { productId: product.id, granted: true, mail: answer.data.deliveryKey },
      },
    ])
  })

  // spec: deliver-product
  test('several times, also at once, makes one grant and one licence, and one mail each time', async () => {
    const { user, product, deliver } = await aCase()
    const answers = await Promise.all([deliver(), deliver(), deliver()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.filter(({ data }) => data.granted)).toHaveLength(1)
    const late = await deliver()
    expect([late.message, late.data.granted]).toEqual([
      `${user.username} had access to ${product.name} already. Its link is on its way to ${user.email}.`,
      false,
    ])
    expect(await grantsOf(user.id)).toHaveLength(1)
    expect((await auditOf(user.id)).map(({ after }) => after.granted).sort()).toEqual([
      false,
      false,
      false,
      true,
    ])
    const { log } = await readHub(user.id)
    expect(log.filter(({ type }) => type === 'notification')).toHaveLength(1)
  })

  test('to a user with access is only mailed, and the link ends with that access', async () => {
    const { user, deliver, product } = await aCase()
    const { paymentId } = await owns(user, product.id)
    const answer = await deliver()
    expect(answer.data.granted).toBe(false)
    expect((await open(answer.data.downloadLink)).status).toBe(200)
    await env.DB.prepare("UPDATE user_scripts SET is_active = 0, status = 'refunded' WHERE payment_id = ?")
      .bind(paymentId)
      .run()
    expect((await open(answer.data.downloadLink)).status).toBe(403)
    const other = await aCase()
    await subscribes(other.user)
    expect((await other.deliver()).data.granted).toBe(false)
    // Premium does not include Lifetime, so Lifetime is granted.
    expect((await other.deliver({ productId: LIFETIME_ID })).data.granted).toBe(true)
  })

  test('and is Premium opens all products but Lifetime, and a reconciliation finds no missing payment', async () => {
    const { admin, user, product, deliver } = await aCase()
    expect((await deliver({ productId: PREMIUM_ID })).data.granted).toBe(true)
    expect((await user.get(`/api/download/file/${product.id}`)).status).toBe(200)
    expect((await user.get(`/api/download/file/${LIFETIME_ID}`)).status).toBe(403)
    await reconcile(Date.now() + MINUTE)
    const found = await admin.get<Finding[]>('/api/recovery/findings')
    expect(found.data.filter(({ details }) => details.userId === user.id)).toEqual([])
  })

  // spec: delivery-rule
  test.each([
    [{ userId: '' }, FIELDS],
    [{ userId: undefined }, FIELDS],
    [{ userId: 'seven' }, FIELDS],
    [{ productId: '1.5' }, FIELDS],
    [{ productId: null }, FIELDS],
    [{ email: ' ' }, FIELDS],
    [{ email: undefined }, FIELDS],
    [{ email: 'nobody' }, 'Invalid email address'],
  ])('with %j is refused with the message of the specification', async (change, message) => {
    const { deliver } = await aCase()
    const answer = await deliver(change)
    expect([answer.status, answer.message]).toEqual([400, message])
  })

  test('may be requested with ids as text, as a form sends them', async () => {
    const { user, product, deliver } = await aCase()
    expect((await deliver({ userId: ` ${user.id} `, productId: String(product.id) })).status).toBe(200)
  })

  test('is refused with a reason for an unknown user or product, a closed account, or a missing file', async () => {
    const { user, deliver, resend, product } = await aCase()
    const bare = await aProduct({ release: { yankedAt: 1 } })
    const run = (text: string) => env.DB.prepare(text).bind(user.id).run()
    const said = async (change: object = {}) => {
      const { status, message } = await deliver(change)
      return [status, message]
    }
    expect(await said({ userId: 987654321 })).toEqual([404, 'There is no user #987654321.'])
    expect(await said({ productId: 987654321 })).toEqual([404, 'There is no product #987654321.'])
    expect(await said({ productId: bare.id })).toEqual([
      422,
      `${bare.name} has no published file. Publish a release first.`,
    ])
    expect((await resend({})).status).toBe(422)
    await run('UPDATE users SET deactivated_at = 1 WHERE id = ?')
    expect(await said()).toEqual([409, `${user.username} is deactivated. Activate the account first.`])
    expect((await resend()).status).toBe(409)
    await run('UPDATE users SET deactivated_at = null, deleted_at = 1 WHERE id = ?')
    expect(await said()).toEqual([
      422,
      `The account #${user.id} was deleted. Nothing can be delivered to it.`,
    ])
    expect(await grantsOf(user.id)).toEqual([])
    expect(await auditOf(user.id)).toEqual([])
    expect(product.id).toBeGreaterThan(0)
  })

  test('is not granted to an account that is deleted during the request', async () => {
    const { bindings, sent, admin, user, product } = await aCase()
    let asked = 0
    // The second rate limit is taken after the account was read.
    const limiter = {
      getByName: (name: string) => {
        const real = env.RATE_LIMITER.getByName(name)
        const take = async (limit: Parameters<typeof real.take>[0]) => {
          asked += 1
          if (asked === 2)
            await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(user.id).run()
          return real.take(limit)
        }
        return { take }
      },
    }
    const slow = admin.again({ ...bindings, RATE_LIMITER: limiter } as unknown as typeof bindings)
    sent.length = 0
    const form = { userId: user.id, productId: product.id, email: user.email }
    const answer = await slow.post(`${CARE}/deliver-product`, form)
    expect(asked).toBe(2)
    expect(answer.status, answer.text).toBe(403)
    expect(await grantsOf(user.id)).toEqual([])
    expect(await auditOf(user.id)).toEqual([])
    expect(sent).toEqual([])
  })

  test('is mailed to one address five times at most, over all admins', async () => {
    stopClock()
    const { deliver, admin, user, product } = await aCase()
    const email = `${unique('inbox')}@mail.test`
    const statuses: number[] = []
    for (let times = 0; times < 6; times++) statuses.push((await deliver({ email })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const other = await aUser({ admin: true, bindings: admin.bindings })
    const path = `${CARE}/resend-email/${user.id}/${product.id}`
    expect((await other.post(path, { email })).status).toBe(429)
    expect((await other.post(path)).status).toBe(200)
  })
})

describe('a product’s mail that is sent again', () => {
  // spec: resend-product-mail
  test('goes to the account’s address or to the given one, and is audited', async () => {
    const { admin, user, product, resend, sent } = await aCase()
    await owns(user, product.id)
    const other = `${unique('other')}@mail.test`
    const own = await resend()
    expect([own.status, own.message]).toEqual([200, `${product.name} is on its way to ${user.email}.`])
    expect((await resend({ email: '' })).message).toContain(user.email)
    expect((await resend({ email: other })).message).toContain(other)
    await consume(sent)
    expect((await sandbox.mails(other)).map(({ subject }) => subject)).toEqual([
      `${product.name}: your download link`,
    ])
    expect(await sandbox.mails(user.email)).toHaveLength(2)
    expect((await auditOf(user.id)).map(({ actor_id, action }) => [actor_id, action])).toEqual(
      Array(3).fill([admin.id, 'product.resend-email']),
    )
    expect(await grantsOf(user.id)).toHaveLength(1)
  })

  test('needs access, a valid address and numeric ids', async () => {
    const { admin, user, product, resend } = await aCase()
    const refused = await resend()
    expect([refused.status, refused.message]).toEqual([
      422,
      `${user.username} has no access to ${product.name}. Deliver it by hand instead.`,
    ])
    expect((await resend({ email: 'nobody' })).message).toBe('Invalid email address')
    for (const path of ['x/1', '1/x', '0/1', '1.5/2', '07/1']) {
      const wrong = await admin.post(`${CARE}/resend-email/${path}`)
      expect([wrong.status, wrong.message], path).toEqual([400, IDS])
    }
  })
})
