import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Product } from '#shared/catalogue/contract.ts'
import { HOUR } from '#shared/core/time.ts'
import { MAX_FILE_BYTES, MAX_IMAGE_BYTES } from '#shared/releases/contract.ts'
import { EVERY_FIVE_MINUTES } from '../../cron.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct, type MadeProduct } from '../../testing/products.ts'
import { ring } from '../../testing/shop.ts'
import { aPng, callAs, PRODUCTS, sendFile, sendImage, traces } from '../../testing/uploads.ts'
import { aZip, aZipOf, joined, noise } from '../../testing/zips.ts'

let admin: SignedIn
let product: MadeProduct
let before: Awaited<ReturnType<typeof traces>>

const script = aZip([{ name: 'farm/main.py' }, { name: 'farm/README.md' }])
const utf8 = (text: string) => new TextEncoder().encode(text)
const hashOf = async (bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)).toHex()
const versionsOf = async (id: number) =>
  (await callAs(admin, 'GET', `${PRODUCTS}/${id}`)).data.releases.map(({ version }) => version)

beforeEach(async () => {
  admin = await aUser({ admin: true })
  product = await aProduct()
  before = await traces()
})

/** A refused upload leaves nothing behind. */
async function expectNoTrace() {
  expect(await traces()).toEqual(before)
  expect(await versionsOf(product.id)).toEqual(['1.0'])
}

