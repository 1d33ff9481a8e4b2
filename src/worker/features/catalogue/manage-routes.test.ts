import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '#shared/catalogue/contract.ts'
import type { AdminProduct } from '#shared/catalogue/manage-contract.ts'
import { dayOf } from '#shared/catalogue/security-promise-rules.ts'
import { addMonths } from '#shared/core/time.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, bought, buy, happens, moneyOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'
import { callAs, PRODUCTS } from '../../testing/uploads.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

let admin: SignedIn
beforeEach(async () => {
  admin = await aUser({ admin: true })
})

const formOf = (more: Record<string, unknown> = {}) => ({
  name: unique('Farm'),
  description: 'Claims what you have earned.',
  price: 19.5,
  features: ['Farms season targets', 'Paces itself'],
  ...more,
})
const publicProduct = (idOrSlug: number | string) => visitor().get<Product>(`/api/products/${idOrSlug}`)
const auditOf = async (id: number) =>
  (
    await env.DB.prepare(
      'SELECT actor_id, action, before, after FROM audit_log WHERE subject = ? ORDER BY id',
    )
      .bind(`product:${id}`)
      .all<{ actor_id: number; action: string; before: string | null; after: string }>()
  ).results.map(({ before, after, ...action }) => ({
    ...action,
    before: before && JSON.parse(before),
    after: JSON.parse(after),
  }))

describe('a new product', () => {
  // spec: product-form
  test('is listed at once with a category from its features, and cannot be bought before it has a file', async () => {
    const form = formOf({
      features: 'Watches your wallet\n\n  Paces itself  \n',
      requirements: ['Python 3.9', ' '],
    })
    const made = await callAs(admin, 'POST', PRODUCTS, form)
    expect([made.status, made.message]).toEqual([201, 'Product Added'])
    expect(made.data).toMatchObject({
      name: form.name,
      price: 19.5,
      tier: 'script',
      category: 'Wallet',
      isSubscription: false,
      isDeleted: false,
      features: ['Watches your wallet', 'Paces itself'],
      requirements: ['Python 3.9'],
      imageUrl: null,
      fileVersion: null,
      releases: [],
      nextVersion: '1.0',
      releaseCount: 0,
      draftCount: 0,
    })
    const { id, slug } = made.data
    expect(slug).toBe(form.name.toLowerCase())
    expect((await publicProduct(slug)).data).toMatchObject({ id, name: form.name, fileVersion: null })
    const input = { productId: id, purchaseType: 'one-time', provider: 'stripe', email: admin.email }
    const refused = await admin.post('/api/payment/create', { ...input, clientPaymentId: unique('visit') })
    expect([refused.status, refused.message]).toEqual([
      422,
      `${form.name} has no published file, so it cannot be bought.`,
    ])
    expect(await auditOf(id)).toMatchObject([
      { actor_id: admin.id, action: 'product.create', before: null, after: { name: form.name, price: 19.5 } },
    ])
  })

  test.each([
    [{ name: '  ' }, 'Name is required'],
    [{ name: undefined }, 'Name is required'],
    [{ name: 'a\u0000b' }, 'The text has a character that cannot be stored. Please remove it and try again.'],
    [{ name: 'a\u0007b' }, 'This has characters that cannot be shown'],
    [{ description: '' }, 'Description is required'],
    [{ price: 0 }, 'Price must be a positive number'],
    [{ price: -1 }, 'Price must be a positive number'],
    [{ price: '5' }, 'Price must be a positive number'],
    [{ price: undefined }, 'Price must be a positive number'],
    [{ price: 1.005 }, 'Use at most two decimals'],
    [{ features: [] }, 'Features are required'],
    [{ features: '\n \n' }, 'Features are required'],
    [{ imageUrl: 'javascript:alert(1)' }, 'Use an address that begins with https://'],
    [{ imageUrl: 'data:image/png;base64,AAAA' }, 'Use an address that begins with https://'],
    [{ imageUrl: 'http://pictures.test/a.png' }, 'Use an address that begins with https://'],
    [{ imageUrl: 'https://me:secret@pictures.test/a.png' }, 'Use an address that begins with https://'],
  ])('with %o is refused: %s', async (wrong, message) => {
    const refused = await callAs(admin, 'POST', PRODUCTS, formOf(wrong))
    expect([refused.status, refused.message]).toEqual([400, message])
  })

  test('with the name of another gets a slug of its own, also if both are created at once', async () => {
    const name = `Über ${unique('Farm')}`
    const made = await Promise.all([1, 2, 3].map(() => callAs(admin, 'POST', PRODUCTS, formOf({ name }))))
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    const slug = name.toLowerCase().replace('über ', 'uber-')
    expect(made.map(({ data }) => data.slug).sort()).toEqual([slug, `${slug}-2`, `${slug}-3`])
  })

  test('whose name is a number or has no Latin letters gets a slug that is not an id', async () => {
    const number = String(Math.floor(Math.random() * 1e12))
    expect((await callAs(admin, 'POST', PRODUCTS, formOf({ name: number }))).data.slug).toBe(
      `product-${number}`,
    )
    expect((await callAs(admin, 'POST', PRODUCTS, formOf({ name: '農場' }))).data.slug).toMatch(
      /^product(-\d+)?$/,
    )
  })
})

