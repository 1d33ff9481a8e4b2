import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { openDb } from '../../db/client.ts'
import { findProductBySql, listProductsBySql, listReleasesBySql } from '../../testing/catalogue/by-sql.ts'
import { aBundle, aProduct, aRelease } from '../../testing/products.ts'
import { unique } from '../../testing/shop.ts'
import { Catalogue } from './catalogue.ts'
import { readCatalogueRows } from './read-snapshot.ts'
import { readCursor } from './release-cursor-rules.ts'

const db = openDb(env.DB)
const now = Date.now()
const change = (sql: string, ...params: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...params)
    .run()

const NAMES = [
  'Éclair Farmer',
  'SCROLL planner 100%',
  'Ω_wallet "keys"',
  'straße ＦＵＬＬ',
  "it's a [chain], ok",
  'Plain',
]
const SEARCHES = [
  ...[
    'scroll',
    'SCROLL',
    'Éclair',
    'éclair',
    'ÉCLAIR',
    '100%',
    '%',
    '_',
    'Ω_WALLET',
    'ω_wallet',
    '"keys"',
    'STRASSE',
  ],
  ...[
    'straße',
    'ＦＵＬＬ',
    'ｆｕｌｌ',
    "it's",
    '[chain], ok',
    'python',
    'JavaScript',
    'node.js',
    'zkSync',
    '","',
    '["',
  ],
  ...['planner claims', 'nothing at all', ' ', '', 'é', '\u0130', 'i\u0307', '🪂', 'Claims what'],
]

/** A catalogue with every kind of product and release. */
beforeAll(async () => {
  const made = []
  for (const [index, name] of NAMES.entries()) {
    const product = await aProduct({ name: `${name} ${index}`, priceCents: 1000 + index })
    made.push(product)
    for (let n = 1; n <= index * 5; n++)
      await aRelease(product.id, {
        version: `1.${n}`,
        publishedAt: now - (40 - n) * DAY,
        changelog: unique('What changed 🪂'),
        contents: [{ path: `v${n}/main.py`, size: n }],
        isBeta: n % 4 === 3,
        yankedAt: n % 7 === 6 ? now - 5 : null,
        isSecurityUpdate: n % 5 === 1,
      })
  }
  const [first, second, third, fourth] = made.map(({ id }) => id)
  await change(
    `UPDATE script_releases SET language = 'javascript', chains = '["zkSync","Scroll"]' WHERE script_id = ?`,
    first,
  )
  await change(`UPDATE script_releases SET language = 'python', chains = '["*"]' WHERE script_id = ?`, second)
  await change(
    `UPDATE script_releases SET recorded_run = '{"command":"python3 a.py","output":"ok","table":null}' WHERE script_id IN (?, ?)`,
    first,
    third,
  )
  await change(
    `UPDATE release_scans SET scan = json_set(scan, '$.manifest', json('{"language":"python","hosts":["a.test"]}')), confirmed_at = 5,
     confirm_reason = 'Checked', undeclared_count = 2, texts = '[{"path":"x.py","text":"1"},{"path":"ReadMe.md","text":"# Hi"}]'
     WHERE release_id IN (SELECT id FROM script_releases WHERE script_id = ?)`,
    third,
  )
  await change(
    "UPDATE script_releases SET yanked_at = 7, yank_reason = 'It is broken', recall_advice = 'Delete it' WHERE script_id = ? AND version IN ('1.4', '1.8')",
    fourth,
  )
  await aRelease(made[4]?.id ?? 0, { version: '9-beta', isBeta: true, publishedAt: now - 1 })
  await aRelease(made[5]?.id ?? 0, { version: '9', publishedAt: now + DAY })
  const nothing = await aProduct({ release: { publishedAt: null } })
  const deleted = await aProduct({ isDeleted: true, name: 'scroll, deleted' })
  const beta = await aProduct({ release: { isBeta: true } })
  const [a, b, c, d] = made
  if (!a || !b || !c || !d) throw new Error('Not made')
  await aBundle([d, c, a], { name: 'Bundle of three' })
  await aBundle([a, c], { name: 'Bundle of two', isOffered: false })
  await aBundle([a, nothing], { name: 'Bundle that cannot be sold' })
  await aBundle([deleted, c, beta], { name: 'Bundle with a deleted product' })
})

describe('the catalogue in memory answers as SQL does', () => {
  const catalogueAt = async (at: number) => new Catalogue(await readCatalogueRows(db, at))

  test('every list, for any search, size and cursor', async () => {
    const catalogue = await catalogueAt(now)
    let matched = 0
    for (const q of [undefined, ...SEARCHES])
      for (const limit of [1, 3, 100])
        for (const cursor of [undefined, 2, 14, 10_000]) {
          const page = { limit, cursor, q }
          const found = catalogue.listProducts(page)
          expect(found, JSON.stringify(page)).toEqual(await listProductsBySql(db, page, now))
          if (q && limit === 100 && !cursor && found.products.length > 0) matched += 1
        }
    expect(matched, 'searches that find something').toBeGreaterThan(15)
  })

  test('every product, by its id and its slug, also before and after a release of the future', async () => {
    const { results } = await env.DB.prepare('SELECT id, slug FROM scripts').all<{
      id: number
      slug: string
    }>()
    expect(results.length).toBeGreaterThan(12)
    for (const at of [now, now - 20 * DAY, now + 2 * DAY]) {
      const catalogue = await catalogueAt(at)
      for (const one of [...results.flatMap(({ id, slug }) => [id, slug]), 0, 'none', 999_999])
        expect(catalogue.findProduct(one), `${one} at ${at}`).toEqual(await findProductBySql(db, one, at))
    }
  })

  test('every page of releases', async () => {
    for (const at of [now, now + 2 * DAY]) {
      const catalogue = await catalogueAt(at)
      for (const limit of [1, 7, 100]) {
        let cursor: string | null = ''
        while (cursor !== null) {
          const page = { limit, cursor: (cursor && readCursor(cursor)) || undefined }
          const found = catalogue.listReleases(page)
          expect(found).toEqual(await listReleasesBySql(db, page, at))
          cursor = found.nextCursor
        }
      }
      const nothing = { limit: 5, cursor: { publishedAt: 1, id: 1 } }
      expect(catalogue.listReleases(nothing)).toEqual(await listReleasesBySql(db, nothing, at))
    }
  })

  test('and says until when its answers hold', async () => {
    const { since, until } = await readCatalogueRows(db, now)
    expect([since, until]).toEqual([now - 1, now + DAY])
    expect((await readCatalogueRows(db, now + DAY)).since).toBe(now + DAY)
  })
})
