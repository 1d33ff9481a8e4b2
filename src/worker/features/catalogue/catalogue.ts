import {
  type ChangelogEntry,
  type Product,
  type ProductDetail,
  SHOWN_RELEASES,
} from '#shared/catalogue/contract.ts'
import { toIso } from '#shared/core/time.ts'
import type { ScanSummary } from '#shared/scan/contract.ts'
import { confirmationOf } from '../scan/readiness-rules.ts'
import { isSellable } from './bundle-rules.ts'
import { imageUrlOf } from './image-url.ts'
import type { CatalogueRows } from './read-snapshot.ts'
import { type ReleaseCursor, writeCursor } from './release-cursor-rules.ts'
import { toProduct } from './views.ts'

type ProductPage = { limit: number; cursor?: number | undefined; q?: string | undefined }
type ReleasePage = { limit: number; cursor?: ReleaseCursor | undefined }
type Stable = CatalogueRows['stable'][number]
type Listed = { product: Product; row: CatalogueRows['listed'][number] }

/** The public catalogue as of one moment. Never changes: it is replaced. */
export class Catalogue {
  readonly #listed: Listed[]
  readonly #byId: ReadonlyMap<number, Listed>
  readonly #bySlug: ReadonlyMap<string, Listed>
  readonly #stableOf: ReadonlyMap<number, Stable[]>
  readonly #currentOf: ReadonlyMap<number, CatalogueRows['current'][number]>
  readonly #betaOf: ReadonlyMap<number, CatalogueRows['betas'][number]>

  constructor(private readonly rows: CatalogueRows) {
    this.#listed = rows.listed.map((row) => ({
      product: toProduct(row.script, row.release, row.bundled),
      row,
    }))
    this.#byId = new Map(this.#listed.map((one) => [one.product.id, one]))
    this.#bySlug = new Map(this.#listed.map((one) => [one.product.slug, one]))
    this.#stableOf = Map.groupBy(rows.stable, ({ scriptId }) => scriptId)
    this.#currentOf = new Map(rows.current.map((row) => [row.scriptId, row]))
    // Newest first: the first one of each product stays.
    this.#betaOf = new Map(rows.betas.toReversed().map((row) => [row.scriptId, row]))
  }

  /** Listed products in the order of their ids, after `cursor`. `q`: those with this text, in any case of A to Z. */
  listProducts({ limit, cursor = 0, q = '' }: ProductPage): {
    products: Product[]
    nextCursor: number | null
  } {
    const wanted = lowerAscii(q)
    const found: Product[] = []
    for (const { product, row } of this.#listed) {
      if (product.id <= cursor || !row.searched.includes(wanted)) continue
      if (found.length === limit) return { products: found, nextCursor: found.at(-1)?.id ?? null }
      found.push(product)
    }
    return { products: found, nextCursor: null }
  }

  /** A listed product by its id or slug. */
  findListed(idOrSlug: number | string): Product | undefined {
    return this.#find(idOrSlug)?.product
  }

  #find(idOrSlug: number | string): Listed | undefined {
    return typeof idOrSlug === 'number' ? this.#byId.get(idOrSlug) : this.#bySlug.get(idOrSlug)
  }

  /** A listed product with what its own page shows, by its id or slug; null: there is none. */
  findProduct(idOrSlug: number | string): ProductDetail | null {
    const found = this.#find(idOrSlug)
    if (!found) return null
    const { product, row } = found
    const { id } = product
    const releases = this.#stableOf.get(id) ?? []
    const current = this.#currentOf.get(id)
    const beta = this.#newerBeta(id, releases[0])
    return {
      ...product,
      contents: current?.contents ?? [],
      releases: releases.slice(0, SHOWN_RELEASES).map(toRelease),
      releaseCount: releases.length,
      beta: beta ? { version: beta.version, publishedAt: toIso(beta.publishedAt) } : null,
      scan: current ? toSummary(current) : null,
      run: current?.run ?? null,
      readme: current?.readme ?? null,
      downloads: row.script.downloadCount,
      bundles: this.#bundlesWith(id),
      runs: (row.script.bundledIds ?? []).flatMap((productId) => {
        const one = this.#currentOf.get(productId)
        return one?.run ? [{ productId, version: one.version, run: one.run }] : []
      }),
      recalled: this.rows.recalled
        .filter(({ scriptId }) => scriptId === id)
        .slice(0, SHOWN_RELEASES)
        .map(({ scriptId: _, ...one }) => ({ ...one, recalledAt: toIso(one.recalledAt) })),
    }
  }

  /** The releases of all listed products after `cursor`, newest first. */
  listReleases({ limit, cursor }: ReleasePage): { releases: ChangelogEntry[]; nextCursor: string | null } {
    const { stable } = this.rows
    const first = cursor ? stable.findIndex((release) => isBelow(release, cursor)) : 0
    const page = first === -1 ? [] : stable.slice(first, first + limit)
    const last = page.at(-1)
    const more = last !== undefined && first + limit < stable.length
    return {
      releases: page.map((release) => this.#toEntry(release)),
      nextCursor: more ? writeCursor(last) : null,
    }
  }

  #toEntry(release: Stable): ChangelogEntry {
    const { id, version, changelog, isSecurityUpdate } = release
    const { imagePath, ...named } = release.product
    const product = { ...named, imageUrl: imageUrlOf({ id: named.id, imagePath }) }
    const isCurrent = this.#stableOf.get(release.scriptId)?.[0] === release
    const newerBeta = isCurrent ? (this.#newerBeta(release.scriptId, release)?.version ?? null) : null
    const publishedAt = toIso(release.publishedAt)
    return { id, publishedAt, version, changelog, isSecurityUpdate, newerBeta, product }
  }

  #newerBeta(productId: number, current: Stable | undefined) {
    const beta = this.#betaOf.get(productId)
    return beta && beta.publishedAt > (current?.publishedAt ?? 0) ? beta : null
  }

  /** The bundles for sale that contain it, the smallest first. */
  #bundlesWith(productId: number): Product[] {
    return this.rows.listed
      .filter((row) => row.script.bundledIds?.includes(productId) && isSellable(row))
      .sort((a, b) => (a.script.bundledIds?.length ?? 0) - (b.script.bundledIds?.length ?? 0))
      .map(({ script, bundled }) => toProduct(script, null, bundled))
  }
}

/** As SQLite's lower(), with which the searched texts were made. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const isBelow = (release: ReleaseCursor, cursor: ReleaseCursor): boolean =>
  release.publishedAt < cursor.publishedAt ||
  (release.publishedAt === cursor.publishedAt && release.id < cursor.id)

const toRelease = ({ id: _, scriptId: __, product: ___, publishedAt, ...release }: Stable) => ({
  ...release,
  publishedAt: toIso(publishedAt),
})

function toSummary(current: CatalogueRows['current'][number]): ScanSummary | null {
  const { manifest, undeclaredCount, findingCount, lines, files } = current
  if (undeclaredCount === null) return null
  return {
    manifest: manifest === null ? null : JSON.parse(manifest),
    undeclaredCount,
    confirmation: confirmationOf(current),
    findingCount,
    lines,
    files,
  }
}
