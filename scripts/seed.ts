// The sample catalogue and the demo accounts of local runs. Safe to repeat: existing data is not changed.
import { createHash } from 'node:crypto'
import type { Miniflare } from 'miniflare'
import { type PackedRelease, packRelease } from '../seed/pack.ts'
import { products } from '../seed/products.ts'
import { recordedRun } from '../seed/record.ts'
import { proposedDay, startOf } from '../src/shared/catalogue/security-promise-rules.ts'
import { statementText } from '../src/shared/catalogue/statement-rules.ts'
import type { LogEntry } from '../src/shared/log/contract.ts'
import { keyAddEntry, publishEntry, sealEntry } from '../src/shared/log/entry-rules.ts'
import { shownTexts } from '../src/shared/scan/archive-files.ts'
import { scanFiles } from '../src/shared/scan/scan-files.ts'
import type { Seller } from '../src/shared/seller/contract.ts'
import { type LocalPublisher, localPublisher } from './publisher-key.ts'

const DAY = 86_400_000

export const DEMO_ACCOUNTS = [
  { username: 'demo', email: 'demo@windfall.example', password: 'demo-password', isAdmin: false },
  { username: 'admin', email: 'admin@windfall.example', password: 'admin-password', isAdmin: true },
]

export async function seed(miniflare: Miniflare, publicUrl: string, stateDir: string): Promise<void> {
  const db = await miniflare.getD1Database('DB', 'windfall')
  await seedCatalogue(miniflare, db, await localPublisher(stateDir))
  // Gives the entries their places in the public log.
  const shop = await miniflare.getWorker('windfall')
  await shop.scheduled({ cron: '* * * * *' })
  for (const account of DEMO_ACCOUNTS) {
    await registerAccount(miniflare, publicUrl, account)
    if (account.isAdmin) {
      // Nobody can register the name "admin".
      await db
        .prepare(
          'UPDATE users SET is_admin = 1, username = ?1, username_key = ?1, username_skeleton = ?1 WHERE email_key = ?2',
        )
        .bind(account.username, account.email)
        .run()
    }
  }
}

type Db = Awaited<ReturnType<Miniflare['getD1Database']>>

async function seedCatalogue(miniflare: Miniflare, db: Db, publisher: LocalPublisher): Promise<void> {
  const files = await miniflare.getR2Bucket('FILES', 'windfall')
  const now = Date.now()
  await seedPublisher(db, publisher, now)
  await seedSeller(db, now)
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
    await db
      .prepare(
        'UPDATE scripts SET security_updates_until = ? WHERE id = ? AND security_updates_until IS NULL',
      )
      .bind(startOf(proposedDay(now)), product.id)
      .run()
    for (const release of product.releases) {
      const packed = packRelease(release.directory)
      const key = `releases/${packed.sha256}`
      const statement = {
        product: { id: product.id, slug: product.slug },
        version: release.version,
        sha256: packed.sha256,
        size: packed.bytes.length,
        manifest: packed.manifestSha256,
      }
      const signature = await publisher.sign(statementText(statement))
      await files.put(key, packed.bytes, {
        sha256: packed.sha256,
        httpMetadata: { contentType: packed.fileType },
      })
      await db
        .prepare(
          `INSERT INTO script_releases (script_id, version, script_path, file_name, file_size, file_type, sha256, contents, changelog, created_at, published_at, announced_at, signature, signed_by, manifest_sha256, top_folder)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (script_id, version) DO UPDATE
           SET signature = excluded.signature, signed_by = excluded.signed_by, manifest_sha256 = excluded.manifest_sha256, top_folder = excluded.top_folder WHERE sha256 = excluded.sha256 AND log_index IS NULL`,
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
          signature,
          publisher.fingerprint,
          packed.manifestSha256,
          packed.topFolder,
        )
        .run()
      await seedScan(db, packed, now)
      await logOnce(db, publishEntry({ ...statement, key: publisher.fingerprint, signature }, now), now)
    }
    await db
      .prepare(
        'UPDATE script_releases SET recorded_run = ? WHERE script_id = ? AND version = ? AND recorded_run IS NULL',
      )
      .bind(JSON.stringify(recordedRun(product)), product.id, product.releases.at(-1)?.version ?? '')
      .run()
  }
}