describe('a product file', () => {
  test('becomes a draft with a safe name, our content type, its hash and the list of its files', async () => {
    const sent = await sendFile(admin, product.id, script, {
      name: '..\\C:\\fakepath\\../Farm\u0000 "best".ZIP',
      type: 'text/html',
      fields: { changelog: ' Faster.\r\nSafer. ' },
    })
    expect([sent.status, sent.message]).toEqual([201, 'File Uploaded'])
    expect(sent.data).toMatchObject({
      releaseCount: 2,
      draftCount: 1,
      fileVersion: '1.0',
      nextVersion: '1.2',
    })
    const [draft] = sent.data.releases
    expect(draft).toMatchObject({
      version: '1.1',
      state: 'draft',
      isCurrent: false,
      fileType: 'application/zip',
      fileCount: 2,
      fileSize: script.length,
      sha256: await hashOf(script),
      changelog: 'Faster.\nSafer.',
      publishedAt: null,
    })
    expect(draft?.fileName).toMatch(/^Farm .*best.*\.zip$/)
    expect(draft?.fileName).not.toMatch(/["\\/:\p{Cc}]/u)
    const row = await env.DB.prepare('SELECT script_path AS path, contents FROM script_releases WHERE id = ?')
      .bind(draft?.id)
      .first<{ path: string; contents: string }>()
    expect(JSON.parse(row?.contents ?? '')).toEqual([
      { path: 'README.md', size: 15 },
      { path: 'main.py', size: 15 },
    ])
    const object = await env.FILES.get(row?.path ?? '')
    expect(object?.httpMetadata?.contentType).toBe('application/zip')
    expect(new Uint8Array((await object?.arrayBuffer()) ?? [])).toEqual(script)
    expect((await traces()).uploads).toEqual(before.uploads)
    const noted = await env.DB.prepare(
      "SELECT actor_id, after FROM audit_log WHERE subject = ? AND action = 'release.upload'",
    )
      .bind(`release:${draft?.id}`)
      .first<{ actor_id: number; after: string }>()
    expect(noted?.actor_id).toBe(admin.id)
    expect(JSON.parse(noted?.after ?? '')).toMatchObject({ product: product.id, version: '1.1' })
  })

  // spec: product-file
  test('of 25 MB is accepted, and one byte more is refused with the specified message', async () => {
    const passed = await sendFile(admin, product.id, aZipOf(MAX_FILE_BYTES))
    expect([passed.status, passed.message]).toEqual([201, 'File Uploaded'])
    expect(passed.data.releases[0]?.fileSize).toBe(26_214_400)
    const after = await traces()
    const refused = await sendFile(admin, product.id, aZipOf(MAX_FILE_BYTES + 1))
    expect(refused).toMatchObject({
      status: 413,
      message: 'Maximum file size is 25MB',
      data: { title: 'File Too Large' },
    })
    expect(await traces()).toEqual(after)
  })

  test('with a Content-Length beyond the limit is refused before a byte is read', async () => {
    let pulled = 0
    const body = new ReadableStream({
      pull: (controller) => {
        pulled += 1
        controller.enqueue(noise(1000))
      },
    })
    const type = {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(30 * 1024 * 1024),
    }
    const answer = await admin.fetch('POST', `${PRODUCTS}/${product.id}/file`, type, body)
    expect(answer.status).toBe(413)
    expect(pulled).toBeLessThan(3)
    await expectNoTrace()
  })

  test.each<[string, Record<string, string>]>([
    ['does not say how large it is', {}],
    ['says it is small', { 'content-length': '1000' }],
  ])('that never ends and %s is refused at the limit', async (_, length) => {
    let sent = 0
    const head = utf8('--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n')
    const body = new ReadableStream({
      pull: (controller) => {
        const part = sent === 0 ? head : noise(65_536)
        sent += part.length
        controller.enqueue(part)
      },
    })
    const type = { 'content-type': 'multipart/form-data; boundary=x', ...length }
    const answer = await admin.fetch('POST', `${PRODUCTS}/${product.id}/file`, type, body)
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(MAX_FILE_BYTES + 1024 * 1024)
    await expectNoTrace()
  })

  test('of 25 MB that is cut off half way changes nothing and leaves nothing in the store', async () => {
    const whole = aZipOf(MAX_FILE_BYTES)
    const head = utf8('--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n')
    let at = 0
    const body = new ReadableStream({
      pull: (controller) => {
        if (at > whole.length / 2) return controller.error(new Error('The connection was lost'))
        controller.enqueue(
          at === 0 ? joined([head, whole.subarray(0, 65_536)]) : whole.subarray(at, at + 65_536),
        )
        at += 65_536
      },
    })
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await admin.fetch('POST', `${PRODUCTS}/${product.id}/file`, type, body)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('cut off')
    expect(at).toBeGreaterThan(whole.length / 2)
    await expectNoTrace()
  })

  test('of an admin who is demoted during the upload is refused', async () => {
    const demoted = await aUser({ admin: true })
    const tail = utf8('\r\n--x--')
    for (const [path, name, bytes] of [
      ['file', 'a.zip', script],
      ['image', 'a.png', aPng()],
    ] as const) {
      await env.DB.prepare('UPDATE users SET is_admin = 1 WHERE id = ?').bind(demoted.id).run()
      const head = utf8(`--x\r\nContent-Disposition: form-data; name="${path}"; filename="${name}"\r\n\r\n`)
      const parts = [head, bytes, tail]
      const body = new ReadableStream({
        async pull(controller) {
          const part = parts.shift()
          if (part === tail)
            await env.DB.prepare('UPDATE users SET is_admin = 0 WHERE id = ?').bind(demoted.id).run()
          part ? controller.enqueue(part) : controller.close()
        },
      })
      const type = { 'content-type': 'multipart/form-data; boundary=x' }
      const answer = await demoted.fetch('POST', `${PRODUCTS}/${product.id}/${path}`, type, body)
      expect([answer.status, parts.length], path).toEqual([403, 0])
    }
    await expectNoTrace()
  })

  test('that ends before its Content-Length or its last boundary is refused', async () => {
    const form = utf8('--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK')
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const headers of [{ ...type, 'content-length': '5000' }, type]) {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(form)
          controller.close()
        },
      })
      expect((await admin.fetch('POST', `${PRODUCTS}/${product.id}/file`, headers, body)).status).toBe(400)
    }
    await expectNoTrace()
  })

  test('that the store rejects leaves no draft, no object and no upload row', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const put = async () => {
      throw new Error('R2 is down')
    }
    const FILES = new Proxy(env.FILES, {
      get: (target, name) => (name === 'put' ? put : Reflect.get(target, name).bind(target)),
    })
    const refused = await sendFile(admin.again({ ...env, FILES }), product.id, script)
    expect(refused.status).toBe(503)
    expect(refused.message).toContain('Nothing was changed')
    await expectNoTrace()
    vi.restoreAllMocks()
  })

  test('whose rows cannot be written leaves no object', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let stored = 0
    const FILES = new Proxy(env.FILES, {
      get: (target, name) => {
        if (name === 'put') stored += 1
        return Reflect.get(target, name).bind(target)
      },
    })
    // The batch after the bytes are stored is the first one with more than two statements.
    const DB = new Proxy(env.DB, {
      get: (target, name) => {
        if (name !== 'batch') return Reflect.get(target, name).bind(target)
        return (statements: D1PreparedStatement[]) => {
          if (stored > 0 && statements.length > 2) throw new Error('D1 is down')
          return target.batch(statements)
        }
      },
    })
    expect((await sendFile(admin.again({ ...env, FILES, DB }), product.id, script)).status).toBe(500)
    expect(stored).toBe(1)
    await expectNoTrace()
    vi.restoreAllMocks()
  })

  test('that was never finished is deleted after an hour; newer objects and used ones are kept', async () => {
    const kept = await sendFile(admin, product.id, script)
    const inUse = await traces()
    await env.FILES.put('releases/left', script)
    await env.FILES.put('releases/fresh', script)
    const known = env.DB.prepare('INSERT INTO uploads (key, actor_id, created_at) VALUES (?, 1, ?)')
    await known.bind('releases/left', Date.now() - HOUR - 1000).run()
    await known.bind('releases/fresh', Date.now() - HOUR / 2).run()
    await ring(EVERY_FIVE_MINUTES)
    const after = await traces()
    expect(after.objects).toEqual([...inUse.objects, 'releases/fresh'].sort())
    expect(after.uploads).toEqual([...inUse.uploads, 'releases/fresh'])
    expect(kept.status).toBe(201)
  })

  test('whose upload was given up meanwhile creates no draft', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const FILES = new Proxy(env.FILES, {
      get: (target, name) => {
        if (name !== 'put') return Reflect.get(target, name).bind(target)
        return async (...args: Parameters<R2Bucket['put']>) => {
          const stored = await target.put(...args)
          await env.DB.prepare('UPDATE uploads SET created_at = 0 WHERE key = ?').bind(args[0]).run()
          return stored
        }
      },
    })
    expect((await sendFile(admin.again({ ...env, FILES }), product.id, script)).status).toBe(500)
    await expectNoTrace()
    vi.restoreAllMocks()
  })

  test('of an existing version is refused with the next free version, also for two uploads at once', async () => {
    const refused = await sendFile(admin, product.id, script, { fields: { version: '1.0' } })
    expect(refused.status).toBe(409)
    expect(refused.message).toBe('There is already a version 1.0 of this product. The next one would be 1.1.')
    const both = await Promise.all([1, 2].map(() => sendFile(admin, product.id, script)))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await versionsOf(product.id)).toEqual(['1.1', '1.0'])
    expect((await traces()).objects).toHaveLength(before.objects.length + 1)
    expect((await traces()).uploads).toEqual(before.uploads)
  })

  test.each<[string, Uint8Array, number, RegExp]>([
    ['a program called .zip', utf8('MZ\x90\x00 program'), 415, /not a ZIP/],
    ['an SVG with a script', utf8('<svg><script>alert(1)</script></svg>'), 415, /not a ZIP/],
    ['a bomb', aZip([{ name: 'bomb', data: new Uint8Array(30_000_000) }]), 422, /100 times/],
    ['a path that leads out', aZip([{ name: '../../etc/passwd' }]), 422, /leads out/],
    ['a control character in a name', aZip([{ name: 'a\u0007.py' }]), 422, /control characters/],
    ['a name of 4 kB', aZip([{ name: 'n'.repeat(4096) }]), 422, /longer than 255/],
    ['nothing', new Uint8Array(), 400, /empty/],
  ])('with %s is refused with the reason', async (_, bytes, status, said) => {
    const refused = await sendFile(admin, product.id, bytes)
    expect([refused.status, refused.message]).toEqual([status, expect.stringMatching(said)])
    await expectNoTrace()
  })

  test.each([
    ['no form', { 'content-type': 'application/json' }, '{}', 415],
    ['a form without boundaries', { 'content-type': 'multipart/form-data' }, 'x', 415],
    ['a form of noise', { 'content-type': 'multipart/form-data; boundary=x' }, 'noise', 400],
  ])('sent as %s is refused', async (_, headers, body, status) => {
    expect((await admin.fetch('POST', `${PRODUCTS}/${product.id}/file`, headers, body)).status).toBe(status)
  })

  test('with an invalid version or changelog, or for an unknown product, is refused', async () => {
    for (const fields of [{ version: '../1' }, { version: 'x'.repeat(31) }, { changelog: 'a\u0000b' }]) {
      expect((await sendFile(admin, product.id, script, { fields: fields as never })).status).toBe(400)
    }
    expect((await sendFile(admin, 987_654, script)).status).toBe(404)
    await expectNoTrace()
  })
})

