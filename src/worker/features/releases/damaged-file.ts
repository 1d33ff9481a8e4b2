import { sql } from 'drizzle-orm'
import { hashOf, toHex } from '#shared/core/bytes.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { Env } from '../../providers/env.ts'
import { fileVault } from '../../providers/file-vault.ts'
import { enqueueMails } from '../email/enqueue-mails.ts'
import { queueMailWhere } from '../email/writes.ts'
import { noSuchRelease } from './change-release.ts'
import type { Upload } from './read-upload.ts'
import { findDamaged } from './store.ts'
import { storeObject } from './store-object.ts'
import {
  abandonObject,
  isStillDamaged,
  isStillGood,
  isUploaded,
  markDamaged,
  replaceObject,
} from './writes.ts'

type Stored = { id: number; version: string; scriptPath: string }

/** Stops the downloads of a release whose stored bytes have another hash, and mails support. */
export async function reportDamage(deps: CoreDeps, release: Stored, now: number): Promise<void> {
  const { id, version, scriptPath } = release
  logError('damaged-file', { release: id, key: scriptPath })
  const key = `file-damaged:${id}:${now}`
  const mail = { template: 'file-damaged' as const, data: { releaseId: id, version } }
  const writes = [
    // Before the mark: of several downloads at once, one sends the mail.
    queueMailWhere(deps.db, { key, to: deps.config.supportEmail, mail, now }, isStillGood(release)),
    markDamaged(deps.db, release, now),
  ]
  await commit(deps.db, writes)
  await enqueueMails(deps.env, [key])
}

/**
 * Replaces the damaged file of a release by a copy of the same bytes. Returns the product's id.
 * @throws Problem 404; 409 it is not damaged; 422 the copy is another file; 503 the store is down
 */
export async function replaceDamaged(
  env: Env,
  db: Db,
  actor: Actor,
  id: number,
  { bytes }: Pick<Upload, 'bytes'>,
  now: number,
): Promise<number> {
  const release = await findOrRefuse(db, id)
  const sha256 = toHex(await hashOf(bytes))
  if (sha256 !== release.sha256) {
    throw new Problem(
      422,
      `This is another file: its SHA-256 is ${sha256}. Choose the file that was uploaded as version ${release.version}.`,
    )
  }
  const key = `releases/${sha256}/${crypto.randomUUID()}`
  const writes = [
    noteAction(db, {
      ...entryOf(actor, release, now),
      onlyIf: sql`${isUploaded(key)} and ${isStillDamaged(release)}`,
    }),
    replaceObject(db, id, key),
    abandonObject(db, release.scriptPath, actor.id),
  ]
  await storeObject(env, db, { key, bytes, sha256, contentType: release.fileType }, actor.id, writes, now)
  return release.scriptId
}

/**
 * Reads the stored file again, and offers it where its bytes are right. Returns the product's id.
 * @throws Problem 404; 409 it is not damaged, or still is; 503 the store is down
 */
export async function checkDamaged(env: Env, db: Db, actor: Actor, id: number, now: number): Promise<number> {
  const release = await findOrRefuse(db, id)
  if ((await storedHash(env, release)) !== release.sha256) {
    throw new Problem(409, `The stored file of version ${release.version} is still damaged. Upload a copy.`)
  }
  await commit(db, [
    noteAction(db, { ...entryOf(actor, release, now), onlyIf: isStillDamaged(release) }),
    replaceObject(db, id, release.scriptPath),
  ])
  return release.scriptId
}

/**
 * The stored bytes of a release, in memory.
 * @throws Problem 503 the store is down, or has other bytes: their downloads stop, and support is mailed
 */
export async function readGenuine(
  deps: CoreDeps,
  release: Stored & { sha256: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { version, scriptPath: key } = release
  const bytes = await readBytes(deps.env, key)
  if (toHex(await hashOf(bytes)) === release.sha256) return bytes
  await reportDamage(deps, release, Date.now())
  throw new Problem(503, `The stored file of version ${version} is damaged. We know, and are repairing it.`)
}

async function readBytes(env: Env, key: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const stored = await fileVault(env.FILES).read(key, null)
    if (stored) return new Uint8Array(await stored.arrayBuffer())
  } catch (error) {
    logError('damaged-file', { key, error })
  }
  throw new Problem(
    503,
    'The file store is not answering. Nothing was changed; please try again in a moment.',
  )
}

/** SHA-256 of a stored file, lower-case hex. */
export async function hashStored({ body }: R2ObjectBody): Promise<string> {
  const digest = new crypto.DigestStream('SHA-256')
  await body.pipeTo(digest)
  return toHex(new Uint8Array(await digest.digest))
}

async function storedHash(env: Env, { scriptPath }: Stored): Promise<string | null> {
  try {
    const object = await fileVault(env.FILES).read(scriptPath, null)
    if (!object) return null
    return await hashStored(object)
  } catch (error) {
    logError('damaged-file', { key: scriptPath, error })
    throw new Problem(503, 'The file store is not answering. Please try again in a moment.')
  }
}

async function findOrRefuse(db: Db, id: number) {
  const [release] = await findDamaged(db, id)
  if (!release) throw noSuchRelease()
  if (release.damagedAt === null)
    throw new Problem(409, `The file of version ${release.version} is not damaged.`)
  return release
}

const entryOf = (actor: Actor, { id, version, scriptId }: { scriptId: number } & Stored, now: number) => ({
  actorId: actor.id,
  action: 'release.repair' as const,
  subject: `release:${id}`,
  after: { product: scriptId, version },
  ip: actor.ip,
  now,
})
