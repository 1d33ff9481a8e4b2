import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { aUser, type SignedIn } from '../testing/clients.ts'
import { unique } from '../testing/shop.ts'

/** A body of which the rest comes late, after `meanwhile`. */
async function sendSlowly(user: SignedIn, path: string, form: unknown, meanwhile: D1PreparedStatement) {
  const text = JSON.stringify(form)
  const parts = [text.slice(0, 5), text.slice(5)].map((part) => new TextEncoder().encode(part))
  const body = new ReadableStream({
    async pull(controller) {
      const part = parts.shift()
      if (parts.length === 0 && part) {
        await meanwhile.run()
        await scheduler.wait(1100)
      }
      part ? controller.enqueue(part) : controller.close()
    },
  })
  const { status } = await user.fetch('POST', path, { 'content-type': 'application/json' }, body)
  return status
}

const aCoupon = () => ({
  code: unique('SLOW').slice(0, 20),
  discountType: 'free_product',
  discountValue: 100,
  description: 'Everything for nothing',
  appliesTo: 'all',
})

test('who is demoted while their body arrives is no admin at its end', async () => {
  const admin = await aUser({ admin: true })
  const demote = env.DB.prepare('UPDATE users SET is_admin = 0 WHERE id = ?').bind(admin.id)
  const coupon = aCoupon()
  expect(await sendSlowly(admin, '/api/coupons', coupon, demote)).toBe(403)
  const made = await env.DB.prepare('SELECT id FROM coupons WHERE code = ?').bind(coupon.code).first()
  expect(made).toBeNull()
})

test('whose session ends while their body arrives is nobody at its end', async () => {
  const user = await aUser()
  const end = env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(user.id)
  const form = { code: 'NOSUCHCODE', scriptId: 12 }
  expect(await sendSlowly(user, '/api/coupons/validate', form, end)).toBe(401)
})

test('a body that takes its time is taken from who still is who they were', async () => {
  const admin = await aUser({ admin: true })
  const nothing = env.DB.prepare('SELECT 1')
  expect(await sendSlowly(admin, '/api/coupons', aCoupon(), nothing)).toBe(201)
})
