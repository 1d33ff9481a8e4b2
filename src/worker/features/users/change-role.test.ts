import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { StaffRole } from '#shared/core/staff-roles.ts'
import { DAY } from '#shared/core/time.ts'
import { aUser, confirmAddress, logInAgain, type SignedIn } from '../../testing/clients.ts'
import { connect, connectStaff, until } from '../../testing/sockets.ts'

const USERS = '/api/secure-management/users'
const change = (who: SignedIn, user: { id: number }, input: 'promote' | 'demote', password = who.password) =>
  who.post(`${USERS}/${user.id}/${input}`, { currentPassword: password })
const give = (who: SignedIn, user: { id: number }, role: StaffRole) =>
  who.post(`${USERS}/${user.id}/promote`, { currentPassword: who.password, role })
const roleOf = async (user: { id: number }) =>
  env.DB.prepare('SELECT is_admin, staff_role, admin_since FROM users WHERE id = ?')
    .bind(user.id)
    .first<{ is_admin: number; staff_role: string | null; admin_since: number | null }>()
const mayManage = async (who: SignedIn) => (await who.get(USERS)).status

test('a promotion opens the admin routes after a new login, a demotion closes them; both end all sessions and sockets', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser({ confirmed: true })]
  const copy = user.again()
  const before = await connect(user)
  expect(await mayManage(user)).toBe(403)
  const promoted = await change(admin, user, 'promote')
  expect([promoted.status, promoted.message], promoted.text).toEqual([200, 'The account is an admin now'])
  await until(() => before.closed !== null)
  expect([await mayManage(user), (await copy.get('/api/auth/me')).status]).toEqual([401, 401])
  await logInAgain(user)
  expect([await mayManage(user), (await copy.get('/api/auth/me')).status]).toEqual([200, 401])
  const socket = await connectStaff(user)
  expect((await change(admin, user, 'promote')).message).toBe(
    'This account is an admin already, as an owner.',
  )

  const demoted = await change(admin, user, 'demote')
  expect([demoted.status, demoted.message]).toEqual([200, 'The account is not an admin any more'])
  await until(() => socket.closed !== null)
  expect((await user.get('/api/auth/me')).status).toBe(401)
  await logInAgain(user)
  const refused = await user.get(USERS)
  expect([refused.status, refused.message]).toEqual([403, 'Access denied'])
  expect((await user.get<{ isAdmin: boolean }>('/api/auth/me')).data.isAdmin).toBe(false)
  expect((await change(admin, user, 'demote')).message).toBe('This account is not an admin.')
  const { results } = await env.DB.prepare(
    'SELECT action, actor_id, before, after FROM audit_log WHERE subject = ? ORDER BY id',
  )
    .bind(`user:${user.id}`)
    .all()
  expect(results).toEqual([
    {
      action: 'user.promote',
      actor_id: admin.id,
      before: '{"isAdmin":false,"staffRole":null}',
      after: '{"isAdmin":true,"staffRole":"owner"}',
    },
    {
      action: 'user.demote',
      actor_id: admin.id,
      before: '{"isAdmin":true,"staffRole":"owner"}',
      after: '{"isAdmin":false,"staffRole":null}',
    },
  ])
})

test('an account whose address was never confirmed cannot become an admin', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser()]
  const refused = await change(admin, user, 'promote')
  expect([refused.status, refused.message]).toEqual([
    409,
    'This account’s email address is not confirmed. Its owner must confirm it first.',
  ])
  await confirmAddress(user)
  expect((await change(admin, user, 'promote')).status).toBe(200)
})

test('a role change needs the admin’s password, and fails for oneself, a closed or an unknown account', async () => {
  const [admin, user, closed] = [
    await aUser({ admin: true }),
    await aUser({ confirmed: true }),
    await aUser(),
  ]
  const wrong = await change(admin, user, 'promote', user.password)
  expect([wrong.status, wrong.message]).toEqual([422, 'The current password is incorrect.'])
  expect((await change(admin, admin, 'demote')).message).toBe('You cannot change your own role.')
  expect((await change(admin, { id: 987_654 }, 'promote')).status).toBe(404)
  await admin.post(`${USERS}/${closed.id}/deactivate`, { reason: 'A test' })
  expect((await change(admin, closed, 'promote')).message).toBe(
    'This account is deactivated. Activate it first.',
  )
  await admin.delete(`${USERS}/${closed.id}`)
  expect((await change(admin, closed, 'promote')).message).toBe('This account was deleted.')
  expect(await mayManage(user)).toBe(403)
})

// spec: user-roles
test('when two admins demote each other at the same time, one of them stays an admin', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [one, other] = [await aUser({ admin: true }), await aUser({ admin: true })]
    const answers = await Promise.all([change(one, other, 'demote'), change(other, one, 'demote')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    // The demoted one is logged out.
    expect([await mayManage(one), await mayManage(other)].toSorted()).toEqual([200, 401])
  }
})

