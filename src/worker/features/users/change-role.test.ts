import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { connect, until } from '../../testing/sockets.ts'

const USERS = '/api/secure-management/users'
const change = (who: SignedIn, user: { id: number }, input: 'promote' | 'demote', password = who.password) =>
  who.post(`${USERS}/${user.id}/${input}`, { currentPassword: password })
const mayManage = async (who: SignedIn) => (await who.get(USERS)).status

test('a promotion opens the admin routes in the open session, a demotion closes them; both end sockets', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser()]
  const before = await connect(user)
  expect(await mayManage(user)).toBe(403)
  const promoted = await change(admin, user, 'promote')
  expect([promoted.status, promoted.message], promoted.text).toEqual([200, 'The account is an admin now'])
  await until(() => before.closed !== null)
  expect(await mayManage(user)).toBe(200)
  const socket = await connect(user, { query: `?userId=${user.id}&isAdmin=true` })
  expect((await change(admin, user, 'promote')).message).toBe('This account is an admin already.')

  const demoted = await change(admin, user, 'demote')
  expect([demoted.status, demoted.message]).toEqual([200, 'The account is not an admin any more'])
  await until(() => socket.closed !== null)
  const refused = await user.get(USERS)
  expect([refused.status, refused.message]).toEqual([403, 'Access denied'])
  // The demoted user stays logged in.
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
      before: '{"isAdmin":false}',
      after: '{"isAdmin":true}',
    },
    { action: 'user.demote', actor_id: admin.id, before: '{"isAdmin":true}', after: '{"isAdmin":false}' },
  ])
})

test('a role change needs the admin’s password, and fails for oneself, a closed or an unknown account', async () => {
  const [admin, user, closed] = [await aUser({ admin: true }), await aUser(), await aUser()]
  const wrong = await change(admin, user, 'promote', user.password)
  expect([wrong.status, wrong.message]).toEqual([422, 'The current password is not right.'])
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
    expect([await mayManage(one), await mayManage(other)].toSorted()).toEqual([200, 403])
  }
})
