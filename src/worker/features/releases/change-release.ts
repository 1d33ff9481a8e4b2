import { type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import { recallEntry, sealEntry, yankEntry } from '#shared/log/entry-rules.ts'
import type { DraftChange, NoticeJob } from '#shared/releases/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy, type Write } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { Env } from '../../providers/env.ts'
import { appendEntries } from '../log/append-entries.ts'
import { enqueueLogEntry, recallFile } from '../log/writes.ts'
import { discardQuietly } from './discard-objects.ts'
import { countDownloaders } from './downloaders.ts'
import { findRelease, type ReleaseRow } from './store.ts'
import { versionTaken } from './upload-file.ts'
import { abandonObject, changeRelease, deleteDraft, isUnchanged } from './writes.ts'

/**
 * Withdraws a release: it is neither offered nor downloadable any more, and its buyers get the release before. A
 * running announcement stops. Everybody who downloaded it is told at once. The public log reports it.
 * Returns the product's id, as the other functions here do. @throws Problem 404, 409
 */
export async function yankRelease(
  deps: CoreDeps,
  actor: Actor,
  id: number,
  reason: string,
  now: number,
): Promise<number> {
  const { db } = deps
  const release = await find(db, id)
  if (release.publishedAt === null) {
    throw new Problem(409, `Version ${release.version} is a draft: nobody has it. Delete it instead.`)
  }
  if (release.yankedAt !== null) throw new Problem(409, `Version ${release.version} is withdrawn already.`)
  const { people, unreachable } = await countDownloaders(db, release)
  const action = { action: 'release.yank' as const, after: { reason, people, unreachable } }
  const change = { yankedAt: now, yankReason: reason, notifiedAt: null, notifyCursor: 0 }
  const { scriptId, slug, version, sha256 } = release
  const entry = yankEntry({ product: { id: scriptId, slug }, version, sha256, reason }, now)
  const writes = [changeRelease(db, id, change), enqueueLogEntry(db, await sealEntry(entry), now)]
  await writeRelease(db, actor, release, action, writes, now)
  afterWithdrawal(deps, now)
  return scriptId
}

/**
 * Recalls a release: nobody must run its file. It is withdrawn for good, and with it every release of the same file.
 * Everyone who downloaded one of them is told at once why, and what to do (`advice`). The public log reports it.
 * Returns the product's id. @throws Problem 404, 409
 */
export async function recallRelease(
  deps: CoreDeps,
  actor: Actor,
  id: number,
  notice: { reason: string; advice: string },
  now: number,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await recallAsRead(deps, actor, id, notice, now)
    } catch (error) {
      // A withdrawal or a promotion at the same moment must not stop a recall: it is the safe direction.
      if (attempt === MOST_ATTEMPTS || !isChangedMeanwhile(error)) throw error
    }
  }
}

const MOST_ATTEMPTS = 3

async function recallAsRead(
  deps: CoreDeps,
  actor: Actor,
  id: number,
  { reason, advice }: { reason: string; advice: string },
  now: number,
): Promise<number> {
  const { db } = deps
  const release = await find(db, id)
  const { scriptId, slug, version, sha256 } = release
  if (release.publishedAt === null && release.publishRequestedAt === null) {
    throw new Problem(409, `Version ${version} is a draft: nobody has it. Delete it instead.`)
  }
  if (release.recallAdvice !== null) throw new Problem(409, `Version ${version} is recalled already.`)
  const { people, unreachable, sameFile } = await countDownloaders(db, release)
  const after = { reason, advice, people, unreachable, sameFile }
  const action = { action: 'release.recall' as const, after }
  const entry = recallEntry({ product: { id: scriptId, slug }, version, sha256, reason, advice }, now)
  const writes = [
    recallFile(db, { sha256, reason, advice }, now),
    enqueueLogEntry(db, await sealEntry(entry), now),
  ]
  await writeRelease(db, actor, release, action, writes, now)
  afterWithdrawal(deps, now)
  return scriptId
}

/** The log and the notices go on at once. After a failure, the sweeps of the next minute do. */
function afterWithdrawal(deps: CoreDeps, now: number): void {
  deps.later(appendEntries(deps, now))
  deps.later(deps.env.JOBS.send({ type: 'notify-downloaders' } satisfies NoticeJob))
}

/** @throws Problem 404; 409 it is no draft, or the version exists */
export async function changeDraft(
  db: Db,
  actor: Actor,
  id: number,
  change: DraftChange,
  now: number,
): Promise<number> {
  const release = await findDraft(db, id, 'changed')
  if (Object.keys(change).length === 0) return release.scriptId
  const { version, changelog, isBeta, isSecurityUpdate } = { ...pickTerms(release), ...change }
  const after = { version, changelog, isBeta, isSecurityUpdate }
  const entry = { action: 'release.update' as const, after }
  try {
    // The signature is one of the version.
    const unsigned = version === release.version ? {} : { signature: null, signedBy: null }
    const writes = [changeRelease(db, id, { ...after, ...unsigned })]
    await writeRelease(db, actor, release, entry, writes, now)
  } catch (error) {
    throw refusedBy(error, 'script_releases', 'script_id, script_releases.version')
      ? versionTaken(version, [version])
      : error
  }
  return release.scriptId
}

const pickTerms = ({ version, changelog, isBeta, isSecurityUpdate }: ReleaseRow) => ({
  version,
  changelog,
  isBeta,
  isSecurityUpdate,
})

/** Deletes a draft with its file. @throws Problem 404, 409 it is no draft */
export async function removeDraft(env: Env, db: Db, actor: Actor, id: number, now: number): Promise<number> {
  const release = await findDraft(db, id, 'deleted')
  const writes = [deleteDraft(db, id), abandonObject(db, release.scriptPath, actor.id)]
  await writeRelease(db, actor, release, { action: 'release.delete' }, writes, now)
  await discardQuietly(env, db, [release.scriptPath])
  return release.scriptId
}

async function find(db: Db, id: number): Promise<ReleaseRow> {
  const release = await findRelease(db, id)
  if (!release) throw noSuchRelease()
  return release
}

export const noSuchRelease = () => new Problem(404, 'There is no such release.')

async function findDraft(db: Db, id: number, what: string): Promise<ReleaseRow> {
  const release = await find(db, id)
  if (release.publishRequestedAt !== null) {
    throw new Problem(409, `Version ${release.version} is being published, so it cannot be ${what} any more.`)
  }
  if (release.publishedAt === null) return release
  throw new Problem(409, `Version ${release.version} was published, so it cannot be ${what} any more.`)
}

const CHANGED_MEANWHILE = 'Somebody else changed this release a moment ago. Please load it again.'
const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof Problem && error.message === CHANGED_MEANWHILE

/** Writes a change of a release with its audit entry. @throws Problem 409 it changed since it was read */
export async function writeRelease(
  db: Db,
  actor: Actor,
  release: ReleaseRow,
  { action, after, onlyIf }: { action: AuditAction; after?: Record<string, unknown>; onlyIf?: SQL },
  writes: Write[],
  now: number,
): Promise<void> {
  const { version, changelog, publishedAt, yankedAt, scriptId: product } = release
  const entry = {
    actorId: actor.id,
    action,
    onlyIf: onlyIf ? sql`${isUnchanged(release)} and ${onlyIf}` : isUnchanged(release),
    subject: `release:${release.id}`,
    before: { product, version, changelog, publishedAt, yankedAt },
    ip: actor.ip,
    now,
  }
  try {
    await commit(db, [noteAction(db, { ...entry, ...(after && { after }) }), ...writes])
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    throw new Problem(409, CHANGED_MEANWHILE)
  }
}
