import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { Licence } from '#shared/licences/contract.ts'
import type { UserDetail } from '#shared/users/contract.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, buy } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, withPausedQueue } from '../../testing/shop.ts'
import { connect, until } from '../../testing/sockets.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from '../email/download-link.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const USERS = '/api/secure-management/users'
const at = (user: { id: number }, action = '') => `${USERS}/${user.id}${action}`
const why = { reason: 'Shares files in public' }

const logIn = async ({ username, password }: SignedIn) =>
  (await visitor().post('/api/auth/login', { username, password })).status
const isSignedIn = async (user: SignedIn) => (await user.get('/api/auth/me')).status === 200
const detailOf = async (admin: SignedIn, user: SignedIn) => (await admin.get<UserDetail>(at(user))).data
const auditOf = async (user: SignedIn) =>
  (
    await env.DB.prepare(
      'SELECT action, actor_id, before, after, ip FROM audit_log WHERE subject = ? ORDER BY id',
    )
      .bind(`user:${user.id}`)
      .all<Record<string, unknown>>()
  ).results

/** A buyer. `opened` tries the links of purchase and account, and the licence, and returns the results. */
async function aBuyer() {
  const user = await aUser()
  const product = await aProduct()
  const { paymentId } = await bought(user, product.id)
  const expiresAt = Date.now() + LINK_LIFETIME_MS
  const link = async (holder: { paymentId: number } | { userId: number }) => {
    const token = await signDownloadLink(
      { ...holder, productId: product.id, version: '1.0', expiresAt },
      env.LINK_SIGNING_KEY,
    )
    return (await visitor().get(`/api/download/file/${product.id}?token=${token}`)).status
  }
  const [licence] = (await user.get<Licence[]>('/api/user/licences')).data
  const call = { licenceKey: licence?.licenceKey ?? '', deviceId: 'device-of-a-buyer', product: product.id }
  const script = async (verb: string) => {
    const answer = await visitor().post<{ reason?: string }>(`/api/licences/${verb}`, call, { origin: '' })
    return answer.data?.reason ?? answer.status
  }
  const opened = async () => [
    await link({ paymentId }),
    await link({ userId: user.id }),
    await script('activate'),
    await script('check'),
  ]
  return { user, product, opened }
}

