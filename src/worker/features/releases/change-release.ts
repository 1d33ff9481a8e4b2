import type { AuditAction } from '#shared/audit/contract.ts'
import type { DraftChange } from '#shared/releases/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy, type Write } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { Env } from '../../providers/env.ts'
import { discardQuietly } from './discard-objects.ts'
import { countRecalled } from './recall-audience.ts'
import { findRelease, type ReleaseRow } from './store.ts'
import { versionTaken } from './upload-file.ts'
import { abandonObject, changeRelease, deleteDraft, isUnchanged } from './writes.ts'

/**
 * Publishes a draft, or a withdrawn release again. A withdrawn release keeps its publication date, so that the same
 * buyers are entitled to it and no buyer is notified twice. The announcement sweep announces the release, unless
 * `silent`. Returns the product's id, as the other functions here do. @throws Problem 404, 409
 */
export async function publishRelease(
  db: Db,
  actor: Actor,
  id: number,
  silent: boolean,
  now: number,
): Promise<number> {
  const release = await find(db, id)
  if (release.publishedAt !== null && release.yankedAt === null) {
    throw new Problem(409, `Version ${release.version} is published already.`)
  }
  const change =
    release.publishedAt === null
      ? { publishedAt: now, ...(silent && { announcedAt: now }) }
      : { yankedAt: null, yankReason: null, ...(silent && { announcedAt: now }) }
  const action = release.publishedAt === null ? 'release.publish' : 'release.restore'
  await write(db, actor, release, { action, after: { silent } }, [changeRelease(db, id, change)], now)
  return release.scriptId
}

/**
 * Withdraws a release: it is neither offered nor downloadable any more, and its buyers get the release before. A
 * running announcement stops. The announcement sweep notifies everybody who downloaded it. @throws Problem 404, 409
 */
export async function yankRelease(
  db: Db,
  actor: Actor,
  id: number,
  reason: string,
  now: number,
): Promise<number> {
  const release = await find(db, id)
  if (release.publishedAt === null) {
    throw new Problem(409, `Version ${release.version} is a draft: nobody has it. Delete it instead.`)
  }
  if (release.yankedAt !== null) throw new Problem(409, `Version ${release.version} is withdrawn already.`)
  const { people, unreachable } = await countRecalled(db, release)
  const action = { action: 'release.yank' as const, after: { reason, people, unreachable } }
  const change = { yankedAt: now, yankReason: reason, recalledAt: null, recallCursor: 0 }
  await write(db, actor, release, action, [changeRelease(db, id, change)], now)
  return release.scriptId
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
  const { version = release.version, changelog = release.changelog } = change
  const entry = { action: 'release.update' as const, after: { version, changelog } }
  try {
    await write(db, actor, release, entry, [changeRelease(db, id, { version, changelog })], now)
  } catch (error) {
    throw refusedBy(error, 'script_releases', 'script_id, script_releases.version')
      ? versionTaken(version, [version])
      : error
  }
  return release.scriptId
}

/** Deletes a draft with its file. @throws Problem 404, 409 it is no draft */
export async function removeDraft(env: Env, db: Db, actor: Actor, id: number, now: number): Promise<number> {
  const release = await findDraft(db, id, 'deleted')
  const writes = [deleteDraft(db, id), abandonObject(db, release.scriptPath, actor.id)]
  await write(db, actor, release, { action: 'release.delete' }, writes, now)
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
  if (release.publishedAt === null) return release
  throw new Problem(409, `Version ${release.version} was published, so it cannot be ${what} any more.`)
}

async function write(
  db: Db,
  actor: Actor,
  release: ReleaseRow,
  { action, after }: { action: AuditAction; after?: Record<string, unknown> },
  writes: Write[],
  now: number,
): Promise<void> {
  const { version, changelog, publishedAt, yankedAt, scriptId: product } = release
  const entry = {
    actorId: actor.id,
    action,
    onlyIf: isUnchanged(release),
    subject: `release:${release.id}`,
    before: { product, version, changelog, publishedAt, yankedAt },
    ip: actor.ip,
    now,
  }
  try {
    await commit(db, [noteAction(db, { ...entry, ...(after && { after }) }), ...writes])
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    throw new Problem(409, 'Somebody else changed this release a moment ago. Please load it again.')
  }
}
