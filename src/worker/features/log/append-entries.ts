import { SECOND } from '#shared/core/time.ts'
import { checkpointText, readCheckpoint } from '#shared/log/checkpoint-rules.ts'
import { commit, type Db } from '../../db/client.ts'
import { acquireLease, releaseLease, renewLease } from '../../db/job-lease.ts'
import type { Config } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { type LogKey, logKeyOf } from '../../providers/log-key.ts'
import { type LogVault, logVault } from '../../providers/log-vault.ts'
import { restoreKeys } from './restore-keys.ts'
import { listNodes, readState } from './store.ts'
import { edgeIds, growTree, rootOf, type StoredNode } from './tree-rules.ts'
import { insertPlaced } from './writes.ts'

/** Entries of one batch. */
const PORTION = 50

/** Longer than a portion takes. */
const LEASE_MS = 60 * SECOND

/** Portions of one run, and runs of one call. The next sweep goes on. */
const MOST_PORTIONS = 10
const MOST_RUNS = 3

type Deps = { env: Env; db: Db; config: Config }
type Log = { db: Db; vault: LogVault; key: LogKey }

/**
 * Gives every waiting entry its place in the public log, and signs a checkpoint. One run at a time; does nothing while
 * another one is under way. The file store's copy is written first and decides: where the tables are behind it, they
 * were restored from a backup, and are brought up to it before anything is signed.
 * @throws Error where the tables contradict the file store: nothing is signed then
 */
export async function appendEntries({ env, db, config }: Deps, now: number): Promise<void> {
  const log = { db, vault: logVault(env.FILES), key: await logKeyOf(config) }
  for (let run = 0; run < MOST_RUNS; run += 1) {
    if (!(await runWithLease(log, now))) return
    // An entry that was enqueued while this run had the lease, after it had read the others.
    if ((await readState(db, 1)).pending.length === 0) return
  }
}

/** Places the waiting entries. False where another run has the lease. */
async function runWithLease(log: Log, now: number): Promise<boolean> {
  const lease = await acquireLease(log.db, 'log', LEASE_MS, Date.now())
  if (!lease) return false
  let completed = false
  try {
    for (let portion = 0; portion < MOST_PORTIONS; portion += 1) {
      if (portion > 0 && !(await renewLease(log.db, lease, Date.now()))) return false
      if (!(await appendPortion(log, now))) break
    }
    completed = true
  } finally {
    await releaseLease(log.db, lease, { completed }, Date.now())
  }
  return true
}

/** Places the next entries. Returns whether there may be more. */
async function appendPortion(log: Log, now: number): Promise<boolean> {
  const [{ size, pending }, signed] = await Promise.all([readState(log.db, PORTION), lastSigned(log)])
  if (signed !== null && signed.size > size) {
    await catchUp(log, size, signed, now)
    return true
  }
  if (pending.length === 0) return false
  const edge = await listNodes(log.db, edgeIds(size))
  await refuseContradiction(size, edge, signed)
  const entries = await placeInVault(log.vault, size, pending)
  const tree = await growTree(size, edge, entries)
  const checkpoint = { origin: log.key.name, size: size + entries.length, root: tree.root }
  const note = await log.vault.writeCheckpoint(
    checkpoint.size,
    await log.key.sign(checkpointText(checkpoint)),
  )
  const read = await readCheckpoint(note, log.key)
  if (read?.root !== tree.root)
    throw new Error(`The log has another checkpoint of ${checkpoint.size} entries`)
  // Entries that an interrupted run left in the file store may be unknown to a restored database.
  const found = entries.filter((entry) => !pending.includes(entry))
  await commit(log.db, [
    ...insertPlaced(log.db, entries, tree, { size: checkpoint.size, note }, now),
    ...restoreKeys(log.db, found),
  ])
  return pending.length === PORTION
}

type Signed = { note: string; size: number; root: string }

async function lastSigned({ vault, key }: Log): Promise<Signed | null> {
  const note = await vault.readLastCheckpoint()
  if (note === null) return null
  const checkpoint = await readCheckpoint(note, key)
  if (!checkpoint) throw new Error('The last checkpoint of the log was not signed by LOG_SIGNING_KEY')
  return { note, ...checkpoint }
}

/** @throws Error where the tables have entries that were not signed, or other ones */
async function refuseContradiction(
  size: number,
  edge: readonly StoredNode[],
  signed: Signed | null,
): Promise<void> {
  if ((signed?.size ?? 0) !== size) {
    throw new Error(`The tables have ${size} entries, the file store signed ${signed?.size ?? 0}`)
  }
  if (signed && (await rootOf(size, edge)) !== signed.root) {
    throw new Error(`The tables do not have the signed root of ${size} entries`)
  }
}

/** The next entries of a log whose tables lack entries that were signed. */
async function catchUp({ db, vault }: Log, size: number, signed: Signed, now: number): Promise<void> {
  const end = Math.min(signed.size, size + PORTION)
  const indexes = Array.from({ length: end - size }, (_, at) => size + at)
  const entries = await Promise.all(
    indexes.map(async (index) => {
      const entry = await vault.readEntry(index)
      if (entry === null) throw new Error(`Entry ${index} of the log is missing in the file store`)
      return entry
    }),
  )
  const tree = await growTree(size, await listNodes(db, edgeIds(size)), entries)
  if (end === signed.size && tree.root !== signed.root) {
    throw new Error(`The log's entries do not have the signed root of ${signed.size} entries`)
  }
  const checkpoint = end === signed.size ? { size: end, note: signed.note } : null
  await commit(db, [...insertPlaced(db, entries, tree, checkpoint, now), ...restoreKeys(db, entries)])
}

/**
 * Writes the entries to the next free places of the file store. Returns all entries from `size` on: a place that was
 * taken keeps its entry, which an interrupted run left there.
 */
async function placeInVault(vault: LogVault, size: number, pending: readonly string[]): Promise<string[]> {
  const placed: string[] = []
  let waiting = [...pending]
  while (waiting[0] !== undefined) {
    const entry = await vault.writeEntry(size + placed.length, waiting[0])
    placed.push(entry)
    waiting = waiting.filter((text) => text !== entry)
  }
  return placed
}
