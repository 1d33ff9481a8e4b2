import { desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { uploads } from '../../db/schema/admin.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { isRecalled } from '../log/writes.ts'

export async function findScript(db: Db, id: number) {
  const [script] = await db.select().from(scripts).where(eq(scripts.id, id)).limit(1)
  return script
}

/** A product with the versions it has, the newest upload first. */
export async function findForUpload(db: Db, scriptId: number) {
  const [[script], versions] = await db.batch([
    db
      .select({ slug: scripts.slug, bundledIds: scripts.bundledIds })
      .from(scripts)
      .where(eq(scripts.id, scriptId))
      .limit(1),
    db
      .select({ version: scriptReleases.version })
      .from(scriptReleases)
      .where(eq(scriptReleases.scriptId, scriptId))
      .orderBy(desc(scriptReleases.id)),
  ])
  return (
    script && {
      slug: script.slug,
      isBundle: script.bundledIds !== null,
      versions: versions.map(({ version }) => version),
    }
  )
}

export const selectRelease = (db: Db, id: number) =>
  db
    .select({
      id: scriptReleases.id,
      scriptId: scriptReleases.scriptId,
      version: scriptReleases.version,
      changelog: scriptReleases.changelog,
      isBeta: scriptReleases.isBeta,
      isSecurityUpdate: scriptReleases.isSecurityUpdate,
      scriptPath: scriptReleases.scriptPath,
      fileName: scriptReleases.fileName,
      sha256: scriptReleases.sha256,
      publishedAt: scriptReleases.publishedAt,
      yankedAt: scriptReleases.yankedAt,
      recallAdvice: scriptReleases.recallAdvice,
      isFileRecalled: isRecalled(sql`${scriptReleases.sha256}`).mapWith(Boolean).as('is_file_recalled'),
      publishRequestedAt: scriptReleases.publishRequestedAt,
      fileSize: scriptReleases.fileSize,
      manifestSha256: scriptReleases.manifestSha256,
      signature: scriptReleases.signature,
      signedBy: scriptReleases.signedBy,
      slug: scripts.slug,
    })
    .from(scriptReleases)
    .innerJoin(scripts, eq(scripts.id, scriptReleases.scriptId))
    .where(eq(scriptReleases.id, id))
    .limit(1)

/**
 * The security update `n` came after this release, for everyone: it is offered, or is as soon as its publication has its
 * place in the public log.
 */
const isSecurityUpdateAfter = (id: number): SQL =>
  sql`n.script_id = (select own.script_id from script_releases own where own.id = ${id}) and n.id <> ${id}
    and coalesce(n.publish_requested_at, n.published_at) > (select own.published_at from script_releases own where own.id = ${id})
    and n.is_security_update = 1 and n.recall_advice is null
    and (n.yanked_at is null or n.publish_requested_at is not null)
    and (n.is_beta = 0 or (n.published_at is not null and n.yanked_at is null and n.publish_requested_at is not null))`

export const selectSecurityUpdateAfter = (db: Db, id: number) =>
  db
    .select({ version: scriptReleases.version })
    .from(scriptReleases)
    .where(
      sql`${scriptReleases.id} in (select n.id from script_releases n where ${isSecurityUpdateAfter(id)})`,
    )
    .limit(1)

/** No security update came after this release: offered to everyone, it hides none. */
export const hidesNoSecurityUpdate = (id: number): SQL =>
  sql`not exists (select 1 from script_releases n where ${isSecurityUpdateAfter(id)})`

export type ReleaseRow = Awaited<ReturnType<typeof selectRelease>>[number]

export const findRelease = async (db: Db, id: number): Promise<ReleaseRow | undefined> =>
  (await selectRelease(db, id))[0]

export const findDamaged = (db: Db, id: number) =>
  db
    .select({
      id: scriptReleases.id,
      scriptId: scriptReleases.scriptId,
      version: scriptReleases.version,
      scriptPath: scriptReleases.scriptPath,
      fileType: scriptReleases.fileType,
      sha256: scriptReleases.sha256,
      damagedAt: scriptReleases.damagedAt,
    })
    .from(scriptReleases)
    .where(eq(scriptReleases.id, id))
    .limit(1)

/** Keys of uploads that began up to this moment and whose objects are not used. */
export async function listAbandoned(db: Db, until: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(lte(uploads.createdAt, until))
    .orderBy(sql`${uploads.createdAt}`)
    .limit(limit)
  return rows.map(({ key }) => key)
}
