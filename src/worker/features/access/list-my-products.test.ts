import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MyProduct } from '#shared/access/contract.ts'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aBundle, aProduct, aRelease, stockPlans } from '../../testing/products.ts'
import { booksOf, bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { watched } from '../../testing/watched.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const mine = async (user: SignedIn, query = '') => user.get<MyProduct[]>(`/api/my-products${query}`)
const download = async (user: SignedIn, id: number) => (await user.get(`/api/download/file/${id}`)).status

// spec: access-rules
test('a subscription to Premium opens every listed product but Lifetime, and Lifetime opens all', async () => {
  const [one, two, hidden] = [await aProduct(), await aProduct(), await aProduct({ isDeleted: true })]
  const user = await aUser()
  expect((await mine(user)).data).toEqual([])
  expect(await download(user, one.id)).toBe(403)

  const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
  const withPremium = (await mine(user)).data
  expect(withPremium.map(({ id }) => id)).toEqual([PREMIUM_ID, one.id, two.id])
  expect(withPremium.map(({ access }) => access.source)).toEqual(['subscription', 'premium', 'premium'])
  expect(withPremium.every(({ access }) => access.updatesUntil === null)).toBe(true)
  const statuses = [PREMIUM_ID, one.id, two.id, LIFETIME_ID].map((id) => download(user, id))
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 403])

  await bought(user, LIFETIME_ID)
  const withLifetime = (await mine(user)).data
  expect(withLifetime.map(({ id }) => id)).toEqual([PREMIUM_ID, LIFETIME_ID, one.id, two.id])
  expect(
    await Promise.all([PREMIUM_ID, one.id, two.id, LIFETIME_ID].map((id) => download(user, id))),
  ).toEqual([200, 200, 200, 200])

  // After a refund of the subscription, Lifetime still opens everything.
  await env.DB.prepare("UPDATE user_scripts SET is_active = 0, status = 'refunded' WHERE payment_id = ?")
    .bind(paymentId)
    .run()
  expect((await mine(user)).data.map(({ access }) => access.source)).toEqual(Array(4).fill('lifetime'))
  expect(withLifetime.map(({ id }) => id)).not.toContain(hidden.id)
})

test('a plan lists the products of a bundle and not the bundle, which has no file', async () => {
  const [one, two] = [await aProduct(), await aProduct()]
  const bundle = await aBundle([one, two])
  const user = await aUser()
  await bought(user, PREMIUM_ID, 'subscription')
  const ids = (await mine(user)).data.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([one.id, two.id]))
  expect(ids).not.toContain(bundle.id)
})

test('a bought product is still listed with its purchase while Premium opens it too', async () => {
  const [bothWays, onlyPremium] = [await aProduct(), await aProduct()]
  const user = await aUser()
  await bought(user, bothWays.id)
  await bought(user, PREMIUM_ID, 'subscription')
  const { data } = await mine(user)
  const of = (id: number) => data.find((product) => product.id === id)?.access
  expect(of(bothWays.id)).toMatchObject({
    source: 'premium',
    updatesUntil: null,
    purchase: { since: expect.any(String), updatesUntil: expect.any(String) },
  })
  expect(of(onlyPremium.id)).toMatchObject({ source: 'premium', purchase: null })
  expect(of(PREMIUM_ID)).toMatchObject({ source: 'subscription', purchase: null })
})

