import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Env } from '../providers/env.ts'
import { aUser, visitor } from '../testing/clients.ts'
import { aProduct } from '../testing/products.ts'
import { isDatabaseDown } from './database-down.ts'
import { intercepted } from './intercepted.ts'

const stopped = (says: string) => ({
  ...env,
  DB: intercepted(env.DB, () => Promise.reject(new Error(says))),
})

const AWAY =
  'The shop cannot reach its database right now. Nothing was charged; please try again in a moment.'

/** An order of a new product, sent to a Worker with other bindings, and sent again to the real one. */
async function anOrder() {
  const buyer = await aUser()
  const product = await aProduct({ priceCents: 1900 })
  const order = {
    productId: product.id,
    provider: 'stripe',
    email: buyer.email,
    clientPaymentId: crypto.randomUUID(),
    purchaseType: 'one-time',
  }
  const type = { 'content-type': 'application/json' }
  const sendTo = (bindings: Env) =>
    buyer.again(bindings).fetch('POST', '/api/payment/create', type, JSON.stringify(order))
  return { sendTo, send: () => buyer.post<{ url: string }>('/api/payment/create', order) }
}

test.each([
  'D1_ERROR: Network connection lost.',
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
])('a checkout while D1 says "%s" asks to try again, and works with the same id afterwards', async (says) => {
  const { send, sendTo } = await anOrder()
  const refused = await sendTo(stopped(says))
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toEqual({ success: false, message: AWAY })
  expect((await send()).data.url).toMatch(/^http/)
})

test('a checkout whose database never answers asks to try again after 10 seconds, and works afterwards', async () => {
  const { send, sendTo } = await anOrder()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = Promise.withResolvers<void>()
  let answer: Response | undefined
  const silent = intercepted(env.DB, () => {
    asked.resolve()
    return new Promise<never>(() => undefined)
  })
  const answered = sendTo({ ...env, DB: silent }).then((response) => {
    answer = response
  })
  await asked.promise
  await vi.advanceTimersByTimeAsync(9_999)
  expect(answer).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await answered
  vi.useRealTimers()
  expect([answer?.status, await answer?.json()]).toEqual([503, { success: false, message: AWAY }])
  expect((await send()).data.url).toMatch(/^http/)
})

test('an admin’s change whose answer is lost says that it may have been saved', async () => {
  const admin = await aUser({ admin: true })
  const losing = intercepted(env.DB, async (sent, run) => {
    const answer = await run()
    if (sent.some(({ sql }) => sql.includes('insert into "coupons"')))
      throw new Error('D1_ERROR: Network connection lost.')
    return answer
  })
  const code = `LOST${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
  const coupon = {
    code,
    discountType: 'percentage',
    discountValue: 0.2,
    description: 'A fifth off',
    appliesTo: 'all',
  }
  const answer = await admin
    .again({ ...env, DB: losing })
    .fetch('POST', '/api/coupons', { 'content-type': 'application/json' }, JSON.stringify(coupon))
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    503,
    'The shop cannot reach its database right now. Nothing was charged; what you sent may have been saved: look before you send it again.',
  ])
  expect((await admin.post('/api/coupons', coupon)).status).toBe(409)
})

test('a database that is down is no unknown error, and a refused statement is no database that is down', async () => {
  const answer = await visitor(stopped('D1_ERROR: Network connection lost.')).fetch('GET', '/api/shop')
  expect(answer.status).toBe(503)
  const refusal = await env.DB.prepare('SELECT nothing FROM nowhere')
    .all()
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Error)
  expect(isDatabaseDown(new Error('Failed query', { cause: refusal }))).toBe(false)
})