describe('an account that is deactivated', () => {
  // spec: user-sessions
  test('loses every session, link and licence at once; links and licence work again once activated', async () => {
    const [admin, { user, product, opened }] = [await aUser({ admin: true }), await aBuyer()]
    const [phone, socket] = [user.again(), await connect(user)]
    expect(await opened()).toEqual([200, 200, 200, 200])
    const done = await admin.post(at(user, '/deactivate'), why)
    expect([done.status, done.message], done.text).toEqual([200, 'Account deactivated'])
    await until(() => socket.closed !== null)
    expect(await isSignedIn(user)).toBe(false)
    expect((await phone.get(`/api/download/file/${product.id}`)).status).toBe(401)
    expect(await logIn(user)).toBe(401)
    expect(await opened()).toEqual([403, 403, 'revoked', 'revoked'])
    expect(await detailOf(admin, user)).toMatchObject({
      account: { state: 'deactivated', closedAt: expect.any(String) },
      sessions: [],
      notes: { data: [{ text: `Deactivated: ${why.reason}`, isOwn: true }] },
    })

    expect((await admin.post(at(user, '/activate'))).status).toBe(200)
    expect(await logIn(user)).toBe(200)
    // Sessions from before stay ended.
    expect(await isSignedIn(user)).toBe(false)
    expect(await opened()).toEqual([200, 200, 200, 200])
    expect((await auditOf(user)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['user.deactivate', admin.id],
      ['user.activate', admin.id],
    ])
  })

  test('cannot reset its password, neither by a new link nor by one that was mailed before', async () => {
    const { bindings, sent } = withPausedQueue()
    const admin = await aUser({ admin: true })
    const user = await aUser({ bindings })
    const tokenOf = async () => {
      await consume(sent.splice(0), {}, bindings)
      const mails = (await sandbox.mails(user.email)).filter(({ subject }) => subject.includes('password'))
      return mails.at(-1)?.links.join().split('#token=')[1]
    }
    await user.post('/api/auth/forgot-password', { email: user.email })
    const token = await tokenOf()
    expect(token).toBeDefined()
    await admin.post(at(user, '/deactivate'), why)
    const reset = () =>
      visitor().post('/api/auth/reset-password', { token, password: 'another long password' })
    expect((await reset()).status).toBe(410)
    await visitor(bindings).post('/api/auth/forgot-password', { email: user.email })
    expect(sent).toEqual([])
    await admin.post(at(user, '/activate'))
    expect((await reset()).status).toBe(410)
  })

  test('is not charged again: renewals stop at the provider and open checkouts close; paid time stays', async () => {
    const [admin, user] = [await aUser({ admin: true }), await aUser()]
    await bought(user, PREMIUM_ID, 'subscription')
    const open = await buy(user, (await aProduct()).id)
    expect((await detailOf(admin, user)).account.renews).toBe(true)
    expect((await admin.post(at(user, '/deactivate'), why)).data).toEqual({ stillRenews: false })
    const after = await detailOf(admin, user)
    expect(after.account.renews).toBe(false)
    expect(after.subscriptions.data).toMatchObject([{ status: 'active', renews: false }])
    expect(after.purchases.data.find(({ id }) => id === open.paymentId)?.status).toBe('expired')
  })

  test('is closed also while the provider is down, and a repeated call stops the renewal', async () => {
    const [admin, user] = [await aUser({ admin: true }), await aUser()]
    await bought(user, PREMIUM_ID, 'subscription')
    await sandbox.faults({ stripeApi: 'fail' })
    const first = await admin.post(at(user, '/deactivate'), why)
    expect([first.status, first.data]).toEqual([200, { stillRenews: true }])
    expect(await isSignedIn(user)).toBe(false)
    expect((await detailOf(admin, user)).account).toMatchObject({ state: 'deactivated', renews: true })
    await sandbox.calm()
    expect((await admin.post(at(user, '/deactivate'), why)).data).toEqual({ stillRenews: false })
    expect((await detailOf(admin, user)).account.renews).toBe(false)
    expect(await auditOf(user)).toHaveLength(1)
  })

  test('is never an admin’s, a deleted or an unknown one', async () => {
    const [admin, other, gone] = [await aUser({ admin: true }), await aUser({ admin: true }), await aUser()]
    for (const one of [admin, other]) expect((await admin.post(at(one, '/deactivate'), why)).status).toBe(409)
    expect((await admin.delete(at(gone))).status).toBe(200)
    expect((await admin.post(at(gone, '/deactivate'), why)).message).toBe('This account was deleted.')
    expect((await admin.post(at(gone, '/activate'))).status).toBe(409)
    expect((await admin.post(`${USERS}/987654/deactivate`, why)).status).toBe(404)
    expect((await admin.post(at(await aUser(), '/activate'))).message).toBe('This account is active.')
    expect((await admin.post(at(await aUser(), '/deactivate'), { reason: '' })).status).toBe(400)
    expect(await isSignedIn(other)).toBe(true)
  })
})

describe('an account that an admin deletes', () => {
  // spec: user-delete
  test('is erased like by its owner, without the password and logged with the admin as actor', async () => {
    const [admin, { user, opened }] = [await aUser({ admin: true }), await aBuyer()]
    await admin.post(at(user, '/notes'), { text: 'Asked on the phone to be forgotten' })
    const { id: lent } = await aProduct()
    await admin.post(at(user, '/grants'), { productId: lent, type: 'admin', notes: 'Ann Other, by phone' })
    const [grant] = (await detailOf(admin, user)).grants.data.filter(({ product }) => product.id === lent)
    expect((await admin.delete(at(user, `/grants/${grant?.id}`))).status).toBe(200)
    await bought(user, PREMIUM_ID, 'subscription')
    const done = await admin.delete(at(user))
    expect([done.status, done.message], done.text).toEqual([200, 'Account deleted'])
    expect(await isSignedIn(user)).toBe(false)
    expect(await logIn(user)).toBe(401)
    expect(await opened()).toEqual([403, 403, 'revoked', 'revoked'])
    const after = await detailOf(admin, user)
    expect(after.account).toMatchObject({ state: 'deleted', username: `deleted-${user.id}`, renews: false })
    expect(after.notes.data).toEqual([])
    expect(JSON.stringify(after)).not.toContain(user.username)
    // The notes of a grant that was revoked before are erased too.
    expect(JSON.stringify(after)).not.toContain('Ann Other')
    expect((await auditOf(user)).at(-1)).toMatchObject({ action: 'user.delete', actor_id: admin.id })
    expect((await admin.delete(at(user))).message).toBe('This account was deleted.')
  })

  test('stays, with a reason, if it is an admin’s or unknown, has money under way, or a provider is down', async () => {
    const [admin, user] = [await aUser({ admin: true }), await aUser()]
    expect((await admin.delete(at(admin))).message).toBe(
      'An admin cannot be deleted. Demote the account first.',
    )
    expect((await admin.delete(`${USERS}/987654`)).status).toBe(404)
    const open = await buy(user, (await aProduct()).id)
    // Paid, but the webhook has not arrived yet.
    await sandbox.eventsOf(() => sandbox.pay(open.checkoutId))
    const refused = await admin.delete(at(user))
    expect([refused.status, refused.message]).toEqual([
      409,
      'The account was not deleted. A checkout of theirs was paid a moment ago. Check it under Orders, then try again.',
    ])
    await bought(user, PREMIUM_ID, 'subscription')
    await sandbox.faults({ stripeApi: 'fail' })
    const down = await admin.delete(at(user))
    expect([down.status, down.message.slice(0, 28)]).toEqual([503, 'The account was not deleted.'])
    expect(await isSignedIn(user)).toBe(true)
  })
})