describe('a change', () => {
  test('changes the given fields only, keeps the slug, and is logged with before and after', async () => {
    const { data } = await callAs(
      admin,
      'POST',
      PRODUCTS,
      formOf({ imageUrl: 'https://pictures.test/a.png' }),
    )
    const changed = await callAs(admin, 'PATCH', `${PRODUCTS}/${data.id}`, {
      name: 'Renamed',
      features: ['Reads on-chain data'],
    })
    expect(changed.data).toMatchObject({
      name: 'Renamed',
      slug: data.slug,
      category: 'Analytics',
      imageUrl: data.imageUrl,
      imageAddress: 'https://pictures.test/a.png',
      description: data.description,
      price: data.price,
      requirements: data.requirements,
    })
    expect((await auditOf(data.id))[2]).toMatchObject({
      action: 'product.update',
      before: { name: data.name },
      after: { name: 'Renamed' },
    })
    const cleared = await callAs(admin, 'PATCH', `${PRODUCTS}/${data.id}`, { imageUrl: '' })
    expect(cleared.data.imageUrl).toBeNull()
  })

  test('of the day of the last security updates extends the promise, and a shorter one gets 422', async () => {
    const inYears = (years: number) => dayOf(addMonths(Date.now(), years * 12)) ?? ''
    const { data } = await callAs(admin, 'POST', PRODUCTS, formOf({ securityUpdatesUntil: inYears(2) }))
    const change = (securityUpdatesUntil: string | null) =>
      callAs(admin, 'PATCH', `${PRODUCTS}/${data.id}`, { securityUpdatesUntil })
    const longer = await change(inYears(3))
    expect([longer.status, longer.data.securityUpdatesUntil]).toEqual([200, inYears(3)])
    for (const shorter of [inYears(2), '', null]) {
      const refused = await change(shorter)
      expect([refused.status, refused.message], String(shorter)).toEqual([
        422,
        expect.stringContaining('not shortened'),
      ])
    }
    expect((await change('2026-02-30')).status).toBe(400)
    const shown = await visitor().get<Product>(`/api/products/${data.slug}`)
    expect(shown.data.securityUpdatesUntil).toBe(inYears(3))
    const past = formOf({ securityUpdatesUntil: '2020-01-01' })
    expect((await callAs(admin, 'POST', PRODUCTS, past)).status).toBe(422)
    expect((await auditOf(data.id)).at(-1)).toMatchObject({
      before: { securityUpdatesUntil: inYears(2) },
      after: { securityUpdatesUntil: inYears(3) },
    })
  })

  test('by two admins at once succeeds for one, and the other gets 409', async () => {
    const { id } = await aProduct()
    const both = await Promise.all(
      ['One', 'Two'].map((name) => callAs(admin, 'PATCH', `${PRODUCTS}/${id}`, { name })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await auditOf(id)).toHaveLength(1)
  })

  test('of how a product is sold is refused after its first order, and for the plans', async () => {
    const { id } = await aProduct()
    expect((await callAs(admin, 'PATCH', `${PRODUCTS}/${id}`, { isSubscription: true })).status).toBe(200)
    expect((await callAs(admin, 'PATCH', `${PRODUCTS}/${id}`, { isSubscription: false })).status).toBe(200)
    await buy(await aUser(), id)
    const refused = await callAs(admin, 'PATCH', `${PRODUCTS}/${id}`, { isSubscription: true })
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('ordered already')])
    for (const [plan, isSubscription] of [
      [2, false],
      [12, true],
    ] as const) {
      const plans = await callAs(admin, 'PATCH', `${PRODUCTS}/${plan}`, { isSubscription, tier: 'script' })
      expect([plans.status, plans.message]).toEqual([409, expect.stringContaining('two plans')])
    }
    expect((await publicProduct(2)).data).toMatchObject({ tier: 'premium', isSubscription: true })
  })
})

