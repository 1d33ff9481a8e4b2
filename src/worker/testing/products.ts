import { env } from 'cloudflare:workers'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { openDb } from '../db/client.ts'
import { releaseScans, scriptReleases, scripts } from '../db/schema/catalogue.ts'
import { unique } from './shop.ts'

export type MadeRelease = {
  id: number
  version: string
  bytes: Uint8Array
  sha256: string
  scriptPath: string
}
export type MadeProduct = { id: number; slug: string; name: string; priceCents: number; release: MadeRelease }

type ReleaseInput = {
  version?: string
  bytes?: Uint8Array
  fileName?: string
  fileType?: string
  publishedAt?: number | null
  yankedAt?: number | null
  changelog?: string
  contents?: { path: string; size: number }[]
  /** True: the sweep still has to announce the release; default: it is announced. */
  unannounced?: boolean
  isBeta?: boolean
  isSecurityUpdate?: boolean
}

export async function aRelease(scriptId: number, input: ReleaseInput = {}): Promise<MadeRelease> {
  const bytes = input.bytes ?? new TextEncoder().encode(unique(`# the script of ${scriptId}\n`.repeat(3)))
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)).toHex()
  const scriptPath = `releases/${unique('file')}`
  await env.FILES.put(scriptPath, bytes)
  const [row] = await openDb(env.DB)
    .insert(scriptReleases)
    .values({
      scriptId,
      version: input.version ?? '1.0',
      scriptPath,
      fileName: input.fileName ?? 'script.zip',
      fileSize: bytes.length,
      fileType: input.fileType ?? 'application/zip',
      sha256,
      contents: input.contents ?? [],
      changelog: input.changelog ?? '',
      createdAt: Date.now(),
      publishedAt: input.publishedAt === undefined ? Date.now() - DAY : input.publishedAt,
      yankedAt: input.yankedAt ?? null,
      isBeta: input.isBeta ?? false,
      isSecurityUpdate: input.isSecurityUpdate ?? false,
      announcedAt: input.unannounced ? null : Date.now(),
    })
    .returning()
  if (!row) throw new Error('The release was not stored')
  await aCleanScan(row.id)
  return { id: row.id, version: row.version, bytes, sha256, scriptPath }
}

/** A scan that found nothing, so that the release can be published. */
const aCleanScan = (releaseId: number) =>
  openDb(env.DB)
    .insert(releaseScans)
    .values({
      releaseId,
      scan: { rules: 1, manifest: null, findings: [], findingCount: 0, lines: 1, files: 1 },
      texts: [],
      undeclaredCount: 0,
      scannedAt: Date.now(),
    })

/** Releases of the two plans: a plan without a file cannot be bought. */
export const stockPlans = () => Promise.all([aRelease(PREMIUM_ID), aRelease(LIFETIME_ID)])

/** A bundle of these products, as stored. */
export async function aBundle(
  products: readonly { id: number }[],
  input: { name?: string; priceCents?: number; isOffered?: boolean } = {},
): Promise<Omit<MadeProduct, 'release'>> {
  const slug = unique('bundle')
  const [row] = await openDb(env.DB)
    .insert(scripts)
    .values({
      slug,
      name: input.name ?? `Bundle ${slug}`,
      description: 'Several scripts at once.',
      category: 'Farming',
      priceCents: input.priceCents ?? 2900,
      features: ['Farms season targets'],
      bundledIds: products.map(({ id }) => id),
      isOffered: input.isOffered ?? true,
      createdAt: Date.now(),
      updatedAt: Date.now(),
    })
    .returning()
  if (!row) throw new Error('The bundle was not stored')
  return { id: row.id, slug, name: row.name, priceCents: row.priceCents }
}

/** A product with one published release of its own. */
export async function aProduct(
  input: {
    name?: string
    priceCents?: number
    isSubscription?: boolean
    trialDays?: number
    isDeleted?: boolean
    release?: ReleaseInput
  } = {},
): Promise<MadeProduct> {
  const slug = unique('script')
  const [row] = await openDb(env.DB)
    .insert(scripts)
    .values({
      slug,
      name: input.name ?? `Product ${slug}`,
      description: 'Claims what you have earned.',
      category: 'Farming',
      priceCents: input.priceCents ?? 1950,
      isSubscription: input.isSubscription ?? false,
      trialDays: input.trialDays ?? 0,
      isDeleted: input.isDeleted ?? false,
      features: ['Farms season targets'],
      createdAt: Date.now(),
      updatedAt: Date.now(),
    })
    .returning()
  if (!row) throw new Error('The product was not stored')
  const release = await aRelease(row.id, input.release)
  return { id: row.id, slug, name: row.name, priceCents: row.priceCents, release }
}
