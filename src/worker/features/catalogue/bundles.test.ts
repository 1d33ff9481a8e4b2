import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { PREMIUM_ID, type Product, type ProductDetail } from '#shared/catalogue/contract.ts'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aBundle, aProduct } from '../../testing/products.ts'
import { unique } from '../../testing/shop.ts'

const PATH = '/api/secure-management/products'

const form = (more: Record<string, unknown>) => ({
  name: unique('Bundle'),
  description: 'Several scripts at once.',
  price: 29,
  features: 'Farms several networks',
  ...more,
})

type Refusal = AdminProductDetail & { fields?: Record<string, string> }

const create = (admin: SignedIn, more: Record<string, unknown>) => admin.post<Refusal>(PATH, form(more))

const patch = async (admin: SignedIn, id: number, change: Record<string, unknown>) => {
  const type = { 'content-type': 'application/json' }
  const answer = await admin.fetch('PATCH', `${PATH}/${id}`, type, JSON.stringify(change))
  const body = await answer.json<{ data: Refusal }>()
  return { status: answer.status, data: body.data }
}

const detail = async (id: number) => (await visitor().get<ProductDetail>(`/api/products/${id}`)).data

describe('an admin', () => {
  test('makes a bundle of two listed scripts, which is on sale at once and audited', async () => {
    const admin = await aUser({ admin: true })
    const products = [await aProduct({ priceCents: 1000 }), await aProduct({ priceCents: 2500 })]
    const ids = products.map(({ id }) => id).reverse()
    const made = await create(admin, { bundledIds: ids, isOffered: false })
    expect(made.status, made.text).toBe(201)
    expect(made.data.bundle).toEqual({
      isOffered: false,
      products: products.toReversed().map(({ id, slug, name, priceCents }) => ({
        id,
        slug,
        name,
        price: priceCents / 100,
        isForSale: true,
      })),
    })
    const listed = await visitor().get<Product[]>('/api/products?limit=100')
    const found = listed.data.find(({ id }) => id === made.data.id)
    expect(found && isForSale(found)).toBe(true)
    const entry = await env.DB.prepare('SELECT after FROM audit_log WHERE subject = ?')
      .bind(`product:${made.data.id}`)
      .first<{ after: string }>()
    expect(JSON.parse(entry?.after ?? '{}')).toMatchObject({ bundledIds: ids, isOffered: false })
  })

  test.each([
    ['one product', async () => [(await aProduct()).id], 'at least 2'],
    ['a product twice', async () => Array(2).fill((await aProduct()).id), 'once'],
    ['21 products', async () => Array.from({ length: 21 }, (_, n) => n + 1), 'at most 20'],
    ['a plan', async () => [(await aProduct()).id, PREMIUM_ID], 'plan'],
    ['a product that does not exist', async () => [(await aProduct()).id, 999_999], 'no product'],
    [
      'a deleted product',
      async () => [(await aProduct()).id, (await aProduct({ isDeleted: true })).id],
      'deleted',
    ],
    [
      'a monthly script',
      async () => [(await aProduct()).id, (await aProduct({ isSubscription: true })).id],
      'subscription',
    ],
    [
      'a product without a published file',
      async () => [(await aProduct()).id, (await aProduct({ release: { publishedAt: null } })).id],
      'no published file',
    ],
    [
      'another bundle',
      async () => {
        const [one, two] = [await aProduct(), await aProduct()]
        return [one.id, (await aBundle([one, two])).id]
      },
      'is a bundle',
    ],
  ])('cannot put %s into a bundle, and reads why at the field', async (_, idsOf, why) => {
    const admin = await aUser({ admin: true })
    const refused = await create(admin, { bundledIds: await idsOf() })
    expect([400, 422]).toContain(refused.status)
    expect(refused.text).toContain(why)
    expect(refused.data.fields?.bundledIds).toContain(why)
  })

  test('cannot sell a bundle monthly, make a script a bundle, or a bundle a script', async () => {
    const admin = await aUser({ admin: true })
    const products = [await aProduct(), await aProduct()]
    const bundledIds = products.map(({ id }) => id)
    expect((await create(admin, { bundledIds, isSubscription: true })).status).toBe(422)
    const bundle = await aBundle(products)
    expect((await patch(admin, bundle.id, { isSubscription: true })).status).toBe(409)
    expect((await patch(admin, bundle.id, { bundledIds: null })).status).toBe(409)
    const script = await aProduct()
    expect((await patch(admin, script.id, { bundledIds })).status).toBe(409)
    expect((await patch(admin, products[0]?.id ?? 0, { isSubscription: true })).status).toBe(409)
  })

  test('changes its contents, keeping a product that has lost its place in the shop', async () => {
    const admin = await aUser({ admin: true })
    const [one, two, three] = [await aProduct(), await aProduct(), await aProduct()]
    const bundle = await aBundle([one, two])
    await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(two.id).run()
    const changed = await patch(admin, bundle.id, { bundledIds: [one.id, two.id, three.id] })
    expect(changed.status).toBe(200)
    expect(changed.data.bundle?.products.map(({ id, isForSale }) => [id, isForSale])).toEqual([
      [one.id, true],
      [two.id, false],
      [three.id, true],
    ])
  })

  test('can neither upload a file to a bundle nor give it by hand', async () => {
    const admin = await aUser({ admin: true })
    const bundle = await aBundle([await aProduct(), await aProduct()])
    const given = await admin.post(`/api/secure-management/users/${admin.id}/grants`, {
      productId: bundle.id,
      type: 'free',
      notes: 'A gift',
      expiresAt: null,
    })
    expect([given.status, given.text]).toEqual([422, expect.stringContaining('one by one')])
    const upload = await admin.fetch('POST', `${PATH}/${bundle.id}/file`, {}, new Uint8Array(10))
    expect(upload.status).toBe(422)
  })
})

describe('the page of a product', () => {
  test('names the bundles with it that are for sale, and none of the others', async () => {
    const [one, two, gone] = [await aProduct(), await aProduct(), await aProduct({ isDeleted: true })]
    const bundle = await aBundle([one, two])
    await aBundle([one, gone])
    const deleted = await aBundle([one, two])
    await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(deleted.id).run()
    expect((await detail(one.id)).bundles.map(({ id }) => id)).toEqual([bundle.id])
    expect((await detail(bundle.id)).bundles).toEqual([])
  })

  test('shows the recorded runs of a bundle’s products, in their order', async () => {
    const [one, two, three] = [await aProduct(), await aProduct(), await aProduct()]
    const run = { command: 'python3 farm.py', output: 'done', table: null }
    for (const { release } of [one, three])
      await env.DB.prepare('UPDATE script_releases SET recorded_run = ? WHERE id = ?')
        .bind(JSON.stringify(run), release.id)
        .run()
    const bundle = await aBundle([three, two, one])
    expect((await detail(bundle.id)).runs).toEqual(
      [three, one].map(({ id }) => ({ productId: id, version: '1.0', run })),
    )
  })
})
