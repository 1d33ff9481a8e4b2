import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aProduct, type MadeProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { callAs, PRODUCTS } from '../../testing/uploads.ts'

const RELEASES = '/api/secure-management/releases'
/** Several chunks of a stream. */
const SIZE = 300_000

let admin: SignedIn
let owner: SignedIn
let product: MadeProduct

beforeAll(sandbox.calm)
beforeAll(async () => {
  admin = await aUser({ admin: true })
})
beforeEach(async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(65_536))
  const long = new Uint8Array(SIZE).map((_, at) => bytes[at % bytes.length] ?? 0)
  product = await aProduct({ release: { bytes: long } })
  owner = await aUser()
  await bought(owner, product.id)
})

const changed = (at: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(product.release.bytes)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}
const damage = (bytes = changed(SIZE - 1)) => env.FILES.put(product.release.scriptPath, bytes)
const download = (headers = {}) => owner.fetch('GET', `/api/download/file/${product.id}`, headers)
/** What arrives of a download; null where it breaks off. */
const whole = async (response: Response) =>
  response.arrayBuffer().then(
    (bytes) => new Uint8Array(bytes),
    () => null,
  )
/** Compared in one step: a list of 300,000 differences helps nobody. */
const isGenuine = async (response: Response) => {
  const bytes = await whole(response)
  return bytes?.every((byte, at) => byte === product.release.bytes[at]) && bytes.length === SIZE
}
const alarms = async () =>
  (await mailsQueuedTo(env.SUPPORT_EMAIL, 'file-damaged')).filter(({ key }) =>
    key.startsWith(`file-damaged:${product.release.id}:`),
  )
const isDamaged = async () =>
  (await admin.get<AdminProductDetail>(`${PRODUCTS}/${product.id}`)).data.releases[0]?.isDamaged
const repairWith = (bytes: Uint8Array) => {
  const form = new FormData()
  form.append('file', new File([bytes as BufferSource], 'copy.zip', { type: 'application/zip' }))
  return admin.fetch('POST', `${RELEASES}/${product.release.id}/file`, {}, form)
}

describe('a download of a stored file with other bytes', () => {
  test.each([0, 150_000, SIZE - 1])(
    'breaks off, stops the downloads and alarms support once (byte %i)',
    async (at) => {
      await damage(changed(at))

      const first = await download()

      expect(first.status).toBe(200)
      expect(await whole(first)).toBeNull()
      await expect.poll(isDamaged).toBe(true)
      expect(await alarms()).toHaveLength(1)
      for (const headers of [{}, { range: 'bytes=0-9' }]) expect((await download(headers)).status).toBe(503)
      expect(await alarms()).toHaveLength(1)
    },
  )

  test('breaks off also as a range of the whole file', async () => {
    await damage()
    const response = await download({ range: 'bytes=0-' })
    expect(response.status).toBe(206)
    expect(await whole(response)).toBeNull()
    await expect.poll(isDamaged).toBe(true)
  })

  test('is found where the object is longer, shorter or missing, before a byte is sent', async () => {
    const { bytes, scriptPath } = product.release
    const longer = new Uint8Array(SIZE + 200_000)
    longer.set(bytes)
    const ways = [
      () => damage(longer),
      () => damage(new Uint8Array(bytes.subarray(1))),
      () => env.FILES.delete(scriptPath),
    ]
    for (const [count, spoil] of ways.entries()) {
      await spoil()
      expect((await download(count === 1 ? { range: 'bytes=5-9' } : {})).status).toBe(503)
      expect(await isDamaged()).toBe(true)
      expect(await alarms()).toHaveLength(count + 1)
      await env.FILES.put(scriptPath, bytes)
      await callAs(admin, 'POST', `${RELEASES}/${product.release.id}/check`)
    }
  })

  test('is never completed in parts', async () => {
    await damage(changed(5))
    expect((await download({ range: 'bytes=0-149999' })).status).toBe(206)
    expect((await download({ range: 'bytes=150000-' })).status).toBe(503)
    expect(await isDamaged()).toBe(true)
    expect(await alarms()).toHaveLength(1)
  })

  test('is told from a download that its reader leaves', async () => {
    const response = await download()
    await response.body?.cancel()
    expect(await isGenuine(await download())).toBe(true)
    expect(await isDamaged()).toBe(false)
  })
})

describe('the repair of a damaged file', () => {
  beforeEach(async () => {
    await damage()
    await whole(await download())
    await expect.poll(isDamaged).toBe(true)
  })

  test('takes a copy of the same file, and no other', async () => {
    const other = await repairWith(changed(5))
    expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('This is another file')])
    expect((await download()).status).toBe(503)

    expect((await repairWith(product.release.bytes)).status).toBe(200)

    expect(await isDamaged()).toBe(false)
    expect(await isGenuine(await download())).toBe(true)
    expect((await repairWith(product.release.bytes)).status).toBe(409)
    const { results } = await env.DB.prepare('SELECT action FROM audit_log WHERE subject = ?')
      .bind(`release:${product.release.id}`)
      .all<{ action: string }>()
    expect(results.map(({ action }) => action)).toEqual(['release.repair'])
  })

  test('checks the stored file again, and offers it where the store has the right bytes', async () => {
    const check = () => callAs(admin, 'POST', `${RELEASES}/${product.release.id}/check`)
    expect((await check()).status).toBe(409)
    await damage(new Uint8Array(product.release.bytes))
    expect((await check()).status).toBe(200)
    expect(await isGenuine(await download())).toBe(true)
    expect((await check()).status).toBe(409)
    // A later damage of the same object is news.
    await damage()
    await whole(await download())
    await expect.poll(isDamaged).toBe(true)
    expect(await alarms()).toHaveLength(2)
  })

  test('of a release that is not there is refused', async () => {
    expect((await callAs(admin, 'POST', `${RELEASES}/987654/check`)).status).toBe(404)
  })
})
