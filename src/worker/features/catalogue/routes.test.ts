import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import {
  LIFETIME_ID,
  PREMIUM_ID,
  type Product,
  type ProductDetail,
  SHOWN_RELEASES,
} from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { aProduct, aRelease } from '../../testing/products.ts'
import { unique } from '../../testing/shop.ts'
import { sendFile } from '../../testing/uploads.ts'
import { aZip, manifestText } from '../../testing/zips.ts'

const list = (query = '') => visitor().get<Product[]>(`/api/products${query}`)

// spec: plan-prices
test('a new shop sells the two plans at the prices of the specification', async () => {
  const { data, status, nextCursor } = await list()
  expect([status, nextCursor]).toEqual([200, null])
  expect(data.map(({ id, price, isSubscription, tier }) => [id, price, isSubscription, tier])).toEqual([
    [PREMIUM_ID, 29.99, true, 'premium'],
    [LIFETIME_ID, 299.99, false, 'lifetime'],
  ])
})

describe('the list', () => {
  // spec: deleted-scripts, call-products
  test('comes in pages of any size, every product once and in order, without deleted products', async () => {
    const made: number[] = []
    for (let n = 0; n < 7; n++) made.push((await aProduct()).id)
    const hidden = await aProduct({ isDeleted: true })
    const all = (await list('?limit=100')).data.map(({ id }) => id)
    expect(all).toEqual([...new Set(all)].sort((a, b) => a - b))
    expect(all).toEqual(expect.arrayContaining(made))
    expect(all).not.toContain(hidden.id)
    for (const limit of [1, 3, all.length, all.length + 1]) {
      const seen: number[] = []
      let cursor: number | null = 0
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
        )
        expect(page.data.length).toBeLessThanOrEqual(limit)
        seen.push(...page.data.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect(seen, String(limit)).toEqual(all)
    }
    for (const query of [
      '?limit=0',
      '?limit=101',
      '?limit=x',
      '?cursor=-1',
      '?cursor=x',
      `?q=${'x'.repeat(101)}`,
    ])
      expect((await list(query)).status, query).toBe(400)
  })

  test('is searched by name and description, and SQL syntax in a search is plain text', async () => {
    const word = unique('word').slice(0, 12)
    const product = await aProduct({ name: `The ${word.toUpperCase()} farmer` })
    await aProduct({ name: `Hidden ${word}`, isDeleted: true })
    expect((await list(`?q=${word}`)).data.map(({ id }) => id)).toEqual([product.id])
    expect((await list(`?q=${word}-nothing`)).data).toEqual([])
    const injection = encodeURIComponent(`%' OR is_deleted = 1 --`)
    expect((await list(`?q=${injection}`)).data).toEqual([])
    expect((await list(`?q=${encodeURIComponent(`${word.slice(0, 4)}_${word.slice(5)}`)}`)).data).toEqual([])
  })
})

