import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR } from '#shared/core/time.ts'
import type { PublisherKey } from '#shared/publishers/contract.ts'
import { EVERY_MINUTE } from '../../cron.ts'
import { configOf } from '../../providers/config.ts'
import { aUser, logInAgain, type SignedIn, stayLoggedIn } from '../../testing/clients.ts'
import { aProduct } from '../../testing/products.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { ring } from '../../testing/shop.ts'
import { aPublisherKey, callAs, PRODUCTS, sendFile, type TestPublisher } from '../../testing/uploads.ts'
import { planOf, watched } from '../../testing/watched.ts'
import { aScriptZip } from '../../testing/zips.ts'

const KEYS = '/api/secure-management/publisher-keys'
const RELEASES = '/api/secure-management/releases'

let ann: SignedIn
let key: TestPublisher

beforeEach(async () => {
  ann = await bob(8)
  key = await aPublisherKey()
})
afterEach(() => vi.useRealTimers())

const add = (admin: SignedIn, line = key.line, currentPassword = admin.password) =>
  admin.post<PublisherKey[]>(KEYS, { name: 'Ann Publisher', publicKey: line, currentPassword })
const act = (admin: SignedIn, id: number, verb: 'confirm' | 'remove' | 'keep') =>
  admin.post<PublisherKey[]>(`${KEYS}/${id}/${verb}`, { currentPassword: admin.password })
const mine = async (admin = ann) => {
  const found = (await admin.get<PublisherKey[]>(KEYS)).data.find(
    ({ fingerprint }) => fingerprint === key.fingerprint,
  )
  if (!found) throw new Error('The key is not there')
  return found
}
/** Another admin, who has been one for so many days. */
async function bob(days: number): Promise<SignedIn> {
  const admin = await aUser({ admin: true })
  await env.DB.prepare('UPDATE users SET admin_since = ? WHERE id = ?')
    .bind(Date.now() - days * DAY, admin.id)
    .run()
  return admin
}
const logged = async () => {
  const { results } = await env.DB.prepare(
    "SELECT entry ->> '$.type' AS type FROM log_entries WHERE entry ->> '$.fingerprint' = ? ORDER BY idx",
  )
    .bind(key.fingerprint)
    .all<{ type: string }>()
  return results.map(({ type }) => type)
}

/** A draft signed by the key, ready to publish. Returns the release's id. */
async function signed(admin = ann): Promise<number> {
  const product = await aProduct()
  const bytes = aScriptZip('print(1)\n')
  const [release] = (await sendFile(admin, product.id, bytes)).data.releases
  const signature = await key.sign(release?.statement ?? '')
  const answer = await callAs(admin, 'PUT', `${RELEASES}/${release?.id}/signature`, { signature })
  expect(answer.status, answer.message).toBe(200)
  return release?.id ?? 0
}
const publish = (id: number, admin = ann) =>
  callAs(admin, 'POST', `${RELEASES}/${id}/publish`, { silent: true })

