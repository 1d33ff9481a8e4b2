import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { EVERY_MINUTE } from '../../cron.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aProduct, type MadeProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { ring } from '../../testing/shop.ts'
import { callAs, PRODUCTS, sendFile, signDraft, traces } from '../../testing/uploads.ts'
import { aScriptZip, manifestText } from '../../testing/zips.ts'

const RELEASES = '/api/secure-management/releases'
const better = aScriptZip('print("better")\n')

let admin: SignedIn
let buyer: SignedIn
let product: MadeProduct

beforeEach(async () => {
  await sandbox.calm()
  await env.DB.prepare('UPDATE script_releases SET announced_at = 1 WHERE announced_at IS NULL').run()
  admin = await aUser({ admin: true })
  buyer = await aUser()
  await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(buyer.id).run()
  product = await aProduct()
  await bought(buyer, product.id)
})

const draft = async (name = 'Better.zip') => {
  const sent = await sendFile(admin, product.id, better, { name, fields: { changelog: 'Better.' } })
  return sent.data.releases[0]?.id ?? 0
}
const signedDraft = async () => {
  const id = await draft()
  await signDraft(admin, product.id, id)
  return id
}
const shown = async () => (await visitor().get<ProductDetail>(`/api/products/${product.id}`)).data
const download = (version = '') =>
  buyer.fetch('GET', `/api/download/file/${product.id}${version && `?version=${version}`}`)
const announcementsOf = async (id: number) =>
  (
    await env.DB.prepare('SELECT template FROM email_deliveries WHERE key = ?')
      .bind(`release:${id}:user:${buyer.id}`)
      .all<{ template: string }>()
  ).results.map(({ template }) => template)
const auditOf = async (id: number) =>
  (
    await env.DB.prepare('SELECT action FROM audit_log WHERE subject = ? ORDER BY id')
      .bind(`release:${id}`)
      .all<{ action: string }>()
  ).results.map(({ action }) => action)