test('a role is given, changed and taken; each change begins a new time in the role and has an audit entry', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser({ confirmed: true })]
  expect((await give(admin, user, 'support')).message).toBe('The account is an admin now')
  expect(await roleOf(user)).toMatchObject({ is_admin: 1, staff_role: 'support' })
  await logInAgain(user)
  expect((await user.get<{ staffRole: string }>('/api/auth/me')).data.staffRole).toBe('support')
  const long = Date.now() - 30 * DAY
  await env.DB.prepare('UPDATE users SET admin_since = ? WHERE id = ?').bind(long, user.id).run()
  expect((await give(admin, user, 'owner')).message).toBe('The role was changed')
  expect((await roleOf(user))?.admin_since).toBeGreaterThan(long + 29 * DAY)
  await logInAgain(user)
  expect((await give(admin, user, 'owner')).message).toBe('This account is an admin already, as an owner.')
  expect((await give(user, admin, 'manager')).status).toBe(200)
  await logInAgain(admin)
  expect((await change(admin, user, 'demote')).status).toBe(403)
  expect((await change(user, admin, 'demote')).status).toBe(200)
  expect(await roleOf(admin)).toEqual({ is_admin: 0, staff_role: null, admin_since: null })
  const { results } = await env.DB.prepare(
    "SELECT action, after ->> '$.staffRole' AS role FROM audit_log WHERE subject IN (?, ?) ORDER BY id",
  )
    .bind(`user:${user.id}`, `user:${admin.id}`)
    .all()
  expect(results).toEqual([
    { action: 'user.promote', role: 'support' },
    { action: 'user.role', role: 'owner' },
    { action: 'user.role', role: 'manager' },
    { action: 'user.demote', role: null },
  ])
})

test('the last owner cannot be demoted, given another role, deactivated or deleted, also not by two requests at once', async () => {
  await env.DB.prepare('UPDATE users SET is_admin = 0 WHERE is_admin = 1').run()
  const [owner, manager] = [await aUser({ admin: true }), await aUser({ admin: 'manager' })]
  const path = `${USERS}/${owner.id}`
  const password = { currentPassword: owner.password }
  expect((await owner.post(`${path}/demote`, password)).status).toBe(409)
  expect((await owner.post(`${path}/promote`, { ...password, role: 'support' })).status).toBe(409)
  expect((await owner.post(`${path}/deactivate`, { reason: 'Away' })).status).toBe(409)
  expect((await owner.delete(path)).status).toBe(409)
  const own = JSON.stringify({ password: owner.password })
  const headers = { 'content-type': 'application/json' }
  expect((await owner.fetch('DELETE', '/api/user/account', headers, own)).status).toBe(409)
  expect((await give(manager, owner, 'support')).status).toBe(403)
  for (const lesser of ['support', 'manager'] as const) {
    const other = await aUser({ admin: true })
    const answers = await Promise.all([give(owner, other, lesser), give(other, owner, lesser)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const roles = [(await roleOf(owner))?.staff_role, (await roleOf(other))?.staff_role]
    expect(roles.toSorted()).toEqual([lesser, 'owner'].toSorted())
    await env.DB.prepare("UPDATE users SET staff_role = 'owner' WHERE id = ?").bind(owner.id).run()
    await env.DB.prepare('UPDATE users SET is_admin = 0 WHERE id = ?').bind(other.id).run()
  }
})

test('of two simultaneous changes of one role, one wins, and the other finds another role', async () => {
  const [one, other, user] = [
    await aUser({ admin: true }),
    await aUser({ admin: true }),
    await aUser({ confirmed: true }),
  ]
  const answers = await Promise.all([give(one, user, 'support'), give(other, user, 'owner')])
  const entries = await env.DB.prepare('SELECT count(*) AS n FROM audit_log WHERE subject = ?')
    .bind(`user:${user.id}`)
    .first<number>('n')
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(entries ?? 0)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
})

test('support sees no payout address, session or history of an account, a manager no address and no history', async () => {
  const user = await aUser()
  const address = { address: `0x${'a1'.repeat(20)}`, password: user.password }
  expect((await user.put('/api/user/payout-address', address)).status).toBe(200)
  type Seen = { account: { payoutAddress: string | null }; sessions: unknown[]; history: { data: unknown[] } }
  for (const [role, expected] of [
    ['support', [false, false, false]],
    ['manager', [false, true, false]],
    ['owner', [true, true, true]],
  ] as const) {
    const { data } = await (await aUser({ admin: role })).get<Seen>(`${USERS}/${user.id}`)
    const seen = [data.account.payoutAddress !== null, data.sessions.length > 0, data.history.data.length > 0]
    expect(seen, role).toEqual(expected)
  }
})
