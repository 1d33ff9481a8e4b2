import { env } from 'cloudflare:workers'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { hashOf, toHex } from '#shared/core/bytes.ts'
import { MOST_REQUESTS } from '#shared/core/download-limits.ts'
import { HOUR } from '#shared/core/time.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aProduct, aRelease, stockPlans } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { logDownloads } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { watched } from '../../testing/watched.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const ALL = '/api/download/all'
const text = new TextDecoder()

async function anOwnerOf(count: number) {
  const user = await aUser()
  const products = []
  for (let index = 0; index < count; index++) {
    // Two chunks of the file store, so that the files are really streamed.
    const bytes = crypto.getRandomValues(new Uint8Array(60_000))
    const product = await aProduct({ release: { bytes, fileName: 'script.zip' } })
    await bought(user, product.id)
    products.push(product)
  }
  return { user, products }
}

async function fetchAll(user: SignedIn, headers = {}) {
  const response = await user.fetch('GET', ALL, headers)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  const entries = unzipSync(bytes)
  return { response, entries, readme: text.decode(entries['README.txt']) }
}

const logOf = async (user: SignedIn) =>
  (
    await env.DB.prepare(
      'SELECT release_id, via, network FROM downloads WHERE user_id = ? ORDER BY release_id',
    )
      .bind(user.id)
      .all()
  ).results

