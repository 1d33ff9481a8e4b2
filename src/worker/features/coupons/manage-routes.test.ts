import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CouponUsage, CouponView } from '#shared/coupons/contract.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aCoupon, redeemBy, usesOf, validate } from '../../testing/coupons.ts'
import { aProduct } from '../../testing/products.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'

beforeAll(sandbox.calm)

const COUPONS = '/api/coupons'
const aCode = () => unique('C').slice(0, 12).toUpperCase()
const formOf = (more: Record<string, unknown> = {}) => ({
  code: aCode(),
  discountType: 'percentage',
  discountValue: 0.2,
  description: 'A fifth off',
  ...more,
})
const patch = (admin: SignedIn, id: number, change: unknown) =>
  admin
    .fetch('PATCH', `${COUPONS}/${id}`, { 'content-type': 'application/json' }, JSON.stringify(change))
    .then(async (response) => ({
      status: response.status,
      ...((await response.json()) as { message: string; data: CouponView & { fields?: object } }),
    }))
const auditOf = async (id: number) =>
  (
    await env.DB.prepare(
      'SELECT actor_id, action, before, after FROM audit_log WHERE subject = ? ORDER BY id',
    )
      .bind(`coupon:${id}`)
      .all<{ actor_id: number; action: string; before: string | null; after: string | null }>()
  ).results