describe('a draft', () => {
  test('is neither shown to visitors nor downloadable by buyers', async () => {
    await draft()
    expect(await shown()).toMatchObject({ fileVersion: '1.0', releaseCount: 1 })
    expect((await download()).headers.get('x-release-version')).toBe('1.0')
    expect((await download('1.1')).status).toBe(404)
  })

  test('can get another version and changelog, but no version that exists, and is deleted with its object', async () => {
    const before = await traces()
    const id = await draft()
    const changed = await callAs(admin, 'PATCH', `${RELEASES}/${id}`, {
      version: '2.0',
      changelog: 'Much better.',
    })
    expect(changed.data.releases[0]).toMatchObject({
      version: '2.0',
      changelog: 'Much better.',
      state: 'draft',
    })
    const taken = await callAs(admin, 'PATCH', `${RELEASES}/${id}`, { version: '1.0' })
    expect([taken.status, taken.message]).toEqual([409, expect.stringContaining('already a version 1.0')])
    const deleted = await callAs(admin, 'DELETE', `${RELEASES}/${id}`)
    expect([deleted.status, deleted.data.releaseCount]).toEqual([200, 1])
    expect(await traces()).toEqual(before)
    expect(await auditOf(id)).toEqual(['release.upload', 'release.update', 'release.delete'])
  })

  test('that is changed four times at once loses no change: each accepted change starts from the one before it', async () => {
    const id = await draft()
    const inputs = ['One.', 'Two.', 'Three.', 'Four.']
    const answers = await Promise.all(
      inputs.map((changelog) => callAs(admin, 'PATCH', `${RELEASES}/${id}`, { changelog })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { results } = await env.DB.prepare(
      `SELECT before ->> 'changelog' AS seen, after ->> 'changelog' AS written FROM audit_log
        WHERE subject = ? AND action = 'release.update' ORDER BY id`,
    )
      .bind(`release:${id}`)
      .all<{ seen: string; written: string }>()
    expect(results.map(({ seen }) => seen)).toEqual([
      'Better.',
      ...results.slice(0, -1).map((one) => one.written),
    ])
  })
})

describe('a published release', () => {
  test('is shown to visitors, downloads with a safe name and the right hash, and is announced to its buyers once', async () => {
    const id = await draft('../../evil; filename=x.exe\u0000\u202E.zip')
    await signDraft(admin, product.id, id)
    const published = await callAs(admin, 'POST', `${RELEASES}/${id}/publish`)
    expect([published.status, published.message]).toEqual([200, 'Release Published'])
    expect(published.data.releases[0]).toMatchObject({
      state: 'published',
      isCurrent: true,
      announced: false,
    })
    expect(await shown()).toMatchObject({
      fileVersion: '1.1',
      fileSize: better.length,
      contents: [
        { path: 'main.py', size: 16 },
        { path: 'windfall.json', size: manifestText().length },
      ],
    })
    const file = await download()
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(better)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', better as BufferSource)).toHex()
    expect(file.headers.get('x-checksum-sha256')).toBe(hash)
    expect(file.headers.get('content-type')).toBe('application/zip')
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w =.-]+\.zip"; filename\*=/,
    )
    expect(file.headers.get('set-cookie')).toBeNull()
    await ring(EVERY_MINUTE)
    await ring(EVERY_MINUTE)
    expect(await announcementsOf(id)).toEqual(['new-release'])
    expect((await callAs(admin, 'POST', `${RELEASES}/${id}/publish`)).status).toBe(409)
    expect((await callAs(admin, 'PATCH', `${RELEASES}/${id}`, { changelog: 'x' })).status).toBe(409)
    expect((await callAs(admin, 'DELETE', `${RELEASES}/${id}`)).status).toBe(409)
  })

  // spec: file-version-default
  test('that is the product’s first is announced as a new script, to readers with that preference', async () => {
    const made = await callAs(admin, 'POST', PRODUCTS, {
      name: 'Brand new',
      description: 'New.',
      price: 5,
      features: ['Farms'],
    })
    const sent = await sendFile(admin, made.data.id, better)
    const id = sent.data.releases[0]?.id ?? 0
    expect(sent.data.releases[0]?.version).toBe('1.0')
    await signDraft(admin, made.data.id, id)
    await callAs(admin, 'POST', `${RELEASES}/${id}/publish`)
    await ring(EVERY_MINUTE)
    expect(await announcementsOf(id)).toEqual(['new-script'])
  })

  test('that was published silently is not announced', async () => {
    const id = await signedDraft()
    await callAs(admin, 'POST', `${RELEASES}/${id}/publish`, { silent: true })
    await ring(EVERY_MINUTE)
    expect(await announcementsOf(id)).toEqual([])
    expect((await shown()).fileVersion).toBe('1.1')
  })

  test('cannot be published a second time, even by two requests at once', async () => {
    const id = await signedDraft()
    const both = await Promise.all([1, 2].map(() => callAs(admin, 'POST', `${RELEASES}/${id}/publish`)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await auditOf(id)).toEqual(['release.upload', 'release.sign', 'release.publish'])
  })
})

describe('a yanked release', () => {
  test('is not downloadable and buyers get the one before; published again, it keeps its date and sends no second mail', async () => {
    const id = await signedDraft()
    await callAs(admin, 'POST', `${RELEASES}/${id}/publish`)
    await ring(EVERY_MINUTE)
    const day = (await shown()).releasedAt
    const yanked = await callAs(admin, 'POST', `${RELEASES}/${id}/yank`, { reason: 'Signs twice' })
    expect(yanked.data.releases[0]).toMatchObject({
      state: 'yanked',
      isCurrent: false,
      yankReason: 'Signs twice',
    })
    expect(await shown()).toMatchObject({ fileVersion: '1.0', releaseCount: 1 })
    expect((await download()).headers.get('x-release-version')).toBe('1.0')
    expect((await download('1.1')).status).toBe(410)
    expect((await callAs(admin, 'POST', `${RELEASES}/${id}/yank`, { reason: 'Again' })).status).toBe(409)

    const again = await callAs(admin, 'POST', `${RELEASES}/${id}/publish`)
    expect(again.data.releases[0]).toMatchObject({ state: 'published', isCurrent: true, yankReason: null })
    await ring(EVERY_MINUTE)
    expect(await shown()).toMatchObject({ fileVersion: '1.1', releasedAt: day })
    expect(await announcementsOf(id)).toEqual(['new-release'])
    expect(await auditOf(id)).toEqual([
      'release.upload',
      'release.sign',
      'release.publish',
      'release.yank',
      'release.restore',
    ])
  })

  test('that was not announced before is not announced', async () => {
    const id = await signedDraft()
    await callAs(admin, 'POST', `${RELEASES}/${id}/publish`)
    await callAs(admin, 'POST', `${RELEASES}/${id}/yank`, { reason: 'Wrong file' })
    await ring(EVERY_MINUTE)
    expect(await announcementsOf(id)).toEqual([])
  })

  test('needs a reason, and a draft cannot be yanked', async () => {
    const id = await signedDraft()
    expect((await callAs(admin, 'POST', `${RELEASES}/${id}/yank`, { reason: ' ' })).status).toBe(400)
    expect((await callAs(admin, 'POST', `${RELEASES}/${id}/yank`, { reason: 'Bad' })).status).toBe(409)
    expect((await callAs(admin, 'POST', `${RELEASES}/987654/yank`, { reason: 'Bad' })).status).toBe(404)
  })
})

describe('a recorded run', () => {
  const run = {
    command: 'python3 plan.py',
    output: 'Planned 2 steps.\r\n\r\n',
    table: {
      file: 'plan.csv',
      rows: [
        ['step', 'action'],
        ['1', 'swap'],
      ],
      rowCount: 2,
    },
  }
  const put = (id: number, body: object) => callAs(admin, 'PUT', `${RELEASES}/${id}/run`, body)

  test('is shown on the page of its product once its release is published, until it is removed', async () => {
    const id = await signedDraft()
    const recorded = await put(id, run)
    expect([recorded.status, recorded.data.releases[0]?.hasRun]).toEqual([200, true])
    expect((await shown()).run).toBeNull()
    await callAs(admin, 'POST', `${RELEASES}/${id}/publish`, { silent: true })
    await ring(EVERY_MINUTE)
    expect((await shown()).run).toEqual({ ...run, output: 'Planned 2 steps.' })
    expect((await callAs(admin, 'DELETE', `${RELEASES}/${id}/run`)).status).toBe(200)
    expect((await shown()).run).toBeNull()
    expect(await auditOf(id)).toEqual(expect.arrayContaining(['release.run', 'release.run-removed']))
  })

  test('is refused with control characters, without output, or with a table that is too large', async () => {
    const id = await draft()
    const row = ['1', 'swap']
    for (const body of [
      { ...run, output: '\u001b[31mred\u001b[0m' },
      { ...run, output: '  \n' },
      { ...run, command: '' },
      { ...run, table: { ...run.table, rows: [row] } },
      { ...run, table: { ...run.table, rows: Array.from({ length: 14 }, () => row) } },
    ])
      expect((await put(id, body)).status, JSON.stringify(body)).toBe(400)
    expect((await callAs(admin, 'PUT', `${RELEASES}/987654/run`, run)).status).toBe(404)
  })
})