describe('a picture', () => {
  const imageOf = async () => (await admin.get<Product>(`/api/products/${product.id}`)).data.imageUrl ?? ''

  test('is served to everybody, with an immutable cache header, and only as a picture', async () => {
    const bytes = aPng(1280, 800)
    const sent = await sendImage(admin, product.id, bytes, '<script>.svg')
    expect([sent.status, sent.message, sent.data.hasImage]).toEqual([201, 'Image Uploaded', true])
    const address = await imageOf()
    expect(address).toMatch(new RegExp(`^/api/products/${product.id}/image/[0-9a-f]{32}\\.png$`))
    const shown = await admin.fetch('GET', address)
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes.length),
    })
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox")
    for (const other of [address.replace(`/${product.id}/`, '/2/'), address.replace('.png', '.jpg')]) {
      expect((await admin.get(other)).status, other).toBe(404)
    }
    expect((await admin.get(`/api/products/${product.id}/image/..%2f..%2freleases`)).status).toBe(400)
  })

  test('that is replaced or removed is deleted from the store, and its URL returns 404', async () => {
    await sendImage(admin, product.id, aPng())
    const first = await imageOf()
    await sendImage(admin, product.id, aPng(800, 500))
    expect(await imageOf()).not.toBe(first)
    expect((await admin.get(first)).status).toBe(404)
    expect((await traces()).objects).toHaveLength(before.objects.length + 1)
    const removed = await callAs(admin, 'DELETE', `${PRODUCTS}/${product.id}/image`)
    expect([removed.status, removed.data.hasImage]).toEqual([200, false])
    expect(await imageOf()).toBe('')
    expect(await traces()).toEqual(before)
    expect((await callAs(admin, 'DELETE', `${PRODUCTS}/${product.id}/image`)).status).toBe(404)
  })

  // spec: product-image
  test('of 5 MB is accepted, and one byte more is refused', async () => {
    expect((await sendImage(admin, product.id, aPng(640, 400, MAX_IMAGE_BYTES))).status).toBe(201)
    const refused = await sendImage(admin, product.id, aPng(640, 400, MAX_IMAGE_BYTES + 1))
    expect(refused).toMatchObject({ status: 413, data: { title: 'Image Too Large' } })
  })

  test('that is uploaded twice at once is accepted once, and the refused one leaves nothing', async () => {
    const both = await Promise.all([1, 2].map(() => sendImage(admin, product.id, aPng())))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const after = await traces()
    expect(after.objects).toHaveLength(before.objects.length + 1)
    expect(after.uploads).toEqual(before.uploads)
  })
})

test('an admin’s 61st upload in a row is refused with 429 before a byte is read, and other admins may upload', async () => {
  stopClock()
  const send = async (who: SignedIn) => (await who.post(`${PRODUCTS}/${product.id}/file`)).status
  const statuses = []
  for (let time = 0; time < 61; time += 1) statuses.push(await send(admin))
  expect(statuses.indexOf(429)).toBe(60)
  expect(await send(await aUser({ admin: true }))).toBe(415)
  await expectNoTrace()
})
