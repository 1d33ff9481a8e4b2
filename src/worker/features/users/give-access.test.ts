import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MyProduct } from '#shared/access/contract.ts'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import type { Licence } from '#shared/licences/contract.ts'
import type { UserDetail, UserGrant } from '#shared/users/contract.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aProduct, aRelease, stockPlans } from '../../testing/products.ts'
import { bought, buy } from '../../testing/purchases.ts'
import { reconcile } from '../../testing/reconciling.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { connect, until } from '../../testing/sockets.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const grantsAt = (user: { id: number }) => `/api/secure-management/users/${user.id}/grants`
const give = (admin: SignedIn, user: SignedIn, productId: number, more: Record<string, unknown> = {}) =>
  admin.post(grantsAt(user), { productId, type: 'admin', notes: 'Lost a purchase', ...more })
const grantsOf = async (admin: SignedIn, user: SignedIn) =>
  (await admin.get<UserGrant[]>(grantsAt(user))).data
const mine = async (user: SignedIn) => (await user.get<MyProduct[]>('/api/my-products')).data
const download = async (user: SignedIn, id: number) => (await user.get(`/api/download/file/${id}`)).status

describe('access given by hand', () => {
  test('opens its product like a purchase of today, with a licence of its own, and notifies live', async () => {
    const [admin, user, product] = [await aUser({ admin: true }), await aUser(), await aProduct()]
    const other = await aProduct()
    const socket = await connect(user)
    const given = await give(admin, user, product.id)
    expect([given.status, given.message], given.text).toEqual([201, 'Access granted'])
    await until(() => socket.seqs.length === 2)
    expect(socket.came.slice(1).map(({ type }) => type)).toEqual(['dashboard_refresh', 'notification'])
    const [listed] = await mine(user)
    expect(listed?.access).toMatchObject({ source: 'purchase', until: null })
    expect(Date.parse(listed?.access.updatesUntil ?? '')).toBeCloseTo(addMonths(Date.now(), 3), -5)
    expect([await download(user, product.id), await download(user, other.id)]).toEqual([200, 403])
    await aRelease(product.id, { version: '9.0', publishedAt: Date.now() - 1 })
    await env.DB.prepare('UPDATE user_scripts SET purchased_at = ? WHERE user_id = ?')
      .bind(Date.now() - 200 * DAY, user.id)
      .run()
    expect((await user.get(`/api/download/file/${product.id}?version=9.0`)).status).toBe(403)

    const [licence] = (await user.get<Licence[]>('/api/user/licences')).data
    expect(licence).toMatchObject({ status: 'active', deviceLimit: 2, sameNetwork: true })
    expect(await grantsOf(admin, user)).toMatchObject([
      {
        product: { id: product.id },
        accessType: 'admin',
        status: 'active',
        isOpen: true,
        notes: 'Lost a purchase',
        paymentId: null,
        isRevocable: true,
        licence: { suffix: licence?.licenceKey.slice(-5), deviceLimit: 2, devices: [] },
      },
    ])
    const { history } = (await admin.get<UserDetail>(grantsAt(user).replace('/grants', ''))).data
    expect(history.data[0]).toMatchObject({
      action: 'user.give-access',
      actor: { id: admin.id },
      after: JSON.stringify({ productId: product.id, type: 'admin', expiresAt: null }),
    })
  })

  // spec: user-access
  test('to Premium opens all products but Lifetime, to Lifetime all products, with every update', async () => {
    const [admin, product] = [await aUser({ admin: true }), await aProduct()]
    for (const [plan, statuses] of [
      [PREMIUM_ID, [200, 200, 403]],
      [LIFETIME_ID, [200, 200, 200]],
    ] as const) {
      const user = await aUser()
      await give(admin, user, plan, { type: 'free' })
      const got = []
      for (const id of [product.id, PREMIUM_ID, LIFETIME_ID]) got.push(await download(user, id))
      expect(got).toEqual(statuses)
      expect((await mine(user)).every(({ access }) => access.updatesUntil === null)).toBe(true)
    }
  })

  // spec: grant-default
  test('with an end date ends then for files, list and licence', async () => {
    const [admin, user, product] = [await aUser({ admin: true }), await aUser(), await aProduct()]
    const expiresAt = new Date(Date.now() + DAY).toISOString()
    await give(admin, user, product.id, { expiresAt })
    const [licence] = (await user.get<Licence[]>('/api/user/licences')).data
    expect(licence).toMatchObject({ status: 'active', validUntil: expiresAt })
    expect((await mine(user))[0]?.access.until).toBe(expiresAt)
    // Until then the product can be bought, to keep it.
    expect((await buy(user, product.id)).paymentId).toBeGreaterThan(0)
    await env.DB.prepare('UPDATE user_scripts SET expires_at = ? WHERE user_id = ?')
      .bind(Date.now(), user.id)
      .run()
    expect(await download(user, product.id)).toBe(403)
    expect(await mine(user)).toEqual([])
    expect((await user.get<Licence[]>('/api/user/licences')).data[0]?.status).toBe('expired')
    expect((await grantsOf(admin, user))[0]).toMatchObject({ isOpen: false, isRevocable: true })
    // Access that has ended may be given again.
    expect((await give(admin, user, product.id)).status).toBe(201)
  })

  test('is given once for requests at once, and refused for closed accounts and past end dates', async () => {
    const [admin, user, product] = [await aUser({ admin: true }), await aUser(), await aProduct()]
    const answers = await Promise.all([1, 2, 3].map(() => give(admin, user, product.id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await grantsOf(admin, user)).toHaveLength(1)
    const past = await give(admin, user, PREMIUM_ID, { expiresAt: new Date(Date.now() - 1).toISOString() })
    expect([past.status, past.message]).toEqual([422, 'The end must be in the future.'])
    expect((await give(admin, user, 987_654)).status).toBe(404)
    expect((await give(admin, user, PREMIUM_ID, { type: 'purchase' })).status).toBe(400)
    expect((await give(admin, user, PREMIUM_ID, { notes: '' })).status).toBe(400)
    await admin.post(grantsAt(user).replace('/grants', '/deactivate'), { reason: 'A test' })
    expect((await give(admin, user, PREMIUM_ID)).status).toBe(409)
    await admin.delete(grantsAt(user).replace('/grants', ''))
    expect((await give(admin, user, PREMIUM_ID)).message).toBe('This account was deleted.')
  })

  test('causes no finding in a reconciliation, and none revokes it', async () => {
    const [admin, user, product] = [await aUser({ admin: true }), await aUser(), await aProduct()]
    const began = Date.now()
    await give(admin, user, product.id)
    await reconcile(began)
    const { results } = await env.DB.prepare(
      "SELECT kind FROM reconciliation_findings WHERE subject IN (SELECT 'grant:' || id FROM user_scripts WHERE user_id = ?1) OR subject IN (SELECT 'licence:' || l.id FROM licences l JOIN user_scripts g ON g.id = l.grant_id WHERE g.user_id = ?1)",
    )
      .bind(user.id)
      .all()
    expect(results).toEqual([])
    expect(await download(user, product.id)).toBe(200)
  })
})

describe('access that is taken back', () => {
  test('ends at once with its licence, notifies live, and cannot be taken back a second time', async () => {
    const [admin, user, product] = [await aUser({ admin: true }), await aUser(), await aProduct()]
    await give(admin, user, product.id)
    const [licence] = (await user.get<Licence[]>('/api/user/licences')).data
    const [grant] = await grantsOf(admin, user)
    const socket = await connect(user)
    const before = socket.welcome?.type === 'welcome' ? socket.welcome.seq : 0
    const gone = await admin.delete(`${grantsAt(user)}/${grant?.id}`)
    expect([gone.status, gone.message]).toEqual([200, 'Access revoked'])
    await until(() => socket.seqs.some((seq) => seq > before + 1))
    expect(await download(user, product.id)).toBe(403)
    expect(await mine(user)).toEqual([])
    const call = { licenceKey: licence?.licenceKey, deviceId: 'device-of-one', product: product.id }
    const asked = await visitor().post<{ reason: string }>('/api/licences/activate', call, { origin: '' })
    expect(asked.data.reason).toBe('revoked')
    expect((await grantsOf(admin, user))[0]).toMatchObject({ status: 'revoked', isRevocable: false })
    const again = await admin.delete(`${grantsAt(user)}/${grant?.id}`)
    expect([again.status, again.message]).toEqual([409, 'This access has ended already.'])
  })

  test('is never a paid grant or another user’s grant', async () => {
    const [admin, user, other] = [await aUser({ admin: true }), await aUser(), await aUser()]
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    const [paid] = await grantsOf(admin, user)
    expect(paid).toMatchObject({ accessType: 'purchase', isRevocable: false, paymentId })
    const refused = await admin.delete(`${grantsAt(user)}/${paid?.id}`)
    expect([refused.status, refused.data]).toEqual([409, { paymentId }])
    expect((await admin.delete(`${grantsAt(other)}/${paid?.id}`)).status).toBe(404)
    expect(await download(user, product.id)).toBe(200)
  })
})