test('an admin logs an account out on one or all devices, with its sockets, and keeps their own session', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser()]
  const phone = visitor()
  await phone.post('/api/auth/login', { username: user.username, password: user.password })
  const [here, there] = [await connect(user), await connect(phone)]
  const handle = (await phone.sessionId()).slice(0, 16)
  expect((await detailOf(admin, user)).sessions.map(({ id }) => id)).toContain(handle)
  const one = await admin.post(at(user, '/end-sessions'), { session: handle })
  expect([one.status, one.message]).toEqual([200, 'This device is logged out'])
  await until(() => there.closed !== null)
  expect([(await phone.get('/api/auth/me')).status, here.closed]).toEqual([401, null])
  expect((await admin.post(at(user, '/end-sessions'), { session: handle })).status).toBe(404)
  expect((await admin.post(at(user, '/end-sessions'))).status).toBe(200)
  await until(() => here.closed !== null)
  expect(await isSignedIn(user)).toBe(false)
  expect((await admin.post(at(admin, '/end-sessions'))).status).toBe(200)
  expect(await isSignedIn(admin)).toBe(true)
  expect((await auditOf(user)).map(({ after }) => after)).toEqual([
    JSON.stringify({ sessions: handle }),
    '{"sessions":"all"}',
  ])
})

test('a manager ends sessions of customers and the own ones, and not those of an owner', async () => {
  const [manager, owner, user] = [
    await aUser({ admin: 'manager' }),
    await aUser({ admin: 'owner' }),
    await aUser(),
  ]
  expect((await manager.post(at(owner, '/end-sessions'))).status).toBe(403)
  expect(await isSignedIn(owner)).toBe(true)
  expect((await manager.post(at(user, '/end-sessions'))).status).toBe(200)
  expect((await manager.post(at(manager, '/end-sessions'))).status).toBe(200)
  expect((await owner.post(at(manager, '/end-sessions'))).status).toBe(200)
})

test('the confirmation link is sent again, unless the address is confirmed or the account is closed', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser()]
  const again = () => admin.post(at(user, '/resend-verification'))
  expect((await again()).message).toBe(`A new link is on its way to ${user.email}.`)
  expect((await detailOf(admin, user)).mails.data[0]).toMatchObject({
    template: 'confirm-email',
    to: user.email,
  })
  await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(user.id).run()
  expect((await again()).message).toBe('This email address is confirmed already.')
  await admin.post(at(user, '/deactivate'), why)
  expect((await again()).message).toBe('This account is deactivated. Activate it first.')
  expect((await auditOf(user)).filter(({ action }) => action === 'user.resend-verification')).toHaveLength(1)
})

test('all admins can read a note, only its author can delete it, and the audit log has no text of it', async () => {
  const [admin, other, user] = [await aUser({ admin: true }), await aUser({ admin: true }), await aUser()]
  expect((await admin.post(at(user, '/notes'), { text: '  Prefers mail to calls  ' })).status).toBe(201)
  const [note] = (await detailOf(other, user)).notes.data
  expect(note).toMatchObject({
    text: 'Prefers mail to calls',
    author: { username: admin.username },
    isOwn: false,
  })
  expect((await other.delete(at(user, `/notes/${note?.id}`))).status).toBe(404)
  expect((await admin.delete(at(other, `/notes/${note?.id}`))).status).toBe(404)
  expect((await admin.delete(at(user, `/notes/${note?.id}`))).status).toBe(200)
  expect((await detailOf(admin, user)).notes.data).toEqual([])
  expect(JSON.stringify(await auditOf(user))).not.toContain('Prefers')
})

test('an admin is limited to 60 actions in a row; reads and other admins are not limited by it', async () => {
  stopClock()
  const [admin, other, user] = [await aUser({ admin: true }), await aUser({ admin: true }), await aUser()]
  const statuses = []
  for (let time = 0; time < 61; time += 1) statuses.push((await admin.delete(at({ id: 987_654 }))).status)
  expect(statuses.indexOf(429)).toBe(60)
  expect((await admin.get(at(user))).status).toBe(200)
  expect((await other.post(at(user, '/end-sessions'))).status).toBe(200)
})