describe('a new publisher key', () => {
  test('is mailed to every admin and support, logged, and publishes nothing for 24 hours', async () => {
    const other = await bob(0)
    const answer = await add(ann)
    expect(answer.status, answer.text).toBe(201)
    for (const address of [ann.email, other.email, configOf(env).supportEmail])
      expect((await mailsQueuedTo(address, 'publisher-key')).length, address).toBeGreaterThanOrEqual(1)
    await vi.waitFor(async () => expect(await logged()).toEqual(['key-add']), { timeout: 25_000 })
    expect(await mine()).toMatchObject({ state: 'pending', mayConfirm: false, addedBy: ann.username })

    const id = await signed()
    expect(await publish(id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('not active yet'),
    })
    vi.setSystemTime(Date.now() + 24 * HOUR + 1000)
    await stayLoggedIn(ann)
    expect((await publish(id)).status).toBe(200)
  })

  test('finds whom to mail without reading all accounts', async () => {
    const watch = watched()
    expect((await add(await aUser({ admin: true, bindings: watch.bindings }))).status).toBe(201)
    const ofAccounts = watch.statements.filter(({ sql }) =>
      /^select "id", "username", "email" from "users"/.test(sql),
    )
    expect(ofAccounts).toHaveLength(1)
    const steps = (await Promise.all(ofAccounts.map(planOf))).flat()
    expect(steps).toContain('SEARCH users USING INTEGER PRIMARY KEY (rowid=?)')
    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([])
  })

  test('is refused without the password, for another kind of key, and a second time', async () => {
    const rsa = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQDf'
    expect((await add(ann, key.line, 'wrong-password')).status).toBe(422)
    expect((await add(ann, rsa)).status).toBe(422)
    expect((await add(ann)).status).toBe(201)
    expect((await add(ann)).status).toBe(409)
  })

  test('is confirmed by an admin of seven days, not by its author or by a new admin', async () => {
    await add(ann)
    const { id } = await mine()
    await env.DB.prepare('UPDATE users SET admin_since = 1 WHERE id = ?').bind(ann.id).run()
    expect((await act(ann, id, 'confirm')).status).toBe(403)
    const fresh = await bob(6)
    expect((await mine(fresh)).mayConfirm).toBe(false)
    expect((await act(fresh, id, 'confirm')).status).toBe(403)
    const old = await bob(7)
    expect((await mine(old)).mayConfirm).toBe(true)
    expect((await act(old, id, 'confirm')).status).toBe(200)
    expect((await mine()).state).toBe('active')
    expect((await publish(await signed())).status).toBe(200)
    await vi.waitFor(async () => expect(await logged()).toEqual(['key-add', 'key-confirm']), {
      timeout: 10_000,
    })
  })

  test('is not confirmed by a manager, nor by an owner whose role is younger than seven days', async () => {
    await add(ann)
    const { id } = await mine()
    const manager = await bob(30)
    await env.DB.prepare("UPDATE users SET staff_role = 'manager' WHERE id = ?").bind(manager.id).run()
    await env.DB.prepare('UPDATE users SET admin_since = 1 WHERE id = ?').bind(manager.id).run()
    expect((await act(manager, id, 'confirm')).status).toBe(403)
    await env.DB.prepare("UPDATE users SET staff_role = 'owner' WHERE id = ?").bind(manager.id).run()
    expect((await act(manager, id, 'confirm')).message).toContain('owners for at least 7 days')
    await env.DB.prepare('UPDATE users SET admin_since = ? WHERE id = ?')
      .bind(Date.now() - 7 * DAY, manager.id)
      .run()
    expect((await act(manager, id, 'confirm')).status).toBe(200)
  })

  // A stolen admin session makes itself a second admin: the role is new.
  test('is not confirmed by an account that was made an admin today', async () => {
    await add(ann)
    const puppet = await aUser({ confirmed: true })
    const raised = await ann.post(`/api/secure-management/users/${puppet.id}/promote`, {
      currentPassword: ann.password,
    })
    expect(raised.status, raised.text).toBe(200)
    await logInAgain(puppet)
    expect((await act(puppet, (await mine()).id, 'confirm')).status).toBe(403)
    expect((await mine()).state).toBe('pending')
  })

  // The puppet asks, and the stolen account of many days confirms: that is still one person.
  test('is not confirmed where its author was made an admin today', async () => {
    const old = await bob(30)
    const puppet = await bob(0)
    await add(puppet)
    const { id, mayConfirm } = await mine(old)
    expect(mayConfirm).toBe(false)
    expect((await act(old, id, 'confirm')).status).toBe(403)
    expect((await mine()).state).toBe('pending')
    await env.DB.prepare('UPDATE users SET admin_since = ? WHERE id = ?')
      .bind(Date.now() - 7 * DAY, puppet.id)
      .run()
    expect((await mine(old)).mayConfirm).toBe(true)
    expect((await act(old, id, 'confirm')).status).toBe(200)
  })

  test('is mailed also to an admin who was demoted and closed first, but not to one of long ago', async () => {
    const [demoted, former] = [await bob(30), await aUser()]
    const call = `/api/secure-management/users/${demoted.id}/demote`
    expect((await ann.post(call, { currentPassword: ann.password })).status).toBe(200)
    await env.DB.prepare("INSERT INTO audit_log (action, subject, created_at) VALUES ('user.demote', ?, ?)")
      .bind(`user:${former.id}`, Date.now() - 31 * DAY)
      .run()
    const closed = await ann.post(`/api/secure-management/users/${demoted.id}/deactivate`, { reason: 'Away' })
    expect(closed.status, closed.text).toBe(200)
    expect((await add(ann)).status).toBe(201)
    expect(await mailsQueuedTo(demoted.email, 'publisher-key')).toHaveLength(1)
    expect(await mailsQueuedTo(former.email, 'publisher-key')).toHaveLength(0)
  })

  test('is mailed also to an admin whom a thief demoted and tried to delete first', async () => {
    const demoted = await bob(30)
    const account = `/api/secure-management/users/${demoted.id}`
    expect((await ann.post(`${account}/demote`, { currentPassword: ann.password })).status).toBe(200)
    const refused = await ann.delete(account)
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('30 days')])
    expect((await add(ann)).status).toBe(201)
    expect(await mailsQueuedTo(demoted.email, 'publisher-key')).toHaveLength(1)
    await env.DB.prepare('UPDATE users SET is_admin = 0 WHERE id = ?').bind(ann.id).run()
    vi.setSystemTime(Date.now() + 31 * DAY)
    const later = await bob(8)
    expect((await later.delete(account)).status).toBe(200)
  })
})

