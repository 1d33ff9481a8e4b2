import { desc, eq, lte, sql } from 'drizzle-orm'
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
    db.select({ slug: scripts.slug }).from(scripts).where(eq(scripts.id, scriptId)).limit(1),
    db
      .select({ version: scriptReleases.version })
      .from(scriptReleases)
      .where(eq(scriptReleases.scriptId, scriptId))
      .orderBy(desc(scriptReleases.id)),
  ])
  return script && { slug: script.slug, versions: versions.map(({ version }) => version) }
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

/** A stable security update of the same product that was published after this release and is offered. */
export const selectSecurityUpdateAfter = (db: Db, id: number) =>
  db
    .select({ version: scriptReleases.version })
    .from(scriptReleases)
    .where(
      sql`${scriptReleases.scriptId} = (select own.script_id from script_releases own where own.id = ${id})
        and ${scriptReleases.publishedAt} > (select own.published_at from script_releases own where own.id = ${id})
        and ${scriptReleases.yankedAt} is null and ${scriptReleases.isBeta} = 0 and ${scriptReleases.isSecurityUpdate} = 1`,
    )
    .limit(1)

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
