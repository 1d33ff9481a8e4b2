import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import type { PublisherKey } from '#shared/publishers/contract.ts'
import { EVERY_MINUTE } from '../../cron.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aProduct, type MadeProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { ring } from '../../testing/shop.ts'
import { aPublisherKey, callAs, PRODUCTS, sendFile, signDraft } from '../../testing/uploads.ts'
import { aScriptZip } from '../../testing/zips.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from '../email/download-link.ts'

beforeAll(sandbox.calm)

const RELEASES = '/api/secure-management/releases'

let [thief, friend, product]: [SignedIn, SignedIn, MadeProduct] = [] as never
beforeEach(async () => {
  thief = await aUser({ admin: true })
  friend = await aUser({ admin: true })
  await env.DB.prepare('UPDATE users SET admin_since = ? WHERE id = ?')
    .bind(Date.now() - 99 * DAY, thief.id)
    .run()
  product = await aProduct()
})

const draft = async (bytes: Uint8Array, fields: Record<string, string> = {}, admin = thief) => {
  const { data } = await sendFile(admin, product.id, bytes, { fields })
  const id = data.releases[0]?.id ?? 0
  await signDraft(admin, product.id, id)
  return id
}
const act = (id: number, verb: string, body: object = {}, admin = thief) =>
  callAs(admin, 'POST', `${RELEASES}/${id}/${verb}`, body)
const rowOf = (id: number) =>
  env.DB.prepare('SELECT * FROM script_releases WHERE id = ?')
    .bind(id)
    .first<Record<string, string | number>>()
const entriesOf = async (sha256: unknown) =>
  (
    await env.DB.prepare("SELECT entry ->> '$.type' AS type FROM log_entries WHERE sha256 = ? ORDER BY idx")
      .bind(sha256)
      .all<{ type: string }>()
  ).results.map(({ type }) => type)

test('ten publications at once are one: one entry in the log, one audit entry', async () => {
  const id = await draft(aScriptZip('print("race")\n'))
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => act(id, 'publish', { silent: true }, at % 2 ? thief : friend)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  expect(await entriesOf((await rowOf(id))?.sha256)).toEqual(['publish'])
})

test('a draft that is changed, deleted or signed again during its publication is published as it was checked, or not', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await draft(aScriptZip(`print("round ${round}")\n`), { version: `2.${round}` })
    const before = await rowOf(id)
    const answers = await Promise.all([
      act(id, 'publish', { silent: true }),
      callAs(friend, 'PATCH', `${RELEASES}/${id}`, { version: `3.${round}` }),
      callAs(friend, 'DELETE', `${RELEASES}/${id}`),
      act(id, 'publish', { silent: true }),
    ])
    for (const { status } of answers) expect([200, 404, 409]).toContain(status)
    const after = await rowOf(id)
    const published = answers.some(({ status }, at) => at % 3 === 0 && status === 200)
    expect(await entriesOf(before?.sha256)).toEqual(published ? ['publish'] : [])
    if (published) expect(after).toMatchObject({ version: before?.version, sha256: before?.sha256 })
    if (after?.publish_requested_at || after?.published_at) expect(published).toBe(true)
  }
})

test('a recall, a withdrawal and an offer to everyone at once end with the file recalled', async () => {
  const id = await draft(aScriptZip('print("beta")\n'), { isBeta: 'true' })
  expect((await act(id, 'publish', { silent: true })).status).toBe(200)
  const answers = await Promise.all([
    act(id, 'promote', { silent: true }),
    act(id, 'yank', { reason: 'It is slow' }),
    act(id, 'recall', { reason: 'It leaks', advice: 'Delete it' }),
    act(id, 'promote', { silent: true }, friend),
  ])
  expect(answers[2]?.status, answers[2]?.message).toBe(200)
  await vi.waitFor(async () => expect(await entriesOf((await rowOf(id))?.sha256)).toContain('recall'))
  const row = await rowOf(id)
  expect(row?.recall_advice).toBe('Delete it')
  expect(row?.yanked_at).not.toBeNull()
  expect((await act(id, 'publish')).status).toBe(409)
})

