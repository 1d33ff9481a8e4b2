import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { MOST_DOWNLOADS, MOST_NETWORKS, MOST_REQUESTS } from '#shared/core/download-limits.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { logDownloads } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from '../email/download-link.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

async function anOwner() {
  const user = await aUser()
  const product = await aProduct()
  return { user, product, ...(await bought(user, product.id)) }
}
type Owned = Awaited<ReturnType<typeof anOwner>>

const linkOf = async ({ product, paymentId }: Owned) => {
  const claim = { paymentId, productId: product.id, version: '1.0', expiresAt: Date.now() + LINK_LIFETIME_MS }
  return `/api/download/file/${product.id}?token=${await signDownloadLink(claim, env.LINK_SIGNING_KEY)}`
}

/** Logs this many downloads of the purchase, half of them by its link. */
const downloaded = (
  { user, product, paymentId }: Owned,
  count: number,
  network: (index: number) => string,
  ago = DAY,
) =>
  env.DB.batch(
    Array.from({ length: count }, (_, index) =>
      env.DB.prepare(
        'INSERT INTO downloads (user_id, payment_id, script_id, release_id, via, network, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ).bind(
        index % 2 ? user.id : null,
        index % 2 ? null : paymentId,
        product.id,
        product.release.id,
        index % 2 ? 'session' : 'link',
        network(index),
        Date.now() - ago - index * HOUR,
      ),
    ),
  )

const from = (network: number) => ({ 'cf-connecting-ip': `198.51.${network}.7` })
const noticesTo = async ({ user }: Owned) => {
  const query = "SELECT id FROM email_deliveries WHERE template = 'download-limit' AND to_address = ?"
  return (await env.DB.prepare(query).bind(user.email).all()).results.length
}

// invariant: download-limits
test('a purchase has 20 networks in 30 days, by session and link together; then 429, and one notice', async () => {
  const owned = await anOwner()
  const { user, product } = owned
  const path = `/api/download/file/${product.id}`
  await downloaded(owned, MOST_NETWORKS - 1, (index) => `198.51.${index}.0/24`)
  const link = await linkOf(owned)
  expect((await visitor().fetch('GET', link, from(200))).status).toBe(200)
  for (let round = 0; round < 2; round++) {
    const refused = await visitor().fetch('GET', link, from(201))
    expect(refused.status).toBe(429)
    const { message } = (await refused.json()) as { message: string }
    expect(message).toMatch(/from 20 networks within 30 days.*works from \d+ \w{3} \d{4}, \d\d:\d\d \(UTC\)/)
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(27 * 24 * 3600)
    expect(retryAfter).toBeLessThan(30 * 24 * 3600)
  }
  expect((await user.fetch('GET', path, from(202))).status).toBe(429)
  // Networks that were used, and another purchase of the same account, are not affected.
  expect((await user.fetch('GET', path, from(3))).status).toBe(200)
  const other = await aProduct()
  await bought(user, other.id)
  expect((await user.fetch('GET', `/api/download/file/${other.id}`, from(201))).status).toBe(200)
  expect(await noticesTo(owned)).toBe(1)
  const { results } = await env.DB.prepare("SELECT payload FROM outbox WHERE topic = 'user' AND key LIKE ?")
    .bind(`download-limit:u${user.id}:${product.id}:%`)
    .all()
  expect(JSON.stringify(results)).toContain('Download limit reached')
  expect(results).toHaveLength(1)
})

test('a purchase has 200 downloads in 30 days; a download and its resumed parts within an hour count once', async () => {
  const owned = await anOwner()
  const { user, product } = owned
  const path = `/api/download/file/${product.id}`
  await downloaded(owned, MOST_DOWNLOADS - 1, () => '198.51.0.0/24')
  // Others do not count: those that left the window, and those of another product.
  await downloaded(owned, 50, () => '198.51.0.0/24', 31 * DAY)
  await downloaded({ ...owned, product: await aProduct() }, MOST_DOWNLOADS, () => '198.51.0.0/24')
  const release = product.release.id
  expect((await user.fetch('GET', path, { ...from(0), range: 'bytes=0-3' })).status).toBe(206)
  for (const range of ['bytes=4-7', 'bytes=8-', 'bytes=0-'])
    expect((await user.fetch('GET', path, { ...from(0), range })).status, range).toBe(206)
  // The next hour.
  await env.DB.prepare(
    'UPDATE downloads SET created_at = created_at - ? WHERE release_id = ? AND created_at > ?',
  )
    .bind(HOUR, release, Date.now() - HOUR / 2)
    .run()
  const refused = await user.fetch('GET', path, from(0))
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('downloaded 200 times, or in 5,000 parts, within 30 days')
  expect(await noticesTo(owned)).toBe(1)
})

