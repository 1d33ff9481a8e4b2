import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { openDb } from '../../db/client.ts'
import { aUser } from '../../testing/clients.ts'
import { aCoupon, redeemBy } from '../../testing/coupons.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { removeCoupon } from './remove-coupon.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const notesOf = async (id: number) =>
  (
    await env.DB.prepare('SELECT action, before, after FROM audit_log WHERE subject = ? ORDER BY id')
      .bind(`coupon:${id}`)
      .all<{ action: string; before: string; after: string | null }>()
  ).results.map(({ action, before, after }) => ({
    action,
    before: JSON.parse(before),
    after: JSON.parse(after ?? 'null'),
  }))

test('switching off a coupon audits the whole coupon before and after: only its state has changed', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser()]
  const { id } = await aCoupon()
  await redeemBy(user, (await aProduct()).id, id)
  expect((await admin.delete(`/api/coupons/${id}`)).status).toBe(200)
  const [note, ...more] = await notesOf(id)
  expect([note?.action, more]).toEqual(['coupon.switch-off', []])
  expect(note?.after).toEqual({ ...note?.before, isActive: false, updatedAt: note?.after.updatedAt })
  expect(note?.before.isActive).toBe(true)
})

test('of several deletions at once one succeeds, and only that one is audited', async () => {
  const admin = await aUser({ admin: true })
  const { id } = await aCoupon()
  const db = openDb(env.DB)
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => removeCoupon(db, { id: admin.id, ip: null }, id, Date.now())),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 404 })
  expect((await notesOf(id)).map(({ action }) => action)).toEqual(['coupon.delete'])
})

test('deleting a coupon that another admin is changing gets 409 and keeps that change', async () => {
  const admin = await aUser({ admin: true })
  const { id } = await aCoupon()
  // A change between the read and the deletion.
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'batch')
        return async (statements: D1PreparedStatement[]) => {
          await target.prepare('UPDATE coupons SET updated_at = updated_at + 1 WHERE id = ?').bind(id).run()
          return target.batch(statements)
        }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const late = removeCoupon(openDb(DB), { id: admin.id, ip: null }, id, Date.now())
  await expect(late).rejects.toMatchObject({ status: 409 })
  expect(await env.DB.prepare('SELECT is_active FROM coupons WHERE id = ?').bind(id).first()).toEqual({
    is_active: 1,
  })
  expect(await notesOf(id)).toEqual([])
})