test('a link and a session open nothing after their end: drafts, others’ versions, beta versions without a choice', async () => {
  const buyer = await aUser()
  const { paymentId } = await bought(buyer, product.id)
  const beta = await draft(aScriptZip('print("beta 2")\n'), { isBeta: 'true', version: '4.0' })
  const link = async (version: string | null, owner: object, productId = product.id) =>
    `/api/download/file/${product.id}?token=${await signDownloadLink(
      { ...owner, productId, version, expiresAt: Date.now() + LINK_LIFETIME_MS } as never,
      env.LINK_SIGNING_KEY,
    )}`
  const statusOf = async (path: string, headers = {}, method = 'GET') => {
    const response = await buyer.again().fetch(method, path, headers)
    await response.body?.cancel()
    return response.status
  }
  expect(await statusOf(`/api/download/file/${product.id}?version=4.0`)).toBe(404)
  expect(await statusOf(await link('4.0', { paymentId }))).toBe(404)
  expect((await act(beta, 'publish', { silent: true })).status).toBe(200)
  const current = await buyer.fetch('GET', `/api/download/file/${product.id}`)
  expect(current.headers.get('x-release-version')).toBe('1.0')
  await current.body?.cancel()
  expect(await statusOf(await link('1.0', { paymentId }, product.id + 1))).toBe(403)
  expect(await statusOf(await link('1.0', { userId: friend.id }))).toBe(403)
  expect(await statusOf(await link('1.0', { paymentId: paymentId + 1000 }))).toBe(403)
  const good = await link('1.0', { paymentId })
  const ways = [
    [good, { range: 'bytes=0-0' }, 'GET'],
    [good, {}, 'HEAD'],
    [`/api/download/file/${product.id}`, {}, 'HEAD'],
    [`/api/download/file/${product.id}?version=1.0`, { range: 'bytes=-1' }, 'GET'],
    ['/api/download/all', {}, 'GET'],
    ['/api/download/all', {}, 'HEAD'],
  ] as const
  for (const [path, headers, method] of ways)
    expect([200, 206], path).toContain(await statusOf(path, headers, method))
  expect((await act(product.release.id, 'recall', { reason: 'It leaks', advice: 'Delete it' })).status).toBe(
    200,
  )
  for (const [path, headers, method] of ways)
    expect([404, 410], path).toContain(await statusOf(path, headers, method))
  expect((await callAs(thief, 'GET', `${PRODUCTS}/${product.id}`)).status).toBe(200)
})

test('changes of one key at once follow each other: each accepted one is in the log, and 24 hours stay 24 hours', async () => {
  const KEYS = '/api/secure-management/publisher-keys'
  await env.DB.prepare('UPDATE users SET admin_since = ? WHERE id = ?')
    .bind(Date.now() - 99 * DAY, friend.id)
    .run()
  const key = await aPublisherKey()
  const body = { name: 'Thief', publicKey: key.line, currentPassword: thief.password }
  const began = Date.now()
  const added = await Promise.all(Array.from({ length: 8 }, () => thief.post<PublisherKey[]>(KEYS, body)))
  expect(added.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  const mine = async () =>
    (await thief.get<PublisherKey[]>(KEYS)).data.find(({ fingerprint }) => fingerprint === key.fingerprint)
  const first = await mine()
  const call = (verb: string, by = thief, id = first?.id) =>
    by.post(`${KEYS}/${id}/${verb}`, { currentPassword: by.password })
  // The author alone: removed, added and kept in any order, it never becomes active before its day.
  const alone = await Promise.all(
    ['confirm', 'remove', 'keep', 'confirm', 'remove', 'keep'].map((verb) => call(verb)),
  )
  expect(alone.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await thief.post(KEYS, body)).status).toBe(201)
  const again = await mine()
  expect(again?.state).toBe('pending')
  expect(Date.parse(again?.activeFrom ?? '')).toBeGreaterThanOrEqual(began + DAY)
  // With the second admin: one confirmation, or one removal.
  const both = await Promise.all(
    ['confirm', 'remove', 'confirm', 'remove', 'confirm'].map((verb) => call(verb, friend, again?.id)),
  )
  const accepted = both.filter(({ status }) => status === 200).length
  expect(accepted).toBeGreaterThan(0)
  await ring(EVERY_MINUTE)
  const { results } = await env.DB.prepare(
    "SELECT entry ->> '$.type' AS type FROM log_entries WHERE entry ->> '$.fingerprint' = ? ORDER BY idx",
  )
    .bind(key.fingerprint)
    .all<{ type: string }>()
  expect(results).toHaveLength(3 + accepted)
  expect(results.slice(0, 3).map(({ type }) => type)).toEqual(['key-add', 'key-remove', 'key-add'])
})
