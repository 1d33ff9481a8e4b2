import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { configOf } from '../../providers/config.ts'
import { aUser, logInAgain, type SignedIn, visitor } from '../../testing/clients.ts'
import { withPausedQueue } from '../../testing/shop.ts'
import { watched } from '../../testing/watched.ts'

const USERS = '/api/secure-management/users'
const LOGIN = '/api/auth/login'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/18.0 Safari/605.1'
const support = configOf(env).supportEmail

let owner: SignedIn
let manager: SignedIn
let helper: SignedIn

beforeEach(async () => {
  // Also those whose role was taken in an earlier test, who are still notified.
  await env.DB.prepare('UPDATE users SET is_admin = 0, deleted_at = 1').run()
  await env.DB.prepare('DELETE FROM email_deliveries').run()
  owner = await aUser({ admin: 'owner' })
  manager = await aUser({ admin: 'manager' })
  helper = await aUser({ admin: 'support' })
})

/** The notices: their recipients, sorted, and what they say. */
async function notices() {
  const { results } = await env.DB.prepare(
    `SELECT to_address AS recipient, data FROM email_deliveries WHERE template = 'staff-notice' ORDER BY id`,
  ).all<{ recipient: string; data: string }>()
  return results.map(({ recipient, data }) => {
    const { event, by, about, detail } = JSON.parse(data)
    return { recipient, said: [event, by, about, detail] }
  })
}
const recipients = async () => (await notices()).map(({ recipient }) => recipient).toSorted()
const everybody = () => [owner.email, manager.email, support].toSorted()

const logIn = (who: SignedIn, ip: string, userAgent: string) =>
  visitor().post(
    LOGIN,
    { username: who.username, password: who.password },
    { 'cf-connecting-ip': ip, 'user-agent': userAgent },
  )

test('a role that is given, changed or taken is mailed once to owners, managers and support', async () => {
  const user = await aUser({ confirmed: true })
  const act = async (verb: string, role?: string) => {
    await env.DB.prepare('DELETE FROM email_deliveries').run()
    const body = { currentPassword: owner.password, ...(role && { role }) }
    const answer = await owner.post(`${USERS}/${user.id}/${verb}`, body)
    expect(answer.status, answer.text).toBe(200)
    return (await notices())[0]?.said
  }
  expect(await act('promote', 'support')).toEqual(['role', owner.username, user.username, 'in support'])
  expect(await recipients()).toEqual(everybody())
  expect(await act('promote', 'manager')).toEqual(['role', owner.username, user.username, 'a manager'])
  expect(await act('demote')).toEqual(['role', owner.username, user.username, 'a customer'])
  expect(await recipients()).toEqual([...everybody(), user.email].toSorted())
  // A refused change mails nobody.
  await env.DB.prepare('DELETE FROM email_deliveries').run()
  await owner.post(`${USERS}/${user.id}/demote`, { currentPassword: owner.password })
  await owner.post(`${USERS}/${user.id}/promote`, { currentPassword: 'wrong-password' })
  expect(await notices()).toEqual([])
})

test('two simultaneous changes of one role mail once', async () => {
  const [other, user] = [await aUser({ admin: true }), await aUser({ confirmed: true })]
  const answers = await Promise.all(
    [owner, other].map((who) =>
      who.post(`${USERS}/${user.id}/promote`, { currentPassword: who.password, role: 'support' }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await recipients()).toEqual([...everybody(), other.email].toSorted())
})

test('the admin key mails as admin key where it made an admin, and mails nobody where it was refused', async () => {
  const user = await aUser({ confirmed: true })
  const elevate = (adminKey: string, username = user.username) =>
    visitor().post('/api/auth/secure-operations/elevate-permissions', { username, adminKey })
  await elevate('not the key')
  await elevate(env.ADMIN_KEY ?? '', 'nobody-here')
  expect(await notices()).toEqual([])
  expect((await elevate(env.ADMIN_KEY ?? '')).status).toBe(200)
  expect(await recipients()).toEqual(everybody())
  expect((await notices())[0]?.said).toEqual(['admin-key', 'admin key', user.username, null])
  await logInAgain(user)
  expect((await user.get<{ staffRole: string }>('/api/auth/me')).data.staffRole).toBe('owner')
})

test('an export is mailed in the batch of its audit entry', async () => {
  expect((await owner.get('/api/secure-management/exports/coupons.csv')).status).toBe(200)
  expect((await notices())[0]?.said).toEqual(['export', owner.username, 'Coupons exported', null])
  expect(await recipients()).toEqual(everybody())
})

test('a login is mailed once for each browser and network of an admin’s account, and never for a customer', async () => {
  expect((await logIn(helper, '203.0.113.7', FIREFOX)).status).toBe(200)
  expect((await notices())[0]?.said).toEqual(['login', helper.username, helper.username, 'Firefox on Linux'])
  expect(await recipients()).toEqual(everybody())
  // The same network and browser, also at once, and for a member of staff who came later.
  await aUser({ admin: true })
  await Promise.all([1, 2].map(() => logIn(helper, '203.0.113.99', FIREFOX)))
  expect(await recipients()).toEqual(everybody())
  await env.DB.prepare('UPDATE users SET is_admin = 0 WHERE id NOT IN (?, ?, ?)')
    .bind(owner.id, manager.id, helper.id)
    .run()
  await logIn(helper, '203.0.113.7', SAFARI)
  await logIn(helper, '198.51.100.7', FIREFOX)
  await logIn(owner, '203.0.113.7', FIREFOX)
  expect(await recipients()).toHaveLength(4 * 3)
  await logIn(await aUser(), '203.0.113.7', FIREFOX)
  await visitor().post(LOGIN, { username: helper.username, password: 'wrong password' })
  expect(await recipients()).toHaveLength(4 * 3)
})

test('two logins from one new device at once are mailed once', async () => {
  await Promise.all([1, 2, 3].map(() => logIn(owner, '203.0.113.7', FIREFOX)))
  expect(await recipients()).toEqual(everybody())
})

test('support’s address is mailed once where it is also an owner’s', async () => {
  await env.DB.prepare('UPDATE users SET email = ?, email_key = ? WHERE id = ?')
    .bind(support.toUpperCase(), support.toLowerCase(), manager.id)
    .run()
  expect((await owner.get('/api/secure-management/exports/coupons.csv')).status).toBe(200)
  expect(await recipients()).toEqual([owner.email, support].toSorted())
})

test('each notice becomes one message to the mail queue, and a known device none', async () => {
  const { bindings, sent } = withPausedQueue()
  const user = await aUser({ confirmed: true })
  const body = { currentPassword: owner.password, role: 'support' }
  await owner.again(bindings).post(`${USERS}/${user.id}/promote`, body)
  const { results } = await env.DB.prepare('SELECT key FROM email_deliveries').all<{ key: string }>()
  expect(sent).toEqual(results.map(({ key }) => ({ type: 'send-email', deliveryKey: key })))
  expect(sent).toHaveLength(3)
  const login = { username: owner.username, password: owner.password }
  for (const messages of [3 + 3, 3 + 3]) {
    await visitor(bindings).post(LOGIN, login)
    expect(sent).toHaveLength(messages)
  }
})

test('an admin’s login takes at most two round trips more than a customer’s', async () => {
  const trips = async (who: SignedIn) => {
    const watch = watched()
    const login = { username: who.username, password: who.password }
    expect((await visitor(watch.bindings).post(LOGIN, login)).status).toBe(200)
    return watch.trips
  }
  const customer = await trips(await aUser())
  expect(await trips(owner)).toBeLessThanOrEqual(customer + 2)
})
