import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { uploads } from '../../db/schema/admin.ts'
import { scriptReleases } from '../../db/schema/catalogue.ts'
import type { ReleaseRow } from './store.ts'

/** `created_at` of an upload that was given up: no batch may use its object, and the sweep deletes the object. */
const GIVEN_UP = 0

/** Written before the bytes, so that the object is known after any failure. */
export const insertUpload = (db: Db, upload: { key: string; actorId: number; createdAt: number }) =>
  db.insert(uploads).values(upload)

/** An object that nothing references after this batch: the sweep deletes it. */
export const abandonObject = (db: Db, key: string, actorId: number) =>
  insertUpload(db, { key, actorId, createdAt: GIVEN_UP })

/** Belongs in the batch that uses the object. */
export const finishUpload = (db: Db, key: string) => db.delete(uploads).where(eq(uploads.key, key))

/** The upload is neither finished nor given up. */
export const isUploaded = (key: string): SQL =>
  sql`exists (select 1 from uploads u where u.key = ${key} and u.created_at > ${GIVEN_UP})`

/** After this no batch can use the objects. Returns the keys, except those of objects that a batch has used already. */
export const giveUp = (db: Db, keys: string[]) =>
  db
    .update(uploads)
    .set({ createdAt: GIVEN_UP })
    .where(inList(uploads.key, keys))
    .returning({ key: uploads.key })

export const forgetUploads = (db: Db, keys: string[]) => db.delete(uploads).where(inList(uploads.key, keys))

export const insertRelease = (db: Db, release: typeof scriptReleases.$inferInsert) =>
  db.insert(scriptReleases).values(release)

export const changeRelease = (db: Db, id: number, change: Partial<typeof scriptReleases.$inferInsert>) =>
  db.update(scriptReleases).set(change).where(eq(scriptReleases.id, id))

export const deleteDraft = (db: Db, id: number) =>
  db.delete(scriptReleases).where(and(eq(scriptReleases.id, id), sql`${scriptReleases.publishedAt} is null`))

/** Nothing is changed where the object was replaced since, or is known as damaged. */
export const markDamaged = (db: Db, { id, scriptPath }: { id: number; scriptPath: string }, now: number) =>
  db
    .update(scriptReleases)
    .set({ damagedAt: now })
    .where(
      and(
        eq(scriptReleases.id, id),
        eq(scriptReleases.scriptPath, scriptPath),
        isNull(scriptReleases.damagedAt),
      ),
    )

/** The release has this object, which is not known as damaged. */
export const isStillGood = ({ id, scriptPath }: { id: number; scriptPath: string }): SQL =>
  sql`exists (select 1 from script_releases r
    where r.id = ${id} and r.script_path = ${scriptPath} and r.damaged_at is null)`

export const isStillDamaged = ({ id, scriptPath }: { id: number; scriptPath: string }): SQL =>
  sql`exists (select 1 from script_releases r
    where r.id = ${id} and r.script_path = ${scriptPath} and r.damaged_at is not null)`

/** The release's file is this object, whose bytes were checked. */
export const replaceObject = (db: Db, id: number, scriptPath: string) =>
  changeRelease(db, id, { scriptPath, damagedAt: null })

/** The release has not changed since it was read. */
export const isUnchanged = (seen: ReleaseRow): SQL =>
  sql`exists (select 1 from script_releases r where r.id = ${seen.id} and r.version = ${seen.version}
    and r.changelog = ${seen.changelog} and r.is_beta = ${seen.isBeta ? 1 : 0}
    and r.is_security_update = ${seen.isSecurityUpdate ? 1 : 0} and r.signature is ${seen.signature}
    and r.published_at is ${seen.publishedAt} and r.yanked_at is ${seen.yankedAt}
    and r.publish_requested_at is ${seen.publishRequestedAt} and r.recall_advice is ${seen.recallAdvice})`
