import { beforeAll, expect, test } from 'vitest'
import { isStorableJson } from '../core/storable-text.ts'
import { aUser, visitor } from '../testing/clients.ts'
import { validate as validateCode } from '../testing/coupons.ts'
import { aProduct } from '../testing/products.ts'
import { sandbox } from '../testing/sandbox.ts'

beforeAll(sandbox.calm)

const BAD = ['A\u0000BC', 'ABC\ud800', '\udc00ABC']

test.each(BAD)('a coupon code with a character that cannot be stored gets 400: %j', async (code) => {
  const answer = await validateCode(await aUser(), code, (await aProduct()).id)
  expect([answer.status, answer.message]).toEqual([
    400,
    'The text has a character that cannot be stored. Please remove it and try again.',
  ])
})

test.each([
  ['/api/auth/login', { username: '?', password: '?' }],
  ['/api/auth/register', { username: '?', email: '?@mail.test', password: '?'.repeat(20) }],
  ['/api/auth/forgot-password', { email: '?@mail.test' }],
  ['/api/contact', { name: '?', email: 'a@mail.test', subject: 'Hello', message: '?'.repeat(20) }],
  ['/api/contact/newsletter', { email: '?@mail.test' }],
  ['/api/payment/create', { productId: 1, provider: 'stripe', email: 'a@b.test', clientPaymentId: '?' }],
  ['/api/contact', { '?': 1 }],
])('POST %s with such a text gets 4xx: %j', async (path, body) => {
  const user = await aUser()
  for (const bad of BAD) {
    const filled = JSON.parse(JSON.stringify(body).replaceAll('?', JSON.stringify(bad).slice(1, -1)))
    const { status } = await user.post(path, filled)
    expect([400, 404], `${path} ${status}`).toContain(status)
  }
})

test.each([
  '/api/products/%00',
  '/api/payment/%00',
  '/api/payment/abc%00def',
  '/api/secure-management/coupons?q=A%00B',
  '/api/secure-management/users?q=%00',
  '/api/secure-management/email-deliveries?q=%00',
  '/api/email/unsubscribe?token=%00',
])('GET %s gets no 5xx', async (path) => {
  const admin = await aUser({ admin: true })
  for (const client of [admin, visitor()]) expect((await client.get(path)).status).toBeLessThan(500)
})

test('a text with emoji, line breaks and other scripts is storable, at any depth of a body', () => {
  expect(isStorableJson({ a: ['👛 скрипт\n', { b: 1, c: null, d: true }] })).toBe(true)
  const deep = '['.repeat(30_000) + JSON.stringify('a\u0000') + ']'.repeat(30_000)
  expect(isStorableJson(JSON.parse(deep))).toBe(false)
  expect(isStorableJson({ a: { 'b\u0000': 1 } })).toBe(false)
})