describe('POST /api/coupons', () => {
  // spec: coupon-api
  test('makes a coupon with the specification’s defaults and an upper-case code, and audits the admin', async () => {
    const admin = await aUser({ admin: true })
    const form = formOf()
    const made = await admin.post<CouponView>(COUPONS, { ...form, code: ` ${form.code.toLowerCase()} ` })
    expect(made.status, made.text).toBe(201)
    const { id } = made.data
    expect(made.data).toEqual({
      ...form,
      id,
      startDate: expect.any(String),
      endDate: null,
      maxUses: null,
      usageCount: 0,
      maxUsesPerUser: 1,
      minPurchaseAmount: 0,
      isActive: true,
      appliesTo: 'all',
      specificScriptIds: [],
      audience: 'everyone',
      ownerScriptIds: [],
      createdBy: admin.id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(await auditOf(id)).toEqual([
      { actor_id: admin.id, action: 'coupon.create', before: null, after: JSON.stringify(made.data) },
    ])
    expect((await validate(await aUser(), form.code, (await aProduct()).id)).status).toBe(200)
  })

  // spec: coupon-fields
  test('stores dollars as cents and dates as instants, and returns the same values', async () => {
    const admin = await aUser({ admin: true })
    const form = formOf({
      discountType: 'fixed_amount',
      discountValue: 4.35,
      minPurchaseAmount: 19.99,
      maxUses: 7,
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2027-01-01T02:00:00+02:00',
      maxUsesPerUser: 2,
      appliesTo: 'specific_scripts',
      specificScriptIds: [2, 12],
      isActive: false,
    })
    const { data } = await admin.post<CouponView>(COUPONS, form)
    expect(data).toMatchObject({ ...form, endDate: '2027-01-01T00:00:00.000Z' })
    const row = await env.DB.prepare('SELECT discount_value, min_purchase_cents FROM coupons WHERE id = ?')
      .bind(data.id)
      .first()
    expect(row).toEqual({ discount_value: 435, min_purchase_cents: 1999 })
    const free = await admin.post<CouponView>(
      COUPONS,
      formOf({ discountType: 'free_product', discountValue: 3 }),
    )
    expect(free.data.discountValue).toBe(100)
  })

  test('draws ids at random from 2^49 values, so that they are as hard to guess as codes', async () => {
    const admin = await aUser({ admin: true })
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push((await admin.post<CouponView>(COUPONS, formOf())).data.id)
    expect(new Set(ids).size).toBe(12)
    expect(ids.some((id) => id > 2 ** 40)).toBe(true)
    expect(ids.every((id) => id < 2 ** 49 + 2)).toBe(true)
    expect(ids).not.toEqual(ids.toSorted((a, b) => a - b))
  })

  test.each([
    [{ code: 'AB' }, 'Code must be at least 3 characters'],
    [{ code: 'A'.repeat(21) }, 'Code must not exceed 20 characters'],
    [{ discountType: 'half' }, 'Please select a discount type'],
    [{ discountType: undefined }, 'Please select a discount type'],
    [{ discountValue: 0 }, 'Discount value must be a positive number'],
    [{ discountValue: -1 }, 'Discount value must be a positive number'],
    [{ discountValue: 'x' }, 'Discount value must be a positive number'],
    [{ discountValue: 20 }, 'A percentage is a fraction of at most 1: 0.2 is 20% off'],
    [
      { discountType: 'fixed_amount', discountValue: 1.005 },
      'A fixed amount is in dollars, with at most two decimals',
    ],
    [{ description: ' ' }, 'Description is required'],
    [{ maxUses: 0 }, 'Max uses must be a whole number from 1'],
    [{ maxUsesPerUser: 0 }, 'Max uses per user must be a whole number from 1'],
    [{ minPurchaseAmount: -1 }, 'Minimum purchase must be 0 or more'],
    [{ appliesTo: 'some' }, 'Please select what the coupon applies to'],
    [{ appliesTo: 'specific_scripts' }, 'Please select at least one product'],
    [{ startDate: '2026-02-01', endDate: '2026-01-01' }, 'The end must be after the start'],
    [{ endDate: 'soon' }, 'Invalid date'],
  ])('refuses %j', async (wrong, message) => {
    const admin = await aUser({ admin: true })
    const answer = await admin.post(COUPONS, formOf(wrong))
    expect([answer.status, answer.message]).toEqual([400, message])
  })

  test('refuses a code that exists in any case, and audits no refusal', async () => {
    const admin = await aUser({ admin: true })
    const code = aCode()
    expect((await admin.post(COUPONS, formOf({ code }))).status).toBe(201)
    const again = await admin.post(COUPONS, formOf({ code: code.toLowerCase() }))
    expect([again.status, again.message]).toEqual([409, `There is already a coupon with the code ${code}.`])
    const { results } = await env.DB.prepare('SELECT id FROM audit_log WHERE actor_id = ?')
      .bind(admin.id)
      .all()
    expect(results).toHaveLength(1)
  })
})

describe('GET /api/coupons', () => {
  test('lists coupons newest first, in pages, with their number of uses', async () => {
    const admin = await aUser({ admin: true })
    const ids: number[] = []
    const late = Date.now() + 1_000_000
    for (let n = 0; n < 3; n++) ids.push((await aCoupon({ createdAt: late + Math.floor(n / 2) })).id)
    await redeemBy(await aUser(), (await aProduct()).id, ids[1] ?? 0)
    const first = await admin.get<CouponView[]>(`${COUPONS}?limit=2`)
    expect(first.data.map(({ id, usageCount }) => [id, usageCount])).toEqual([
      [ids[2], 0],
      [ids[1], 1],
    ])
    const rest = await admin.get<CouponView[]>(`${COUPONS}?limit=1&cursor=${first.nextCursor}`)
    expect(rest.data.map(({ id }) => id)).toEqual([ids[0]])
    expect((await admin.get(`${COUPONS}?cursor=7`)).status).toBe(400)
  })

  test('finds coupons by the beginning of their code, in any case, ordered by code, in pages', async () => {
    const admin = await aUser({ admin: true })
    const mark = aCode()
    for (const [n, end] of ['C', 'A', 'B', ''].entries())
      await aCoupon({ code: `${mark}${end}`, createdAt: 5000 + n })
    await aCoupon({ code: `X${mark}`.slice(0, 20), description: mark })
    const codes = async (query: string) => {
      const { data, nextCursor } = await admin.get<CouponView[]>(`${COUPONS}?${query}`)
      return { codes: data.map(({ code }) => code), nextCursor }
    }
    const first = await codes(`limit=3&q=${mark.toLowerCase()}`)
    expect(first.codes).toEqual([mark, `${mark}A`, `${mark}B`])
    expect(await codes(`limit=3&q=${mark}&cursor=${first.nextCursor}`)).toEqual({
      codes: [`${mark}C`],
      nextCursor: null,
    })
    // Wildcards are plain text here.
    for (const wild of ['%', '_', '*', "'"])
      expect((await codes(`q=${encodeURIComponent(wild + mark.slice(1))}`)).codes).toEqual([])
  })
})

describe('GET /api/coupons/{id}', () => {
  test('returns the coupon, and 404 for an unknown id', async () => {
    const admin = await aUser({ admin: true })
    const { data: made } = await admin.post<CouponView>(COUPONS, formOf({ maxUses: 3 }))
    expect((await admin.get(`${COUPONS}/${made.id}`)).data).toEqual(made)
    expect((await admin.get(`${COUPONS}/987654`)).status).toBe(404)
  })

  // spec: coupon-uses
  test('lists its uses with user, product, amounts and state, newest first, in pages', async () => {
    const [admin, first, second] = [await aUser({ admin: true }), await aUser(), await aUser()]
    const product = await aProduct()
    const { id } = await aCoupon()
    const paid = await redeemBy(first, product.id, id)
    const held = await redeemBy(second, product.id, id, { email: `other-${second.email}` })
    await env.DB.prepare("UPDATE coupon_usages SET state = 'redeemed', applied_at = 1 WHERE payment_id = ?")
      .bind(paid.data.id)
      .run()
    const page = await admin.get<CouponUsage[]>(`${COUPONS}/${id}/usages?limit=1`)
    expect(page.data).toEqual([
      {
        id: expect.any(Number),
        state: 'held',
        email: `other-${second.email}`,
        user: { id: second.id, username: second.username, email: second.email },
        paymentId: held.data.id,
        subscriptionId: null,
        product: { id: product.id, name: product.name },
        originalAmount: 19.5,
        discountAmount: 3.9,
        finalAmount: 15.6,
        appliedAt: expect.any(String),
      },
    ])
    const rest = await admin.get<CouponUsage[]>(`${COUPONS}/${id}/usages?limit=1&cursor=${page.nextCursor}`)
    expect(rest.data).toMatchObject([
      {
        state: 'redeemed',
        user: { id: first.id },
        paymentId: paid.data.id,
        appliedAt: new Date(1).toISOString(),
      },
    ])
    expect(rest.nextCursor).toBeNull()
  })

  test('lists the use of a deleted account without a user', async () => {
    const [admin, user] = [await aUser({ admin: true }), await aUser()]
    const { id } = await aCoupon()
    await redeemBy(user, (await aProduct()).id, id)
    await env.DB.prepare('UPDATE coupon_usages SET user_id = NULL WHERE coupon_id = ?').bind(id).run()
    const { data } = await admin.get<CouponUsage[]>(`${COUPONS}/${id}/usages`)
    expect(data).toMatchObject([{ user: null, state: 'held' }])
  })
})

describe('PATCH /api/coupons/{id}', () => {
  test('changes only the fields that are sent, and audits both states', async () => {
    const admin = await aUser({ admin: true })
    const { data: before } = await admin.post<CouponView>(COUPONS, formOf({ maxUses: 5 }))
    const changed = await patch(admin, before.id, { isActive: false, usageCount: 99, createdBy: 1, id: 3 })
    expect(changed.status).toBe(200)
    expect(changed.data).toEqual({ ...before, isActive: false, updatedAt: expect.any(String) })
    const [, noted] = await auditOf(before.id)
    expect([noted?.action, noted?.before, noted?.after]).toEqual([
      'coupon.update',
      JSON.stringify(before),
      JSON.stringify(changed.data),
    ])
    expect((await validate(await aUser(), before.code, (await aProduct()).id)).status).toBe(422)
    const unlimited = await patch(admin, before.id, { maxUses: null, isActive: true })
    expect(unlimited.data).toMatchObject({ maxUses: null, isActive: true })
  })

  test('refuses a limit below the number of uses, the code of another coupon, and an invalid coupon', async () => {
    const admin = await aUser({ admin: true })
    const [coupon, other] = [await aCoupon({ maxUses: 5 }), await aCoupon()]
    for (let n = 0; n < 2; n++) await redeemBy(await aUser(), (await aProduct()).id, coupon.id)
    const lower = await patch(admin, coupon.id, { maxUses: 1 })
    expect([lower.status, lower.message]).toEqual([
      409,
      'This coupon has 2 uses already. The limit cannot be lower.',
    ])
    expect((await patch(admin, coupon.id, { maxUses: 2 })).status).toBe(200)
    expect((await patch(admin, coupon.id, { code: other.code })).status).toBe(409)
    expect((await patch(admin, coupon.id, { discountValue: 3 })).message).toBe(
      'A percentage is a fraction of at most 1: 0.2 is 20% off',
    )
    expect((await patch(admin, coupon.id, { appliesTo: 'specific_scripts' })).status).toBe(400)
  })

  test('by several admins at once overwrites no unseen change, and no checkout loses its count', async () => {
    const admin = await aUser({ admin: true })
    const { id } = await aCoupon({ maxUses: 50 })
    const products = await Promise.all(Array.from({ length: 5 }, () => aProduct()))
    const users = await Promise.all(products.map(() => aUser()))
    const [checkouts, changes] = await Promise.all([
      Promise.all(users.map((user, n) => redeemBy(user, products[n]?.id ?? 0, id))),
      Promise.all([
        patch(admin, id, { description: 'One' }),
        patch(admin, id, { maxUsesPerUser: 2 }),
        patch(admin, id, { maxUses: 40 }),
      ]),
    ])
    for (const { status } of changes) expect([200, 409]).toContain(status)
    const kept = changes.filter(({ status }) => status === 200).length
    expect(await auditOf(id)).toHaveLength(kept)
    const won = checkouts.filter(({ status }) => status === 201).length
    expect(await usesOf(id)).toMatchObject({ currentUses: won, live: won })
  })
})

describe('DELETE /api/coupons/{id}', () => {
  test('deletes an unused coupon', async () => {
    const admin = await aUser({ admin: true })
    const { id } = await aCoupon()
    const answer = await admin.delete(`${COUPONS}/${id}`)
    expect([answer.status, answer.data, answer.message]).toEqual([
      200,
      { outcome: 'deleted' },
      'The coupon was deleted.',
    ])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['coupon.delete'])
    expect((await admin.delete(`${COUPONS}/${id}`)).status).toBe(404)
  })

  // spec: coupon-api
  test('switches off a used coupon, and says why', async () => {
    const [admin, user] = [await aUser({ admin: true }), await aUser()]
    const { id, code } = await aCoupon()
    const product = await aProduct()
    await redeemBy(user, product.id, id)
    const answer = await admin.delete<{ outcome: string }>(`${COUPONS}/${id}`)
    expect([answer.status, answer.data.outcome]).toEqual([200, 'switched-off'])
    expect(answer.message).toContain('switched off instead of deleted')
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['coupon.switch-off'])
    expect((await validate(await aUser(), code, product.id)).message).toBe('This coupon is no longer active.')
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['held'] })
  })
})