describe('language and networks', () => {
  test('are those of the current release’s windfall.json, the search finds them, and its README is shown', async () => {
    const admin = await aUser({ admin: true })
    const product = await aProduct()
    const chain = unique('Chain').slice(0, 20)
    const manifest = manifestText({ language: 'javascript', entry: 'main.mjs', chains: [chain] })
    const zip = aZip(
      [
        ['main.mjs', 'console.log(1)\n'],
        ['windfall.json', manifest],
        ['README.md', '# Planner\n'],
      ].map(([name, text]) => ({ name: `farm/${name}`, data: new TextEncoder().encode(text) })),
    )
    const { data: drafted } = await sendFile(admin, product.id, zip, {})
    const id = drafted.releases[0]?.id ?? 0
    const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}&limit=100`)).data
    expect((await found(chain)).length).toBe(0)
    await env.DB.prepare('UPDATE script_releases SET published_at = ? WHERE id = ?')
      .bind(Date.now(), id)
      .run()
    expect(await found(chain)).toMatchObject([{ id: product.id, language: 'javascript', chains: [chain] }])
    expect((await found('node.js')).map((one) => one.id)).toContain(product.id)
    const { data } = await visitor().get<ProductDetail>(`/api/products/${product.id}`)
    expect(data).toMatchObject({ language: 'javascript', chains: [chain], readme: '# Planner\n', run: null })
  })
})

describe('the downloads of a product', () => {
  test('are counted once each, without the later parts of a resumed one', async () => {
    const product = await aProduct()
    const user = await aUser()
    const log = (range: string | null) =>
      env.DB.prepare(
        "INSERT INTO downloads (user_id, script_id, release_id, via, range, created_at) VALUES (?, ?, ?, 'session', ?, 1)",
      )
        .bind(user.id, product.id, product.release.id, range)
        .run()
    for (const range of [null, 'bytes=0-', 'bytes=500-', 'bytes=0-99']) await log(range)
    expect((await visitor().get<ProductDetail>(`/api/products/${product.id}`)).data.downloads).toBe(3)
  })
})

describe('a product', () => {
  // spec: product-view
  test('is found by id and by slug, with its newest published release that is not yanked', async () => {
    const product = await aProduct({
      priceCents: 12345,
      release: { version: '1.0', publishedAt: Date.now() - 9 * DAY },
    })
    const shown = async () => (await visitor().get<Product>(`/api/products/${product.id}`)).data
    expect(await shown()).toMatchObject({ price: 123.45, fileVersion: '1.0', sha256: product.release.sha256 })
    const next = await aRelease(product.id, { version: '1.1' })
    await aRelease(product.id, { version: '2.0', publishedAt: Date.now() + DAY })
    await aRelease(product.id, { version: '3.0', publishedAt: null })
    expect(await shown()).toMatchObject({
      fileVersion: '1.1',
      sha256: next.sha256,
      fileSize: next.bytes.length,
    })
    await env.DB.prepare('UPDATE script_releases SET yanked_at = 1 WHERE id = ?').bind(next.id).run()
    expect((await shown()).fileVersion).toBe('1.0')
    expect((await visitor().get<Product>(`/api/products/${product.slug}`)).data).toEqual(await shown())
    const {
      contents,
      releases,
      releaseCount,
      recalled,
      scan,
      beta,
      run,
      readme,
      downloads,
      bundles,
      runs,
      ...listed
    } = (await visitor().get<ProductDetail>(`/api/products/${product.id}`)).data
    expect((await list('?limit=100')).data.find(({ id }) => id === product.id)).toEqual(listed)
  })

  test('shows the contents of the file of its current release, not of another one', async () => {
    const inFirst = [{ path: 'old.py', size: 1 }]
    const inSecond = [
      { path: 'README.md', size: 10 },
      { path: 'samples/a.csv', size: 2 },
    ]
    const product = await aProduct({ release: { version: '1.0', contents: inFirst } })
    const detail = async () => (await visitor().get<ProductDetail>(`/api/products/${product.slug}`)).data
    expect((await detail()).contents).toEqual(inFirst)
    const second = await aRelease(product.id, {
      version: '1.1',
      contents: inSecond,
      publishedAt: Date.now() - 1,
    })
    await aRelease(product.id, { version: '2.0', contents: inFirst, publishedAt: Date.now() + DAY })
    expect((await detail()).contents).toEqual(inSecond)
    await env.DB.prepare('UPDATE script_releases SET yanked_at = 1 WHERE id = ?').bind(second.id).run()
    expect((await detail()).contents).toEqual(inFirst)
  })

  test('lists its versions newest first, without yanked and unpublished ones', async () => {
    const product = await aProduct({
      release: { version: '1.0', changelog: 'First.', publishedAt: Date.now() - 9 * DAY },
    })
    const next = await aRelease(product.id, { version: '1.1', changelog: 'Second.', fileName: 'b.zip' })
    await aRelease(product.id, { version: '1.2', yankedAt: Date.now() })
    await aRelease(product.id, { version: '2.0', publishedAt: Date.now() + DAY })
    await aRelease(product.id, { version: '3.0', publishedAt: null })
    await aProduct({ release: { version: '9.9' } })
    const { data, text } = await visitor().get<ProductDetail>(`/api/products/${product.slug}`)
    expect(data.releases.map(({ version, changelog }) => [version, changelog])).toEqual([
      ['1.1', 'Second.'],
      ['1.0', 'First.'],
    ])
    expect(data.releases[0]).toEqual({
      version: '1.1',
      publishedAt: data.releasedAt,
      changelog: 'Second.',
      fileName: 'b.zip',
      fileSize: next.bytes.length,
      sha256: next.sha256,
      signedBy: null,
      logIndex: null,
      isSecurityUpdate: false,
    })
    expect(data.releaseCount).toBe(2)
    expect(text).not.toContain(next.scriptPath)
  })

  test('with a long history lists the newest releases and their total number', async () => {
    const product = await aProduct({ release: { version: '0', publishedAt: Date.now() - 99 * DAY } })
    for (let n = 1; n <= SHOWN_RELEASES; n++)
      await aRelease(product.id, { version: `${n}`, publishedAt: Date.now() - (90 - n) * DAY })
    const { data } = await visitor().get<ProductDetail>(`/api/products/${product.id}`)
    expect(data.releases.map(({ version }) => Number(version))).toEqual(
      Array.from({ length: SHOWN_RELEASES }, (_, index) => SHOWN_RELEASES - index),
    )
    expect(data.releaseCount).toBe(SHOWN_RELEASES + 1)
  })

  test('without a published release is still shown, with no file and no versions', async () => {
    const product = await aProduct({ release: { publishedAt: null } })
    expect((await visitor().get<ProductDetail>(`/api/products/${product.slug}`)).data).toMatchObject({
      id: product.id,
      fileName: null,
      fileVersion: null,
      sha256: null,
      contents: [],
      releases: [],
      releaseCount: 0,
    })
  })

  test('that is unknown or deleted gets 404', async () => {
    const hidden = await aProduct({ isDeleted: true })
    for (const id of ['0', '999999', 'no-such-slug', String(hidden.id), hidden.slug, '%27', '9'.repeat(20)]) {
      const answer = await visitor().get(`/api/products/${id}`)
      expect([answer.status, answer.message], id).toEqual([404, 'There is no such product.'])
    }
  })

  // spec: product-view
  test('never shows the storage path of its file, to visitors or admins', async () => {
    const admin = await aUser({ admin: true })
    const product = await aProduct()
    for (const path of [
      '/api/products?limit=100',
      `/api/products/${product.id}`,
      `/api/products/${product.slug}`,
    ]) {
      for (const who of [visitor(), admin]) {
        const { text, headers } = await who.get(path)
        expect(text).toContain(product.slug)
        expect(text).not.toContain(product.release.scriptPath)
        expect(text).not.toMatch(/script_?path|image_?path|releases\//i)
        expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      }
    }
  })
})