describe('all files in one archive', () => {
  // invariant: file-byte-for-byte
  test('are the current ones, unchanged, with their hashes; each is logged', async () => {
    const { user, products } = await anOwnerOf(3)
    const [first] = products
    const update = await aRelease(first?.id ?? 0, { version: '1.1', publishedAt: Date.now() - HOUR })
    const { response, entries, readme } = await fetchAll(user, { 'cf-connecting-ip': '203.0.113.9' })
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/windfall-\d{4}-\d\d-\d\d\.zip/)
    const expected = products.map(({ slug, release }, index) => ({
      name: index === 0 ? `${slug}-1.1/script.zip` : `${slug}-1.0/script.zip`,
      release: index === 0 ? update : release,
    }))
    expect(Object.keys(entries)).toEqual([
      'README.txt',
      'SHA256SUMS.txt',
      ...expected.map(({ name }) => name),
    ])
    for (const { name, release } of expected) {
      expect(toHex(await hashOf(entries[name] ?? new Uint8Array())), name).toBe(release.sha256)
      expect(readme).toContain(name)
    }
    const sums = expected.map(({ name, release }) => `${release.sha256}  ${name}\n`).join('')
    expect(text.decode(entries['SHA256SUMS.txt'])).toBe(sums)
    expect(readme).toContain('sha256sum -c SHA256SUMS.txt')
    const ids = expected.map(({ release }) => release.id).sort((a, b) => a - b)
    const row = { via: 'session', network: '203.0.113.0/24' }
    expect(await logOf(user)).toEqual(ids.map((id) => ({ release_id: id, ...row })))
  })

  test('leave out a damaged, a missing and a limited file, and name them', async () => {
    const { user, products } = await anOwnerOf(4)
    const [damaged, missing, limited, good] = products
    if (!damaged || !missing || !limited || !good) throw new Error('Four products')
    await env.DB.prepare('UPDATE script_releases SET damaged_at = 1 WHERE id = ?')
      .bind(damaged.release.id)
      .run()
    await env.FILES.delete(missing.release.scriptPath)
    await env.DB.batch(
      Array.from({ length: 20 }, (_, index) =>
        env.DB.prepare(
          "INSERT INTO downloads (user_id, script_id, release_id, via, network, created_at) VALUES (?, ?, ?, 'session', ?, ?)",
        ).bind(user.id, limited.id, limited.release.id, `198.51.${index}.0/24`, Date.now() - HOUR),
      ),
    )
    const { entries, readme } = await fetchAll(user, { 'cf-connecting-ip': '203.0.113.9' })
    expect(Object.keys(entries)).toEqual(['README.txt', 'SHA256SUMS.txt', `${good.slug}-1.0/script.zip`])
    expect(readme).toContain(`- ${damaged.name} 1.0: its file is temporarily unavailable`)
    expect(readme).toContain(`- ${missing.name} 1.0: its file is temporarily unavailable`)
    expect(readme).toContain(`- ${limited.name} 1.0: its download limit is reached`)
    const reported = await env.DB.prepare('SELECT damaged_at FROM script_releases WHERE id = ?')
      .bind(missing.release.id)
      .first()
    expect(reported?.damaged_at).not.toBeNull()
  })

  test('notify once about each product whose limit is reached, in one read and one batch', async () => {
    const { user, products } = await anOwnerOf(3)
    const limited = products.slice(1)
    await env.DB.batch(
      limited.flatMap(({ id, release }) =>
        Array.from({ length: 20 }, (_, index) =>
          env.DB.prepare(
            "INSERT INTO downloads (user_id, script_id, release_id, via, network, created_at) VALUES (?, ?, ?, 'session', ?, ?)",
          ).bind(user.id, id, release.id, `198.51.${index}.0/24`, Date.now() - HOUR),
        ),
      ),
    )
    const watch = watched()
    const fetchTrips = async () => {
      watch.trips = 0
      const response = await user
        .again(watch.bindings)
        .fetch('GET', ALL, { 'cf-connecting-ip': '203.0.113.9' })
      await response.arrayBuffer()
      return [response.status, watch.statements.filter(({ sql }) => sql.includes('is_notified')).length]
    }
    const mails = async () =>
      (
        await env.DB.prepare(
          "SELECT data ->> '$.productName' AS name FROM email_deliveries WHERE template = 'download-limit' AND user_id = ? ORDER BY id",
        )
          .bind(user.id)
          .all()
      ).results.map(({ name }) => name)
    expect(await fetchTrips()).toEqual([200, 1])
    const batches = watch.statements.filter(({ sql }) => /^insert into "email_deliveries"/i.test(sql))
    expect(batches).toHaveLength(2)
    expect(await mails()).toEqual(limited.map(({ name }) => name))
    expect(await fetchTrips()).toEqual([200, 2])
    expect(await mails()).toHaveLength(2)
  })

  test('are refused where more requests may exist than are read, without a notice; single files are sent', async () => {
    const { user, products } = await anOwnerOf(2)
    const [one, two] = products
    if (!one || !two) throw new Error('Two products')
    const at = Date.now() - 2 * HOUR
    await logDownloads({ userId: user.id, productId: one.id, releaseId: one.release.id, at }, MOST_REQUESTS)
    const refused = await user.fetch('GET', ALL)
    expect(refused.status).toBe(429)
    expect(await refused.text()).toMatch(/Download them one by one, or all at once again from \d+ /)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(29 * 24 * 3600)
    const { results } = await env.DB.prepare(
      "SELECT id FROM email_deliveries WHERE template = 'download-limit' AND user_id = ?",
    )
      .bind(user.id)
      .all()
    expect(results).toEqual([])
    expect((await user.fetch('GET', `/api/download/file/${two.id}`)).status).toBe(200)
  })

  test('that a reader leaves half-way are no error in the log', async () => {
    const { user } = await anOwnerOf(2)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      const response = await user.fetch('GET', ALL)
      const reader = response.body?.getReader()
      await reader?.read()
      await reader?.cancel('gone')
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(logged.mock.calls).toEqual([])
    } finally {
      logged.mockRestore()
    }
  })

  test('break off at a file with other bytes of the same size, and report its damage', async () => {
    const { user, products } = await anOwnerOf(2)
    const second = products[1]?.release
    if (!second) throw new Error('Two products')
    await env.FILES.put(
      second.scriptPath,
      second.bytes.map((byte) => byte ^ 1),
    )
    const response = await user.fetch('GET', ALL)
    await expect(response.arrayBuffer()).rejects.toThrow()
    const { results } = await env.DB.prepare('SELECT damaged_at FROM script_releases WHERE id = ?')
      .bind(second.id)
      .all()
    expect(results[0]?.damaged_at).not.toBeNull()
  })

  test('get 401 without a session, 404 without a product, 503 without an available file; HEAD logs nothing', async () => {
    expect((await visitor().fetch('GET', ALL)).status).toBe(401)
    expect((await (await aUser()).fetch('GET', ALL)).status).toBe(404)
    const { user, products } = await anOwnerOf(1)
    const head = await user.fetch('HEAD', ALL)
    expect([head.status, Number(head.headers.get('content-length')) > 60_000]).toEqual([200, true])
    expect(await logOf(user)).toEqual([])
    await env.FILES.delete(products[0]?.release.scriptPath ?? '')
    expect((await user.fetch('GET', ALL)).status).toBe(503)
    expect(await logOf(user)).toEqual([])
  })
})
