// The sample catalogue and the demo accounts of local runs. Safe to repeat: existing data is not changed.
import { createHash } from 'node:crypto'
import type { Miniflare } from 'miniflare'
import { packRelease } from '../seed/pack.ts'
import { products } from '../seed/products.ts'

const DAY = 86_400_000

export const DEMO_ACCOUNTS = [
  { username: 'demo', email: 'demo@windfall.example', password: 'demo-password', isAdmin: false },
  { username: 'admin', email: 'admin@windfall.example', password: 'admin-password', isAdmin: true },
]

export async function seed(miniflare: Miniflare, publicUrl: string): Promise<void> {
  const db = await miniflare.getD1Database('DB', 'windfall')
  await seedCatalogue(miniflare, db)
  for (const account of DEMO_ACCOUNTS) {
    await registerAccount(miniflare, publicUrl, account)
    if (account.isAdmin) {
      await db.prepare('UPDATE users SET is_admin = 1 WHERE username_key = ?').bind(account.username).run()
    }
  }
}

type Db = Awaited<ReturnType<Miniflare['getD1Database']>>

async function seedCatalogue(miniflare: Miniflare, db: Db): Promise<void> {
  const files = await miniflare.getR2Bucket('FILES', 'windfall')
  const now = Date.now()
  for (const product of products) {
    await db
      .prepare(
        `INSERT INTO scripts (id, slug, name, description, tier, category, price_cents, is_subscription, features, requirements, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      )
      .bind(
        product.id,
        product.slug,
        product.name,
        product.description,
        product.tier,
        product.category,
        product.priceCents,
        product.isSubscription ? 1 : 0,
        JSON.stringify(product.features),
        JSON.stringify(product.requirements),
        now,
        now,
      )
      .run()
    for (const release of product.releases) {
      const packed = packRelease(release.directory)
      const key = `releases/${packed.sha256}`
      await files.put(key, packed.bytes, {
        sha256: packed.sha256,
        httpMetadata: { contentType: packed.fileType },
      })
      await db
        .prepare(
          `INSERT INTO script_releases (script_id, version, script_path, file_name, file_size, file_type, sha256, contents, changelog, created_at, published_at, announced_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        )
        .bind(
          product.id,
          release.version,
          key,
          packed.fileName,
          packed.bytes.length,
          packed.fileType,
          packed.sha256,
          JSON.stringify(packed.contents),
          release.changelog,
          now,
          now - release.publishedDaysAgo * DAY,
          now,
        )
        .run()
    }
  }
}

/** Registers through the shop's API, so that a demo account is like any other account. 409: the account exists. */
async function registerAccount(
  miniflare: Miniflare,
  publicUrl: string,
  { username, email, password }: (typeof DEMO_ACCOUNTS)[number],
): Promise<void> {
  const response = await miniflare.dispatchFetch(`${publicUrl}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify({ username, email, password }),
  })
  if (!response.ok && response.status !== 409)
    throw new Error(`Demo account ${username}: ${await response.text()}`)
}

/** A hash that changes with the sample catalogue, its files or the demo accounts. */
export function seedFingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify([products, DEMO_ACCOUNTS]))
  for (const product of products)
    for (const { directory } of product.releases) hash.update(packRelease(directory).sha256)
  return hash.digest('hex')
}