describe('a new price', () => {
  // spec: product-price
  test('applies to the next checkout, and not to an open one', async () => {
    const { id } = await aProduct({ priceCents: 1950 })
    const [before, after] = [await aUser(), await aUser()]
    const open = await buy(before, id)
    const changed = await callAs(admin, 'PATCH', `${PRODUCTS}/${id}/price`, { price: 25 })
    expect([changed.status, changed.message, changed.data.price]).toEqual([200, 'Price Updated', 25])
    await happens(() => sandbox.pay(open.checkoutId))
    expect((await booksOf(open.paymentId)).payment).toMatchObject({
      status: 'completed',
      flagged_reason: null,
    })
    expect(await moneyOf(open.paymentId)).toMatchObject({ paid: 1950, sum: 1950 })
    const next = await bought(after, id)
    expect(await moneyOf(next.paymentId)).toMatchObject({ paid: 2500, sum: 2500 })
    expect((await auditOf(id))[0]).toMatchObject({
      action: 'product.price',
      before: { price: 19.5 },
      after: { price: 25 },
    })
  })

  test('does not change the charges of a running subscription', async () => {
    const { id } = await aProduct({ priceCents: 1000, isSubscription: true })
    const user = await aUser()
    await bought(user, id, 'subscription')
    await callAs(admin, 'PATCH', `${PRODUCTS}/${id}/price`, { price: 15 })
    const row = await env.DB.prepare(
      'SELECT stripe_subscription_id AS stripe FROM subscriptions WHERE user_id = ?',
    )
      .bind(user.id)
      .first<{ stripe: string }>()
    await happens(() => sandbox.subscription(row?.stripe ?? '', 'renew'))
    const { results } = await env.DB.prepare(
      'SELECT amount_cents, status FROM payments WHERE user_id = ? ORDER BY id',
    )
      .bind(user.id)
      .all()
    expect(results).toEqual([
      { amount_cents: 1000, status: 'completed' },
      { amount_cents: 1000, status: 'completed' },
    ])
    const [shown] = (await user.get<{ monthlyPrice: number }[]>('/api/user/subscriptions')).data
    expect(shown?.monthlyPrice).toBe(10)
  })

  test('that is not a positive number is refused with the message of the specification', async () => {
    const { id } = await aProduct()
    for (const price of [0, -5, null, 'free']) {
      const refused = await callAs(admin, 'PATCH', `${PRODUCTS}/${id}/price`, { price })
      expect([refused.status, refused.message]).toEqual([400, 'Price must be a positive number'])
    }
  })
})

describe('a deleted product', () => {
  // spec: product-delete
  test('is absent for visitors, stays with its buyers, and is listed again once it is restored', async () => {
    const { id } = await aProduct()
    const buyer = await aUser()
    await bought(buyer, id)
    const deleted = await callAs(admin, 'DELETE', `${PRODUCTS}/${id}`)
    expect([deleted.status, deleted.message, deleted.data.isDeleted]).toEqual([200, 'Product Deleted', true])
    expect((await publicProduct(id)).status).toBe(404)
    expect((await buyer.get(`/api/download/file/${id}`)).status).toBe(200)
    expect((await callAs(admin, 'DELETE', `${PRODUCTS}/${id}`)).status).toBe(409)
    const restored = await callAs(admin, 'POST', `${PRODUCTS}/${id}/restore`)
    expect([restored.status, restored.data.isDeleted]).toEqual([200, false])
    expect((await publicProduct(id)).status).toBe(200)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['product.delete', 'product.restore'])
  })

  test('is never one of the two plans: their deletion gets 409', async () => {
    for (const plan of [2, 12]) {
      const refused = await callAs(admin, 'DELETE', `${PRODUCTS}/${plan}`)
      expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('cannot be deleted')])
      expect((await publicProduct(plan)).status).toBe(200)
    }
  })
})

test('the list has all products, newest first, in pages, by state and by the beginning of a name', async () => {
  const name = unique('Listed')
  const made: number[] = []
  for (const end of ['A', 'B', 'C']) {
    made.unshift((await callAs(admin, 'POST', PRODUCTS, formOf({ name: `${name} ${end}` }))).data.id)
  }
  const [newest = 0] = made
  await callAs(admin, 'DELETE', `${PRODUCTS}/${newest}`)
  const listed = async (query: string) => {
    const page = await admin.get<AdminProduct[]>(`${PRODUCTS}?${query}`)
    expect(page.status, page.text).toBe(200)
    return { ids: page.data.map(({ id }) => id), nextCursor: page.nextCursor }
  }
  const q = encodeURIComponent(name.toUpperCase())
  expect((await listed(`q=${q}`)).ids).toEqual(made)
  expect((await listed(`q=${q}&state=deleted`)).ids).toEqual([newest])
  expect((await listed(`q=${q}&state=listed`)).ids).toEqual(made.slice(1))
  expect((await listed(`q=${newest}`)).ids).toContain(newest)
  expect((await listed('q=%25')).ids).toEqual([])
  const first = await listed('limit=2')
  expect(first.ids).toEqual(made.slice(0, 2))
  expect((await listed(`limit=1&cursor=${first.nextCursor}`)).ids).toEqual([made[2]])
  expect((await callAs(admin, 'GET', `${PRODUCTS}/987654`)).status).toBe(404)
})
