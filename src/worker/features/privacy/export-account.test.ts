import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { filePathOf } from '../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { logDownloads } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

type Export = Record<string, Record<string, unknown>[]> & { account: Record<string, unknown> }

const exportOf = async (user: SignedIn) => {
  const body = JSON.stringify({ password: user.password })
  const response = await user.fetch('POST', '/api/user/export', { 'content-type': 'application/json' }, body)
  expect(response.status).toBe(200)
  const text = await response.text()
  return { response, text, data: JSON.parse(text) as Export }
}

const writes = (address: string, message: string) =>
  env.DB.prepare(
    "INSERT INTO contact_messages (first_name, last_name, email, subject, message, created_at) VALUES ('A', 'B', ?, 's', ?, 1)",
  )
    .bind(address, message)
    .run()

async function aCustomer(address = (user: SignedIn) => user.email) {
  const [user, product] = [await aUser(), await aProduct()]
  await bought(user, product.id)
  await bought(user, PREMIUM_ID, 'subscription')
  await user.get(`/api/download/file/${product.id}`)
  const chosen = await user.fetch(
    'PUT',
    `/api/products/${product.id}/channel`,
    { 'content-type': 'application/json' },
    '{"channel":"beta"}',
  )
  expect(chosen.status).toBe(200)
  const [, { licenceKey } = { licenceKey: '' }] = (
    await user.get<{ licenceKey: string }[]>('/api/user/licences')
  ).data
  const device = { licenceKey, product: product.id, deviceId: `computer-of-${user.id}` }
  expect((await visitor().post('/api/licences/activate', device)).status).toBe(200)
  await writes(address(user), `secret of ${user.username}`)
  await env.DB.prepare(
    "INSERT INTO referrals (referrer_id, source_event, kind, commission_cents, created_at) VALUES (?, ?, 'commission', 195, 1)",
  )
    .bind(user.id, `payment:of-${user.id}`)
    .run()
  return { user, product, licenceKey }
}

