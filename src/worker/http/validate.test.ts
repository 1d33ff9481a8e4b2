import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { aUser, type SignedIn } from '../testing/clients.ts'
import { unique } from '../testing/shop.ts'

/** Posts a body in two parts. The second part arrives 1.1 seconds after `meanwhile` was executed. */
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

test('an admin who is demoted while the body arrives gets 403, and nothing is written', async () => {
  const admin = await aUser({ admin: true })
  const demote = env.DB.prepare('UPDATE users SET is_admin = 0 WHERE id = ?').bind(admin.id)
  const coupon = aCoupon()
  expect(await sendSlowly(admin, '/api/coupons', coupon, demote)).toBe(403)
  const made = await env.DB.prepare('SELECT id FROM coupons WHERE code = ?').bind(coupon.code).first()
  expect(made).toBeNull()
})

test('a user whose session ends while the body arrives gets 401', async () => {
  const user = await aUser()
  const end = env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(user.id)
  const form = { code: 'NOSUCHCODE', scriptId: 12 }
  expect(await sendSlowly(user, '/api/coupons/validate', form, end)).toBe(401)
})

test('a slow body of an admin whose session and role are unchanged is accepted', async () => {
  const admin = await aUser({ admin: true })
  const nothing = env.DB.prepare('SELECT 1')
  expect(await sendSlowly(admin, '/api/coupons', aCoupon(), nothing)).toBe(201)
})
