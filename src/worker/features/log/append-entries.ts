import { SECOND } from '#shared/core/time.ts'
import { checkpointText, readCheckpoint } from '#shared/log/checkpoint-rules.ts'
import { type Db, statementsOf, type Write } from '../../db/client.ts'
import { acquisition, leaseOf, releaseLease, renewal } from '../../db/job-lease.ts'
import type { Config } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { type LogKey, logKeyOf } from '../../providers/log-key.ts'
import { type LogVault, logVault } from '../../providers/log-vault.ts'
import { restoreKeys } from './restore-keys.ts'
import { type LogState, selectState, stateOf } from './store.ts'
import { growTree, rootOf, type StoredNode } from './tree-rules.ts'
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
    // An entry may be enqueued while this run has the lease, after it has read the others.
    if (!(await runWithLease(log, now))) return
  }
}

/**
 * Places the waiting entries, with one read and one write for each portion. Returns whether other entries wait by then;
 * false where another run has the lease.
 */
async function runWithLease(log: Log, now: number): Promise<boolean> {
  const { db } = log
  const [acquired, ...read] = await db.batch([
    acquisition(db, 'log', LEASE_MS, Date.now()),
    ...selectState(db, PORTION),
  ])
  const lease = leaseOf(acquired, LEASE_MS)
  if (!lease) return false
  let state = stateOf(read)
  let isReleased = false
  try {
    for (let portion = 0; portion < MOST_PORTIONS; portion += 1) {
      const { writes, isLast } = await nextPortion(log, state, now)
      const [held, ...results] = await db.batch([
        isLast ? releaseLease(db, lease, { completed: true }, Date.now()) : renewal(db, lease, Date.now()),
        ...statementsOf(writes),
        ...selectState(db, PORTION),
      ])
      state = stateOf(results)
      isReleased = isLast
      if (isLast) return state.pending.length > 0
      if (held.length === 0) return false
    }
    return false
  } finally {
    if (!isReleased) await releaseLease(db, lease, { completed: false }, Date.now())
  }
}

type Portion = { writes: Write[]; isLast: boolean }

/** Signs the next entries in the file store. Returns the writes that bring the tables up to it. */
async function nextPortion(log: Log, { size, edge, pending }: LogState, now: number): Promise<Portion> {
  const signed = await lastSigned(log)
  if (signed !== null && signed.size > size) {
    return { writes: await catchUp(log, size, edge, signed, now), isLast: false }
  }
  if (pending.length === 0) return { writes: [], isLast: true }
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
  const writes = [
    ...insertPlaced(log.db, entries, tree, { size: checkpoint.size, note }, now),
    ...restoreKeys(log.db, found),
  ]
  return { writes, isLast: pending.length < PORTION }
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

/** The writes for the next entries of a log whose tables lack entries that were signed. */
async function catchUp(
  { db, vault }: Log,
  size: number,
  edge: readonly StoredNode[],
  signed: Signed,
  now: number,
): Promise<Write[]> {
  const end = Math.min(signed.size, size + PORTION)
  const indexes = Array.from({ length: end - size }, (_, at) => size + at)
  const entries = await Promise.all(
    indexes.map(async (index) => {
      const entry = await vault.readEntry(index)
      if (entry === null) throw new Error(`Entry ${index} of the log is missing in the file store`)
      return entry
    }),
  )
  const tree = await growTree(size, edge, entries)
  if (end === signed.size && tree.root !== signed.root) {
    throw new Error(`The log's entries do not have the signed root of ${signed.size} entries`)
  }
  const checkpoint = end === signed.size ? { size: end, note: signed.note } : null
  return [...insertPlaced(db, entries, tree, checkpoint, now), ...restoreKeys(db, entries)]
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