test('the export is a file with all stored data of its user, and with no data of other users', async () => {
  const { user, product, licenceKey } = await aCustomer()
  const other = await aCustomer()
  await env.DB.prepare('UPDATE users SET email_verified_at = 1').run()
  const { response, text, data } = await exportOf(user)
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="windfall-${user.username}-\\d{4}-\\d\\d-\\d\\d\\.json"`),
  )
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(data.account).toMatchObject({ id: user.id, username: user.username, email: user.email })
  expect(data.preferences).toEqual({ emailNotifications: true, promotionalEmails: true, newAirdrops: true })
  expect(data.sessions).toHaveLength(1)
  expect(data.purchases?.map(({ product: name, amount, status }) => [name, amount, status])).toEqual([
    [product.name, 19.5, 'completed'],
    [expect.stringContaining('Premium'), 29.99, 'completed'],
  ])
  expect(data.subscriptions).toMatchObject([{ status: 'active' }])
  expect(data.access).toMatchObject([{ type: 'purchase' }, { type: 'subscription' }])
  expect(data.licences).toMatchObject([
    { product: product.name, deviceLimit: 2, revokedAt: null },
    { product: expect.stringContaining('Premium'), deviceLimit: 5 },
  ])
  expect(data.devices).toMatchObject([{ deviceId: `computer-of-${user.id}`, ip: 'local' }])
  expect(data.downloads).toMatchObject([{ product: product.name, version: '1.0', via: 'session' }])
  expect(data.betaVersions).toEqual([{ product: product.name, chosenAt: expect.any(String) }])
  expect(data.referrals).toMatchObject([{ amount: 1.95, status: 'pending' }])
  const receipts = data.mails?.filter(({ template }) => template === 'receipt')
  expect(receipts).toMatchObject([
    { template: 'receipt', to: user.email },
    { template: 'receipt', to: user.email },
  ])
  expect(data.messages).toMatchObject([{ message: `secret of ${user.username}` }])
  expect(data.newsletter).toBeNull()
  for (const foreign of [other.user.username, other.user.email, other.product.name])
    expect(text).not.toContain(foreign)
  const secrets = await env.DB.prepare(
    'SELECT password, sid FROM users JOIN sessions ON user_id = users.id WHERE users.id = ?',
  )
    .bind(user.id)
    .first<{ password: string; sid: string }>()
  for (const secret of [
    secrets?.password,
    secrets?.sid,
    user.cookies.get('session'),
    licenceKey,
    'argon2',
    'cs_test',
    'cus_',
    'releases/',
  ])
    expect(text).not.toContain(secret ?? 'nothing')
})

test('an account with an unverified address does not get the messages from that address', async () => {
  const { user } = await aCustomer()
  const { text, data } = await exportOf(user)
  expect(data.messages).toBeUndefined()
  expect(text).not.toContain('secret of')
})

test('the export has the network of each download, and hides the IP address and browser of those by a mailed link', async () => {
  const { user, product } = await aCustomer()
  const from = (ip: string) => ({ 'cf-connecting-ip': ip, 'user-agent': `Browser of ${ip}` })
  await user.get(`/api/download/file/${product.id}`, from('203.0.113.1'))
  const sent = await user.post(`/api/email/product/${product.id}`, { email: `friend-${user.email}` })
  const path = filePathOf((JSON.parse(sent.text) as { downloadLink: string }).downloadLink)
  expect((await visitor().fetch('GET', path, from('203.0.113.2'))).status).toBe(200)
  const { data, text } = await exportOf(user)
  expect(data.downloads).toMatchObject([
    { via: 'session' },
    { via: 'session', ip: '203.0.113.1', userAgent: 'Browser of 203.0.113.1' },
    { via: 'link', network: '203.0.113.0/24', ip: null, userAgent: null },
  ])
  expect(text).not.toContain('203.0.113.2')
})

test('the export has each of many downloads once, by time, also those of one time', async () => {
  const user = await aUser()
  const product = await aProduct()
  const { paymentId } = await bought(user, product.id)
  const at = Date.now() - DAY
  const of = { productId: product.id, releaseId: product.release.id }
  await logDownloads({ ...of, paymentId, at }, 250)
  await logDownloads({ ...of, userId: user.id, at }, 250)
  await logDownloads({ ...of, userId: user.id, at: at - 1 }, 150)
  await logDownloads({ ...of, paymentId, at: at + 1 }, 1)
  const { data } = await exportOf(user)
  const vias = data.downloads?.map(({ via }) => via) ?? []
  expect(vias).toHaveLength(651)
  expect(vias.filter((via) => via === 'session')).toHaveLength(400)
  expect(vias.slice(0, 150).every((via) => via === 'session')).toBe(true)
  expect(vias.at(-1)).toBe('link')
})

test('the export of a big account has each row once, though only one page is read at a time', async () => {
  const user = await aUser()
  await env.DB.prepare(
    `INSERT INTO email_deliveries (key, template, to_address, data, user_id, status, queued_at, due_at, created_at, updated_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
     SELECT 'big:' || ?1 || ':' || i, 'note-' || i, 'x@mail.test', '{}', ?1, 'sent', 1, 1, 1, 1 FROM n`,
  )
    .bind(user.id)
    .run()
  const { data } = await exportOf(user)
  const notes = data.mails?.map(({ template }) => String(template)).filter((name) => name.startsWith('note-'))
  expect(notes).toEqual(Array.from({ length: 1000 }, (_, index) => `note-${index + 1}`))
})

test('an export needs a session, and a user’s sixth in a row is refused with 429', async () => {
  stopClock()
  const user = await aUser()
  const { password } = user
  expect((await visitor().post('/api/user/export', { password })).status).toBe(401)
  const statuses = []
  for (let time = 0; time < 6; time++)
    statuses.push((await user.post('/api/user/export', { password })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('an export needs the password and a page of the shop: no GET, no form and no request of another site gets it', async () => {
  const user = await aUser()
  const wrong = await user.post('/api/user/export', { password: 'not my password' })
  expect([wrong.status, wrong.message]).toEqual([422, 'The current password is incorrect.'])
  expect((await user.post('/api/user/export', {})).status).toBe(400)
  const type = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password: user.password })
  const foreign = { ...type, origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
  expect((await user.fetch('POST', '/api/user/export', foreign, body)).status).toBe(403)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await user.fetch('POST', '/api/user/export', form, `password=${user.password}`)).status).toBe(415)
  const opened = await user.get('/api/user/export')
  expect(opened.status).toBe(404)
  expect(opened.text).not.toContain(user.email)
})
