import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ChangelogEntry } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { visitor } from '../../testing/clients.ts'
import { aProduct, aRelease } from '../../testing/products.ts'
import { SHOP } from '../../testing/shop.ts'

type ReleasePage = { status: number; data: ChangelogEntry[]; nextCursor: string | null }

/** The cursor of this list is text. */
const read = async (query = '') =>
  (await visitor().get<ChangelogEntry[]>(`/api/releases${query}`)) as unknown as ReleasePage

const namesOf = (entries: ChangelogEntry[]) =>
  entries.map(({ product, version }) => `${product.name} ${version}`)

// Withdraws the releases of earlier tests: each test reads the whole list.
beforeEach(async () => {
  await env.DB.prepare('UPDATE script_releases SET yanked_at = 1').run()
})

describe('the list of releases', () => {
  test('has all listed products, newest first, and leaves out releases that are not available', async () => {
    const now = Date.now()
    const a = await aProduct({ name: 'A', release: { version: '1', publishedAt: now - 5 * DAY } })
    const b = await aProduct({ name: 'B', release: { version: '1', publishedAt: now - 3 * DAY } })
    await aRelease(a.id, { version: '2', publishedAt: now - 2 * DAY, changelog: 'More.' })
    await aRelease(b.id, { version: '2', publishedAt: now - DAY, yankedAt: now })
    await aRelease(b.id, { version: '3', publishedAt: now + DAY })
    await aRelease(b.id, { version: '4', publishedAt: null })
    await aProduct({ name: 'Hidden', isDeleted: true })
    const { status, data, nextCursor } = await read()
    expect([status, nextCursor, namesOf(data)]).toEqual([200, null, ['A 2', 'B 1', 'A 1']])
    expect(data[0]).toEqual({
      id: expect.any(Number),
      product: { id: a.id, slug: a.slug, name: 'A', imageUrl: null },
      version: '2',
      publishedAt: new Date(now - 2 * DAY).toISOString(),
      changelog: 'More.',
      isSecurityUpdate: false,
      newerBeta: null,
    })
  })

  test('comes in pages with every release once, also with equal times and while others are published', async () => {
    const moment = Date.now() - 2 * DAY
    const product = await aProduct({ name: 'P', release: { version: '0', publishedAt: moment - DAY } })
    for (let n = 1; n <= 4; n++) await aRelease(product.id, { version: `${n}`, publishedAt: moment })
    const all = namesOf((await read()).data)
    expect(all).toEqual(['P 4', 'P 3', 'P 2', 'P 1', 'P 0'])

    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null && page < 9; page++) {
      const answer: ReleasePage = await read(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...namesOf(answer.data))
      cursor = answer.nextCursor
      await aRelease(product.id, { version: `new-${page}`, publishedAt: Date.now() - 1 })
    }
    expect(seen).toEqual(all)
  })

  test('refuses a malformed cursor', async () => {
    for (const cursor of ['', 'x', '5', '1-0', '-1-1', '1-1-1', `1-${'9'.repeat(16)}`, "1-1' or 1"])
      expect((await read(`?cursor=${encodeURIComponent(cursor)}`)).status, cursor).toBe(400)
    expect((await read('?cursor=1-1')).data).toEqual([])
  })
})

describe('the feed', () => {
  const feed = async () => {
    const response = await visitor().fetch('GET', '/api/releases/feed.xml')
    return { text: await response.text(), headers: response.headers }
  }

  test('is an Atom feed of the same releases, with absolute links', async () => {
    const product = await aProduct({ name: 'P', release: { version: '1.2', changelog: 'Better plans.' } })
    const { text, headers } = await feed()
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(headers.get('cache-control')).toContain('max-age')
    expect(text).toContain('<title>P 1.2</title>')
    expect(text).toContain('<content type="text">Better plans.</content>')
    expect(text).toContain(`href="${SHOP}/products/${product.slug}"`)
    const links = [...text.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '')
    expect(links.length).toBeGreaterThanOrEqual(3)
    expect(links.filter((link) => !link.startsWith(`${SHOP}/`))).toEqual([])
    const [{ publishedAt } = { publishedAt: '' }] = (await read()).data
    expect(text).toContain(`<updated>${publishedAt}</updated>`)
  })

  test('stays well-formed with markup and control characters in names and changelogs', async () => {
    await aProduct({
      name: `Tom & "Jerry" <b>'s`,
      release: { changelog: 'a ]]> b </content><entry> \u0000\u0008 c\n\u{1fa82} & <script>' },
    })
    const { text } = await feed()
    expect(text).toContain('<title>Tom &#38; &#34;Jerry&#34; &#60;b&#62;&#39;s 1.0</title>')
    expect(text).toContain(
      'a ]]&#62; b &#60;/content&#62;&#60;entry&#62;  c\n\u{1fa82} &#38; &#60;script&#62;',
    )
    const tags = [...text.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)].filter((match) => !match[3])
    const open: string[] = []
    for (const [, closing, name = ''] of tags) {
      if (closing) expect(open.pop()).toBe(name)
      else open.push(name)
    }
    expect(open).toEqual([])
  })

  test('has no entries while there is no release', async () => {
    const { text } = await feed()
    expect(text).not.toContain('<entry>')
    expect(text).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
  })
})