describe('a buyer’s own list', () => {
  // spec: my-products-view
  test('shows their purchases with the release they get, to them alone, and needs a session', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const product = await aProduct({ release: { version: '1.0' } })
    await bought(user, product.id)
    const future = Date.now() + 200 * DAY
    await aRelease(product.id, { version: '9.0', publishedAt: future })
    const { data } = await mine(user)
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      id: product.id,
      fileVersion: '1.0',
      access: { source: 'purchase', until: null },
    })
    expect(data[0]?.access.updatesUntil).not.toBeNull()
    expect((await mine(other)).data).toEqual([])
    expect((await visitor().get('/api/my-products')).status).toBe(401)
    expect((await user.get<{ productId: number }[]>('/api/user/purchases')).data).toMatchObject([
      { productId: product.id, userId: user.id, status: 'completed', amount: 19.5 },
    ])
    expect((await other.get('/api/user/purchases')).data).toEqual([])
  })

  test('keeps a product that is not listed any more, with the release within the buyer’s updates', async () => {
    const user = await aUser()
    const product = await aProduct({ release: { version: '1.0', publishedAt: Date.now() - 300 * DAY } })
    const { paymentId } = await bought(user, product.id)
    await env.DB.prepare('UPDATE user_scripts SET purchased_at = ? WHERE payment_id = ?')
      .bind(Date.now() - 200 * DAY, paymentId)
      .run()
    await aRelease(product.id, { version: '2.0', publishedAt: Date.now() - 30 * DAY })
    await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(product.id).run()
    const [listed] = (await mine(user)).data
    expect(listed).toMatchObject({ id: product.id, fileVersion: '1.0' })
    expect(await download(user, product.id)).toBe(200)
    expect((await visitor().get(`/api/products/${product.id}`)).status).toBe(404)
  })

  test('comes in pages of any size, every product once and in order', async () => {
    const user = await aUser()
    const ids: number[] = []
    for (let n = 0; n < 5; n++) {
      const { id } = await aProduct()
      await bought(user, id)
      ids.push(id)
    }
    for (const limit of [1, 2, 5, 100]) {
      const seen: number[] = []
      let cursor: number | null = null
      do {
        const page: Awaited<ReturnType<typeof mine>> = await mine(
          user,
          `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
        )
        expect(page.data.length).toBeLessThanOrEqual(limit)
        seen.push(...page.data.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen).toEqual(ids)
    }
    const purchases = await user.get<{ id: number }[]>('/api/user/purchases?limit=2')
    expect(purchases.data).toHaveLength(2)
    const rest = await user.get<{ id: number }[]>(`/api/user/purchases?cursor=${purchases.nextCursor}`)
    expect([...purchases.data, ...rest.data].map(({ id }) => id)).toHaveLength(5)
    expect((await mine(user, '?limit=101')).status).toBe(400)
    expect((await mine(user, '?limit=0')).status).toBe(400)
  })
})

test('a page reads the latest downloads of its own products only', async () => {
  const watch = watched()
  const user = await aUser({ bindings: watch.bindings })
  const products = [await aProduct(), await aProduct(), await aProduct()]
  for (const { id } of products) {
    await bought(user, id)
    expect(await download(user, id)).toBe(200)
  }
  watch.statements.length = 0
  expect((await mine(user, '?limit=1')).data).toMatchObject([{ downloadedVersion: '1.0' }])
  const read = watch.statements.find(({ sql }) => sql.includes('newest_at'))
  const { results } = await env.DB.prepare(read?.sql ?? '')
    .bind(...(read?.params ?? []))
    .all()
  // The page's product, and the one that says whether there is a next page.
  expect(results.map(({ script_id }) => script_id)).toEqual(products.slice(0, 2).map(({ id }) => id))
})

// invariant: refunded-opens-nothing
test('a refund, a dispute or a revocation ends access at once, to the list and to downloads', async () => {
  for (const status of ['refunded', 'disputed', 'revoked']) {
    const user = await aUser()
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    expect(await download(user, product.id)).toBe(200)
    await env.DB.prepare('UPDATE user_scripts SET is_active = 0, status = ? WHERE payment_id = ?')
      .bind(status, paymentId)
      .run()
    expect(await download(user, product.id)).toBe(403)
    expect((await mine(user)).data).toEqual([])
    expect((await booksOf(paymentId)).grants[0]?.is_active).toBe(0)
  }
  await expect(
    env.DB.prepare('UPDATE user_scripts SET is_active = 1').run(),
    'a grant cannot be active and refunded',
  ).rejects.toThrow('CHECK constraint')
})
