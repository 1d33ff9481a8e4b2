import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { type RecordedRun, TIERS } from '#shared/catalogue/contract.ts'
import type { Risk, Scan, ShownText } from '#shared/scan/contract.ts'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
import { cents, flag, instant, oneOf } from './columns.ts'

export const scripts = sqliteTable(
  'scripts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    tier: text('tier', { enum: TIERS }).notNull().default('script'),
    category: text('category').notNull(),
    priceCents: cents('price_cents').notNull(),
    isSubscription: flag('is_subscription').notNull().default(false),
    /** Days without a charge at the start of a subscription by card, once per person; 0: none. */
    trialDays: integer('trial_days').notNull().default(0),
    features: text('features', { mode: 'json' }).$type<string[]>().notNull(),
    requirements: text('requirements', { mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    imageUrl: text('image_url'),
    /** R2 key of an uploaded image. */
    imagePath: text('image_path'),
    /** Until when the shop promises security updates to everybody who has the product; null: no day is promised. */
    securityUpdatesUntil: instant('security_updates_until'),
    isDeleted: flag('is_deleted').notNull().default(false),
    /** Of a bundle: the products that a buyer gets, in their order; null: the product is no bundle. */
    bundledIds: text('bundled_ids', { mode: 'json' }).$type<number[]>(),
    /** Of a bundle: the checkout of one of its products may offer it. */
    isOffered: flag('is_offered').notNull().default(true),
    /** Downloads of its files, without later parts of one; kept by a trigger on `downloads`. */
    downloadCount: integer('download_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('scripts_listed').on(t.isDeleted, t.id),
    check('scripts_price', sql`${t.priceCents} > 0`),
    check('scripts_tier', sql`${t.tier} in (${oneOf(TIERS)})`),
  ],
)

export const scriptReleases = sqliteTable(
  'script_releases',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id),
    version: text('version').notNull().default('1.0'),
    /** R2 key: immutable, generated, never leaves the server. */
    scriptPath: text('script_path').notNull().unique(),
    fileName: text('file_name').notNull(),
    fileSize: integer('file_size').notNull(),
    fileType: text('file_type').notNull(),
    sha256: text('sha256').notNull(),
    /** Hash of the archive's windfall.json, lower-case hex; null where it has none. */
    manifestSha256: text('manifest_sha256'),
    /** The publisher's signature of the release's statement (an SSHSIG blob in base64), and the key's fingerprint. */
    signature: text('signature'),
    signedBy: text('signed_by'),
    /** The place of its latest publication in the public log. */
    logIndex: integer('log_index'),
    /** When an admin published it. Until the entry has its place in the public log, the release is not published. */
    publishRequestedAt: instant('publish_requested_at'),
    /** When a download found that the stored bytes have another hash. Nobody gets the file until it is repaired. */
    damagedAt: instant('damaged_at'),
    /** The one folder that contains all files of the archive; '': none; null: uploaded before it was noted. */
    topFolder: text('top_folder'),
    contents: text('contents', { mode: 'json' }).$type<{ path: string; size: number }[]>().notNull(),
    changelog: text('changelog').notNull(),
    /** Offered only to owners who chose beta versions of the product. */
    isBeta: flag('is_beta').notNull().default(false),
    /** Included for every owner, also after their 3 months of updates. */
    isSecurityUpdate: flag('is_security_update').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    publishedAt: instant('published_at'),
    yankedAt: instant('yanked_at'),
    /** Why the release is withdrawn, for everyone who downloaded it to read. */
    yankReason: text('yank_reason'),
    /** What everyone who has its file must do, where the release was recalled; null: it was only withdrawn, or is offered. */
    recallAdvice: text('recall_advice'),
    /** When all downloaders had been notified of the withdrawal; the sweep notifies them in portions. */
    notifiedAt: instant('notified_at'),
    /** Progress of the notice: the last download, or −1 − the last recipient of a mailed link (see `progressOf`). */
    notifyCursor: integer('notify_cursor').notNull().default(0),
    /** When all recipients of announcements had been notified; the sweep notifies them in portions. */
    announcedAt: instant('announced_at'),
    /** Progress of the announcement: the last user, or −1 − the last of the second audience (see `progressOf`). */
    announceCursor: integer('announce_cursor').notNull().default(0),
    /** What its windfall.json declares, kept by triggers on `release_scans`; null: it declares nothing. */
    language: text('language').$type<Manifest['language']>(),
    chains: text('chains', { mode: 'json' }).$type<string[]>(),
    /** What a run of it with its example printed and wrote. */
    recordedRun: text('recorded_run', { mode: 'json' }).$type<RecordedRun>(),
  },
  (t) => [
    uniqueIndex('script_releases_version').on(t.scriptId, t.version),
    index('script_releases_current').on(t.scriptId, t.publishedAt),
    index('script_releases_recent').on(t.publishedAt, t.id),
    index('script_releases_unnotified')
      .on(t.yankedAt)
      .where(sql`${t.yankReason} is not null and ${t.notifiedAt} is null`),
    index('script_releases_recalled').on(t.id).where(sql`${t.recallAdvice} is not null`),
    index('script_releases_sha256').on(t.sha256),
    index('script_releases_unannounced').on(t.publishedAt).where(sql`${t.announcedAt} is null`),
    check('script_releases_sha256', sql`length(${t.sha256}) = 64`),
    check('script_releases_size', sql`${t.fileSize} > 0`),
  ],
)

/** What the scan of a release's code found. A draft without a row was uploaded before there were scans. */
export const releaseScans = sqliteTable(
  'release_scans',
  {
    releaseId: integer('release_id')
      .primaryKey()
      .references(() => scriptReleases.id, { onDelete: 'cascade' }),
    scan: text('scan', { mode: 'json' }).$type<Scan>().notNull(),
    /** The archive's README and SAFETY, and the first lines of its code files. */
    texts: text('texts', { mode: 'json' }).$type<ShownText[]>().notNull(),
    /** Findings that windfall.json does not declare. */
    undeclaredCount: integer('undeclared_count').notNull(),
    scannedAt: instant('scanned_at').notNull(),
    /** The admin who uploaded the archive: another one must confirm. */
    uploadedBy: integer('uploaded_by'),
    confirmedBy: integer('confirmed_by'),
    confirmedAt: instant('confirmed_at'),
    confirmReason: text('confirm_reason'),
    /** What it declared beyond the release before it, when it was published. */
    riskier: text('riskier', { mode: 'json' }).$type<Risk[]>().notNull().default(sql`'[]'`),
  },
  (t) => [check('release_scans_undeclared', sql`${t.undeclaredCount} >= 0`)],
)

/**
 * One row, which triggers change with everything that the public pages show (migrations/0035_catalogue-revision.sql). An
 * isolate that has another number reads the catalogue again.
 */
export const catalogueRevision = sqliteTable(
  'catalogue_revision',
  {
    id: integer('id').primaryKey(),
    /** Only grows: epoch milliseconds of the change, or one more than before. A restored database so never repeats one. */
    revision: integer('revision').notNull(),
  },
  (t) => [check('catalogue_revision_one', sql`${t.id} = 1`)],
)