describe('a removed publisher key', () => {
  test('ends at once where it was never active, and publishes nothing afterwards', async () => {
    await add(ann)
    const id = await signed()
    expect((await act(ann, (await mine()).id, 'remove')).status).toBe(200)
    expect((await mine()).state).toBe('removed')
    vi.setSystemTime(Date.now() + 2 * DAY)
    await stayLoggedIn(ann)
    expect(await publish(id)).toMatchObject({ status: 409 })
    expect((await add(ann)).status).toBe(201)
  })

  test('works for 24 hours more, unless the removal is confirmed or cancelled', async () => {
    await add(ann)
    const { id } = await mine()
    const old = await bob(8)
    await act(old, id, 'confirm')
    expect((await act(old, id, 'remove')).status).toBe(200)
    expect((await mine()).state).toBe('ending')
    expect((await publish(await signed())).status).toBe(200)
    expect((await act(ann, id, 'keep')).status).toBe(200)
    expect((await mine()).state).toBe('active')
    await act(ann, id, 'remove')
    const draft = await signed()
    expect((await act(old, id, 'confirm')).status).toBe(200)
    expect((await mine()).state).toBe('removed')
    expect(await publish(draft)).toMatchObject({ status: 409, message: expect.stringContaining('any more') })
  })
})

// invariant: published-is-signed
describe('a release', () => {
  test('is signed only by its own statement, an Ed25519 key and a key that the shop knows', async () => {
    await add(ann)
    const product = await aProduct()
    const bytes = aScriptZip('print(2)\n')
    const [release] = (await sendFile(ann, product.id, bytes)).data.releases
    const statement = release?.statement ?? ''
    const put = (signature: string) =>
      callAs(ann, 'PUT', `${RELEASES}/${release?.id}/signature`, { signature })
    expect(statement).toContain(`sha256: ${release?.sha256}\n`)
    const armored = await key.sign(statement)
    for (const [name, wrong] of Object.entries({
      text: 'signed, Ann',
      'another version': await key.sign(statement.replace('version: ', 'version: 9')),
      'another file': await key.sign(statement.replace(release?.sha256 ?? '', 'b'.repeat(64))),
      'a changed byte': armored.replace(
        /\n(.{20})(.)/,
        (_, head, one) => `\n${head}${one === 'A' ? 'B' : 'A'}`,
      ),
      'an unknown key': await (await aPublisherKey()).sign(statement),
    }))
      expect((await put(wrong)).status, name).toBe(422)
    expect((await put(armored)).status).toBe(200)
  })

  test('loses its signature with a new version, and is not published unsigned', async () => {
    await add(ann)
    await act(await bob(9), (await mine()).id, 'confirm')
    const id = await signed()
    const changed = await callAs(ann, 'PATCH', `${RELEASES}/${id}`, { version: '7.0' })
    expect(changed.data.releases.find((one) => one.id === id)?.signedBy).toBeNull()
    expect(await publish(id)).toMatchObject({ status: 409, message: expect.stringContaining('not signed') })
    expect((await callAs(ann, 'GET', `${PRODUCTS}/${changed.data.id}`)).data.releases[0]?.state).toBe('draft')
  })

  test('waits while the file store fails, and is published by the next sweep', async () => {
    await add(ann)
    await act(await bob(9), (await mine()).id, 'confirm')
    const id = await signed()
    const failing = Object.create(env.FILES) as R2Bucket
    failing.list = (async () => {
      throw new Error('R2 is down')
    }) as unknown as R2Bucket['list']
    const broken = ann.again({ ...env, FILES: failing })
    const asked = await callAs(broken, 'POST', `${RELEASES}/${id}/publish`, { silent: true })
    expect([asked.status, asked.message]).toEqual([200, 'Release Is Being Published'])
    const waiting = asked.data.releases.find((one) => one.id === id)
    expect(waiting).toMatchObject({ state: 'draft', isBeingPublished: true, logIndex: null })
    expect((await callAs(ann, 'DELETE', `${RELEASES}/${id}`)).status).toBe(409)
    await ring(EVERY_MINUTE)
    const { data } = await callAs(ann, 'GET', `${PRODUCTS}/${asked.data.id}`)
    expect(data.releases.find((one) => one.id === id)).toMatchObject({
      state: 'published',
      isBeingPublished: false,
      logIndex: expect.any(Number),
    })
  })

  test('that was withdrawn can be signed again, and is published with the new signature', async () => {
    await add(ann)
    await act(await bob(9), (await mine()).id, 'confirm')
    const id = await signed()
    const { data } = await publish(id)
    await callAs(ann, 'POST', `${RELEASES}/${id}/yank`, { reason: 'It is slow' })
    await env.DB.prepare('UPDATE script_releases SET signature = NULL, signed_by = NULL WHERE id = ?')
      .bind(id)
      .run()
    expect((await publish(id)).status).toBe(409)
    const statement = data.releases.find((one) => one.id === id)?.statement ?? ''
    const signature = await key.sign(statement)
    expect((await callAs(ann, 'PUT', `${RELEASES}/${id}/signature`, { signature })).status).toBe(200)
    expect((await publish(id)).status).toBe(200)
    expect((await callAs(ann, 'PUT', `${RELEASES}/${id}/signature`, { signature })).status).toBe(409)
  })

  test('whose signature was changed in the database is not published', async () => {
    await add(ann)
    await act(await bob(9), (await mine()).id, 'confirm')
    const id = await signed()
    await env.DB.prepare('UPDATE script_releases SET sha256 = ? WHERE id = ?').bind('c'.repeat(64), id).run()
    expect(await publish(id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('does not match'),
    })
  })
})
