import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { MyProduct } from '#shared/access/contract.ts'
import { HOUR } from '#shared/core/time.ts'
import type { MyDownload } from '#shared/downloads/contract.ts'
import { DAILY } from '../../cron.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aProduct, aRelease, stockPlans } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { logDownloads } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { ring } from '../../testing/shop.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from '../email/download-link.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const HISTORY = '/api/user/downloads'
const from = (ip: string) => ({ 'cf-connecting-ip': ip })

async function anOwner() {
  const user = await aUser()
  const product = await aProduct()
  const { paymentId } = await bought(user, product.id)
  return { user, product, paymentId, path: `/api/download/file/${product.id}` }
}

const linkOf = async (paymentId: number, productId: number) => {
  const claim = { paymentId, productId, version: '1.0', expiresAt: Date.now() + LINK_LIFETIME_MS }
  return `/api/download/file/${productId}?token=${await signDownloadLink(claim, env.LINK_SIGNING_KEY)}`
}

const historyOf = async (user: SignedIn) => (await user.get<MyDownload[]>(HISTORY)).data

test('the history has own downloads by session and link, newest first, with network and state, in pages', async () => {
  const { user, product, paymentId, path } = await anOwner()
  const stranger = await anOwner()
  await stranger.user.fetch('GET', stranger.path)
  await user.fetch('GET', path, from('2001:db8:1:2::3'))
  await visitor().fetch('GET', await linkOf(paymentId, product.id), from('203.0.113.77'))
  const update = await aRelease(product.id, { version: '1.1', publishedAt: Date.now() - HOUR })
  await user.fetch('GET', path)
  await env.DB.batch([
    env.DB.prepare("UPDATE script_releases SET yanked_at = 1, yank_reason = 'x' WHERE id = ?").bind(
      product.release.id,
    ),
    env.DB.prepare("UPDATE script_releases SET yanked_at = 1, recall_advice = 'x' WHERE id = ?").bind(
      update.id,
    ),
  ])
  const all = await historyOf(user)
  const named = { id: product.id, slug: product.slug, name: product.name }
  expect(all).toMatchObject([
    { product: named, version: '1.1', via: 'session', network: null, state: 'recalled' },
    { product: named, version: '1.0', via: 'link', network: '203.0.113.0/24', state: 'withdrawn' },
    { product: named, version: '1.0', via: 'session', network: '2001:db8:1::/48', state: 'withdrawn' },
  ])
  const paged: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: MyDownload[]; text: string } = await user.get<MyDownload[]>(
      `${HISTORY}?limit=1${cursor && `&cursor=${cursor}`}`,
    )
    paged.push(...page.data.map(({ id }) => id))
    cursor = (JSON.parse(page.text) as { nextCursor: string | null }).nextCursor
  }
  expect(paged).toEqual(all.map(({ id }) => id))
  expect((await user.get(`${HISTORY}?cursor=x`)).status).toBe(400)
})

test('pages of any size have each download of the account and of each payment once, in order', async () => {
  const { user, product, paymentId } = await anOwner()
  const other = await aProduct()
  const second = await bought(user, other.id)
  const at = Date.now() - HOUR
  // Several at the same time in each way, and in the same order of ids.
  for (const ago of [5, 5, 0, 9])
    for (const owner of [{ userId: user.id }, { paymentId }, { paymentId: second.paymentId }]) {
      const download = { ...owner, productId: product.id, releaseId: product.release.id, at: at - ago }
      await logDownloads(download, 2)
    }
  const { results } = await env.DB.prepare(
    'SELECT id FROM downloads WHERE script_id = ? ORDER BY created_at DESC, id DESC',
  )
    .bind(product.id)
    .all<{ id: number }>()
  expect(results).toHaveLength(24)
  for (const limit of [1, 3, 5, 24]) {
    const paged: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: MyDownload[]; text: string } = await user.get<MyDownload[]>(
        `${HISTORY}?limit=${limit}${cursor && `&cursor=${cursor}`}`,
      )
      paged.push(...page.data.map(({ id }) => id))
      cursor = (JSON.parse(page.text) as { nextCursor: string | null }).nextCursor
    }
    expect(paged, `limit ${limit}`).toEqual(results.map(({ id }) => id))
  }
})

test('the newest downloaded version is found behind more requests than are read', async () => {
  const { user, product, paymentId } = await anOwner()
  const update = await aRelease(product.id, { version: '1.1', publishedAt: Date.now() - HOUR })
  const old = {
    paymentId,
    productId: product.id,
    releaseId: product.release.id,
    at: Date.now() - 20 * 24 * HOUR,
  }
  await logDownloads(old, 5001)
  await logDownloads({ paymentId, productId: product.id, releaseId: update.id }, 1)
  const [mine] = (await user.get<MyProduct[]>('/api/my-products')).data
  expect(mine).toMatchObject({ id: product.id, downloadedVersion: '1.1', isNew: false })
})

test('networks are erased after 180 days, with the addresses', async () => {
  const { user, path } = await anOwner()
  await user.fetch('GET', path, from('203.0.113.77'))
  await user.fetch('GET', path, from('203.0.113.77'))
  const [, old] = await historyOf(user)
  await env.DB.prepare('UPDATE downloads SET created_at = created_at - 181 * 86400000 WHERE id = ?')
    .bind(old?.id)
    .run()
  await ring(DAILY)
  expect((await historyOf(user)).map(({ network }) => network)).toEqual(['203.0.113.0/24', null])
})

test('owned products have every included version that is offered, and whether the current one is new', async () => {
  const { user, product, paymentId, path } = await anOwner()
  const mine = async () =>
    (await user.get<MyProduct[]>('/api/my-products')).data.find(({ id }) => id === product.id)
  expect(await mine()).toMatchObject({ downloadedVersion: null, isNew: false })
  await visitor().fetch('GET', await linkOf(paymentId, product.id))
  expect(await mine()).toMatchObject({ downloadedVersion: '1.0', isNew: false })

  await aRelease(product.id, { version: '1.1', publishedAt: Date.now() - 2 * HOUR, yankedAt: 1 })
  const update = await aRelease(product.id, { version: '1.2', publishedAt: Date.now() - HOUR })
  await aRelease(product.id, { version: '1.3', publishedAt: null })
  const owned = await mine()
  expect(owned).toMatchObject({ fileVersion: '1.2', downloadedVersion: '1.0', isNew: true })
  expect(owned?.versions).toMatchObject([
    { version: '1.2', fileSize: update.bytes.length },
    { version: '1.0', fileSize: product.release.bytes.length },
  ])
  for (const { version } of owned?.versions ?? [])
    expect((await user.fetch('GET', `${path}?version=${version}`)).headers.get('x-release-version')).toBe(
      version,
    )
  expect(await mine()).toMatchObject({ downloadedVersion: '1.2', isNew: false })

  // A version after the three months of updates is not included.
  await env.DB.prepare('UPDATE user_scripts SET purchased_at = ? WHERE payment_id = ?')
    .bind(Date.now() - 200 * 24 * HOUR, paymentId)
    .run()
  await env.DB.prepare('UPDATE script_releases SET published_at = ? WHERE id = ?')
    .bind(Date.now() - 150 * 24 * HOUR, product.release.id)
    .run()
  expect((await mine())?.versions.map(({ version }) => version)).toEqual(['1.0'])
})
