import { sql } from 'drizzle-orm'
import { nextVersion } from '#shared/catalogue/next-version.ts'
import type { UploadFields } from '#shared/releases/contract.ts'
import { safeFileName } from '#shared/releases/file-name-rules.ts'
import { NOT_A_ZIP } from '#shared/releases/terms.ts'
import { beginsAsZip } from '#shared/releases/zip-rules.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { Env } from '../../providers/env.ts'
import { insertScan, scanArchive } from '../scan/scan-release.ts'
import { checkZip } from './check-zip.ts'
import type { Upload } from './read-upload.ts'
import { storeObject } from './store-object.ts'
import { insertRelease, isUploaded } from './writes.ts'

const ZIP_TYPE = 'application/zip'

type Target = { id: number; slug: string; versions: readonly string[] }

/**
 * Makes a draft of the next release from an uploaded archive, after checking every byte and scanning its code. Memory
 * contains one copy of the upload, at most 25 MB, and the small files of it, unpacked, at most 8 MB.
 * @throws Problem 415 no ZIP, 422 a ZIP that is refused, 409 the version exists, 503 the store is down
 */
export async function uploadFile(
  env: Env,
  db: Db,
  actor: Actor,
  target: Target,
  { fileName: sentName, bytes }: Upload,
  { version: sentVersion, changelog, isBeta, isSecurityUpdate }: UploadFields,
  now: number,
): Promise<void> {
  const version = sentVersion || nextVersion(target.versions)
  if (target.versions.includes(version)) throw versionTaken(version, target.versions)
  if (!beginsAsZip(bytes)) throw new Problem(415, NOT_A_ZIP.message, { data: { title: NOT_A_ZIP.title } })
  const checked = await checkZip(bytes)
  if (!checked.ok) throw new Problem(422, checked.reason)
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)).toHex()
  const key = `releases/${sha256}/${crypto.randomUUID()}`
  const fileName = safeFileName(sentName, `${target.slug}-${version}`)
  const release = {
    scriptId: target.id,
    version,
    scriptPath: key,
    fileName,
    fileSize: bytes.length,
    fileType: ZIP_TYPE,
    sha256,
    contents: checked.contents,
    topFolder: checked.topFolder,
    manifestSha256: checked.manifestSha256,
    changelog,
    isBeta,
    isSecurityUpdate,
    createdAt: now,
  }
  const after = {
    product: target.id,
    version,
    fileName,
    fileSize: bytes.length,
    sha256,
    changelog,
    isBeta,
    isSecurityUpdate,
  }
  const subject = sql`'release:' || (select r.id from script_releases r where r.script_path = ${key})`
  const [action, onlyIf] = ['release.upload' as const, isUploaded(key)]
  const scanned = await scanArchive(checked.files)
  try {
    const writes = [
      insertRelease(db, release),
      insertScan(
        db,
        sql`(select r.id from script_releases r where r.script_path = ${key})`,
        scanned,
        actor.id,
        now,
      ),
      noteAction(db, { actorId: actor.id, action, onlyIf, subject, after, ip: actor.ip, now }),
    ]
    await storeObject(env, db, { key, bytes, sha256, contentType: ZIP_TYPE }, actor.id, writes, now)
  } catch (error) {
    if (refusedBy(error, 'script_releases', 'script_id, script_releases.version')) {
      throw versionTaken(version, [version, ...target.versions])
    }
    throw error
  }
}

/** A 409 with its message at the version field. */
export function versionTaken(version: string, versions: readonly string[]): Problem {
  const message = `There is already a version ${version} of this product. The next one would be ${nextVersion(versions)}.`
  return new Problem(409, message, { data: { fields: { version: message } } })
}
