import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type CouponView, couponBatchSchema } from '#shared/coupons/contract.ts'
import { openDb } from '../../db/client.ts'
import { aUser } from '../../testing/clients.ts'
import { redeemBy, usesOf } from '../../testing/coupons.ts'
import { aProduct } from '../../testing/products.ts'
import { createCoupons } from './create-coupons.ts'

const form = { discountType: 'percentage', discountValue: 0.2, description: 'For the fair' }
const codesOf = async (prefix: string) =>
  (await env.DB.prepare("SELECT code FROM coupons WHERE code LIKE ? || '-%'").bind(prefix).all()).results

test('500 codes are made at once, all different, each for one use, with one entry in the log', async () => {
  const admin = await aUser({ admin: true })
  const answer = await admin.post<{ codes: string[] }>('/api/coupons/bulk', {
    ...form,
    prefix: 'fair',
    count: 500,
  })
  expect([answer.status, answer.message]).toEqual([201, '500 coupons added'])
  const { codes } = answer.data
  expect(new Set(codes).size).toBe(500)
  for (const code of codes) expect(code).toMatch(/^FAIR-[A-Z2-9]{8}$/)
  expect(await codesOf('FAIR')).toHaveLength(500)
  const [made] = (await admin.get<CouponView[]>(`/api/coupons?q=${codes[0]}`)).data
  expect(made).toMatchObject({ maxUses: 1, maxUsesPerUser: 1, discountValue: 0.2, usageCount: 0 })
  const entries = await env.DB.prepare(
    "SELECT count(*) AS n FROM audit_log WHERE subject = 'coupons:FAIR'",
  ).first()
  expect(entries).toEqual({ n: 1 })

  // Of two buyers at once one gets the code.
  const product = await aProduct()
  const buyers = [await aUser(), await aUser()]
  const paid = await Promise.all(buyers.map((buyer) => redeemBy(buyer, product.id, made?.id ?? 0)))
  expect(paid.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await usesOf(made?.id ?? 0)).currentUses).toBe(1)
})

test('a code that exists already makes all codes new: none is lost, and none is doubled', async () => {
  const { id } = await aUser({ admin: true })
  const batch = couponBatchSchema.parse({ ...form, prefix: 'TWICE', count: 3 })
  const draws = ['AAAAAAAA', 'AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC', 'DDDDDDDD', 'EEEEEEEE']
  const deps = { db: openDb(env.DB), requireProof: async () => undefined }
  const codes = await createCoupons(deps, { id, ip: null }, batch, Date.now(), () => draws.shift() ?? '')
  expect(codes).toEqual(['TWICE-CCCCCCCC', 'TWICE-DDDDDDDD', 'TWICE-EEEEEEEE'])
  expect(await codesOf('TWICE')).toHaveLength(3)

  const same = () => 'CCCCCCCC'
  await expect(createCoupons(deps, { id, ip: null }, batch, Date.now(), same)).rejects.toThrow('another one')
  expect(await codesOf('TWICE')).toHaveLength(3)
})

test.each([
  [{ prefix: 'A' }, 'prefix'],
  [{ prefix: 'TOO LONG' }, 'prefix'],
  [{ count: 0 }, 'count'],
  [{ count: 501 }, 'count'],
  [{ count: 1.5 }, 'count'],
  [{ audience: 'owners' }, 'ownerScriptIds'],
  [{ discountValue: 2 }, 'discountValue'],
])('%j is refused with 400 at its field', async (wrong, field) => {
  const admin = await aUser({ admin: true })
  const answer = await admin.post<{ fields: Record<string, string> }>('/api/coupons/bulk', {
    ...form,
    prefix: 'WRONG',
    count: 2,
    ...wrong,
  })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(field)
  expect(await codesOf('WRONG')).toEqual([])
})