// invariant: download-limits
test.each(['session', 'link'] as const)(
  'more requests by %s than are read do not lift the limits: the newest of the product are read, and too many are refused',
  async (by) => {
    const owned = await anOwner()
    const { user, product } = owned
    const path = `/api/download/file/${product.id}`
    const owner = by === 'session' ? { userId: user.id } : { paymentId: owned.paymentId }
    const requested = ({ id, release }: Owned['product'], count: number, ago: number) =>
      logDownloads({ ...owner, productId: id, releaseId: release.id, at: Date.now() - ago }, count)
    await downloaded(owned, MOST_NETWORKS, (index) => `198.51.${index}.0/24`)
    // Of another product, more than are read, and newer: they neither hide these downloads nor count.
    await requested(await aProduct(), MOST_REQUESTS + 1, 2 * HOUR)
    for (const response of [
      await user.fetch('GET', path, from(201)),
      await visitor().fetch('GET', await linkOf(owned), from(201)),
    ]) {
      expect(response.status).toBe(429)
      expect(await response.text()).toContain('from 20 networks within 30 days')
    }
    expect((await user.fetch('GET', path, from(3))).status).toBe(200)
    await env.DB.prepare('DELETE FROM downloads WHERE release_id = ?').bind(product.release.id).run()
    // Two downloads, in more requests than are read.
    await requested(product, 1000, 29 * DAY)
    await requested(product, MOST_REQUESTS, DAY)
    const refused = await user.fetch('GET', path, from(0))
    expect(refused.status).toBe(429)
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(28.9 * 24 * 3600)
    expect(retryAfter).toBeLessThan(29.1 * 24 * 3600)
  },
)

test('a guest purchase is limited by its payment, and the notice goes to its address', async () => {
  const owned = await anOwner()
  await downloaded(owned, 2 * MOST_NETWORKS, (index) => `198.51.${index}.0/24`)
  const link = await linkOf(owned)
  await env.DB.batch([
    env.DB.prepare('UPDATE user_scripts SET user_id = NULL WHERE payment_id = ?').bind(owned.paymentId),
    env.DB.prepare('UPDATE payments SET user_id = NULL WHERE id = ?').bind(owned.paymentId),
  ])
  const refused = await visitor().fetch('GET', link, from(201))
  expect(refused.status).toBe(429)
  const text = await refused.text()
  expect(text).toContain('If somebody else has your link, or if all of that was you, write to')
  expect(text).not.toContain('password')
  expect((await visitor().fetch('GET', link, from(2))).status).toBe(200)
  expect(await noticesTo(owned)).toBe(1)
})

test('an admin lifts the limits of an account: its downloads count from zero again', async () => {
  const owned = await anOwner()
  const path = `/api/download/file/${owned.product.id}`
  await downloaded(owned, MOST_NETWORKS, (index) => `198.51.${index}.0/24`)
  expect((await owned.user.fetch('GET', path, from(201))).status).toBe(429)
  const admin = await aUser({ admin: true })
  const lifted = await admin.post(`/api/secure-management/users/${owned.user.id}/lift-download-limits`)
  expect(lifted.status).toBe(200)
  expect((await admin.post('/api/secure-management/users/987654/lift-download-limits')).status).toBe(404)
  expect((await owned.user.fetch('GET', path, from(201))).status).toBe(200)
  expect((await visitor().fetch('GET', await linkOf(owned), from(202))).status).toBe(200)
})

test('20 requests at once from new networks exceed no limit, and parts of one download at once all pass', async () => {
  const owned = await anOwner()
  const link = await linkOf(owned)
  await downloaded(owned, MOST_NETWORKS - 2, (index) => `198.51.${index}.0/24`)
  const statuses = async (network: (index: number) => number, headers = {}) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        visitor().fetch('GET', link, { ...from(network(index)), ...headers }),
      ),
    )
    await Promise.all(answers.map(({ body }) => body?.cancel()))
    return answers.map(({ status }) => status).sort()
  }
  const parts = await statuses(() => 150, { range: 'bytes=0-3' })
  expect(parts).toEqual(Array(20).fill(206))
  expect(await statuses((index) => 200 + index)).toEqual([200, ...Array(19).fill(429)])
  expect(await noticesTo(owned)).toBe(1)
  const logged = await env.DB.prepare(
    'SELECT count(DISTINCT network) AS n FROM downloads WHERE script_id = ?',
  )
    .bind(owned.product.id)
    .first()
  expect(logged).toEqual({ n: MOST_NETWORKS })
})

// invariant: download-limits
test('archives of all files at once from new networks exceed no limit', async () => {
  const owned = await anOwner()
  const { user, product } = owned
  await downloaded(owned, MOST_NETWORKS - 1, (index) => `198.51.${index}.0/24`)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      user.again().fetch('GET', '/api/download/all', from(200 + index)),
    ),
  )
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(429)])
  const logged = await env.DB.prepare(
    'SELECT count(DISTINCT network) AS n FROM downloads WHERE script_id = ?',
  )
    .bind(product.id)
    .first()
  expect(logged).toEqual({ n: MOST_NETWORKS })
})

test('a thief with a link uses up no requests of the owner’s session, nor of another link', async () => {
  const owned = await anOwner()
  const stolen = await linkOf(owned)
  await env.DB.prepare('UPDATE users SET links_valid_from = ? WHERE id = ?')
    .bind(Date.now() + 1, owned.user.id)
    .run()
  const statuses = new Set<number>()
  for (let call = 0; call < 125; call++) statuses.add((await visitor().fetch('GET', stolen)).status)
  expect([...statuses]).toEqual([410, 429])
  expect((await owned.user.fetch('GET', `/api/download/file/${owned.product.id}`)).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect((await visitor().fetch('GET', await linkOf(owned))).status).toBe(200)
})