/** The scan of a sample, as an upload stores it. */
async function seedScan(db: Db, { sha256, files }: PackedRelease, now: number): Promise<void> {
  const scan = scanFiles(files)
  await db
    .prepare(
      `INSERT INTO release_scans (release_id, scan, texts, undeclared_count, scanned_at)
       SELECT r.id, ?2, ?3, ?4, ?5 FROM script_releases r WHERE r.script_path = ?1 ON CONFLICT DO NOTHING`,
    )
    .bind(
      `releases/${sha256}`,
      JSON.stringify(scan),
      JSON.stringify(shownTexts(files)),
      scan.findings.filter(({ isDeclared }) => !isDeclared).length,
      now,
    )
    .run()
}

/** Fictional, and says so: nobody sells anything in a local run. */
const SAMPLE_SELLER: Seller = {
  name: 'Example Seller',
  legalForm: 'fictional, for local runs',
  address: '1 Example Street\n00000 Exampleton',
  person: 'Alex Example',
  supportHours: 'Monday to Friday, 9:00 to 17:00 UTC',
  vatId: '',
}

async function seedSeller(db: Db, now: number): Promise<void> {
  await db
    .prepare(
      "INSERT INTO shop_settings (name, revision, value, created_at) VALUES ('seller', 1, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(JSON.stringify(SAMPLE_SELLER), now)
    .run()
}

/** The key that signs the samples. It is active at once: nobody buys from a local run. */
async function seedPublisher(db: Db, publisher: LocalPublisher, now: number): Promise<void> {
  const { line, fingerprint } = publisher
  const name = 'This local run'
  const { meta } = await db
    .prepare(
      'INSERT INTO publisher_keys (name, public_key, fingerprint, added_at, active_from) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .bind(name, line, fingerprint, now, now)
    .run()
  if (meta.changes > 0)
    await logOnce(db, keyAddEntry({ name, key: line, fingerprint, activeFrom: now }, now), now)
}

/** An entry for the public log, unless the log has one about the same file already. */
async function logOnce(db: Db, entry: LogEntry, now: number): Promise<void> {
  const { text, leaf } = await sealEntry(entry)
  await db
    .prepare(
      `INSERT INTO log_pending (entry, leaf, created_at) SELECT ?1, ?2, ?3 WHERE NOT EXISTS (
         SELECT 1 FROM log_entries e WHERE e.entry ->> '$.sha256' = ?1 ->> '$.sha256' AND e.entry ->> '$.type' = 'publish')`,
    )
    .bind(text, leaf, now)
    .run()
}

/** Registers through the shop's API, so that a demo account is like any other account. 409: the account exists. */
async function registerAccount(
  miniflare: Miniflare,
  publicUrl: string,
  { username, email, password, isAdmin }: (typeof DEMO_ACCOUNTS)[number],
): Promise<void> {
  const response = await miniflare.dispatchFetch(`${publicUrl}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify({ username: isAdmin ? `seeded-${username.length}` : username, email, password }),
  })
  if (!response.ok && response.status !== 409)
    throw new Error(`Demo account ${username}: ${await response.text()}`)
}

/** A hash that changes with the sample catalogue, its files or the demo accounts. */
export function seedFingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify([products, DEMO_ACCOUNTS, SAMPLE_SELLER]))
  for (const product of products) {
    hash.update(JSON.stringify(recordedRun(product)))
    for (const { directory } of product.releases) hash.update(packRelease(directory).sha256)
  }
  return hash.digest('hex')
}
