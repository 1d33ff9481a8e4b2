import { DAY } from '#shared/core/time.ts'
import { readCheckpoint } from '#shared/log/checkpoint-rules.ts'
import { logError } from '../../core/log-error.ts'
import type { Db } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { logKeyOf } from '../../providers/log-key.ts'
import { logVault } from '../../providers/log-vault.ts'
import { queueMailOnce } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmailOnce } from '../notifications/writes.ts'
import { listNodes, readSize, selectLeaves } from './store.ts'
import { edgeIds, growTree, type StoredNode } from './tree-rules.ts'

/** Entries of one query. */
const PORTION = 500

type Deps = Pick<CoreDeps, 'env' | 'db' | 'config'>

/**
 * Computes the public log again from its entries, and compares it with the last checkpoint that was signed. Returns
 * what does not match; null: everything does.
 */
export async function findLogMismatch({ env, db, config }: Deps): Promise<string | null> {
  const note = await logVault(env.FILES).readLastCheckpoint()
  const size = await readSize(db)
  if (note === null)
    return size === 0 ? null : `The tables have ${size} entries, and no checkpoint was signed`
  const signed = await readCheckpoint(note, await logKeyOf(config))
  if (!signed) return 'The last checkpoint was not signed by LOG_SIGNING_KEY'
  if (signed.size !== size) return `The tables have ${size} entries, the last checkpoint has ${signed.size}`
  let edge: StoredNode[] = []
  let root = ''
  for (let from = 0; from < size; from += PORTION) {
    const rows = await selectLeaves(db, from, from + PORTION)
    const tree = await growTree(
      from,
      edge,
      rows.map(({ entry }) => entry),
    )
    const changed = tree.leaves.find(({ leaf, index }) => rows[index - from]?.leaf !== leaf)
    if (changed) return `Entry ${changed.index} was changed`
    if (await differs(db, tree.nodes)) return 'A stored hash of the tree was changed'
    edge = edgeOf([...edge, ...tree.nodes], from + rows.length)
    root = tree.root
  }
  return root === signed.root ? null : 'The entries do not have the signed root'
}

/** The nodes of `known` that a tree of this size needs to grow. */
const edgeOf = (known: readonly StoredNode[], size: number): StoredNode[] => {
  const ids = new Set(edgeIds(size))
  return known.filter(({ id }) => ids.has(id))
}

async function differs(db: Db, nodes: readonly StoredNode[]): Promise<boolean> {
  const rows = await listNodes(
    db,
    nodes.map(({ id }) => id),
  )
  const stored = new Map(rows.map(({ id, hash }) => [id, hash]))
  return nodes.some(({ id, hash }) => stored.get(id) !== hash)
}

/** Compares the public log with its last checkpoint, and mails support about a mismatch, once a day. */
export async function checkLog(deps: Deps, now: number): Promise<void> {
  // An entry that is placed between two of its reads looks like a mismatch: only what is found twice is one.
  const first = await findLogMismatch(deps)
  const problem = first && (await findLogMismatch(deps))
  if (problem === null) return
  logError('check-log', { problem })
  const key = `log-mismatch:${Math.floor(now / DAY)}`
  const mail = { template: 'log-mismatch' as const, data: { problem } }
  const writes = [
    queueMailOnce(deps.db, { key, to: deps.config.supportEmail, mail, now }),
    enqueueEmailOnce(deps.db, { key: `${key}:1`, deliveryKey: key, now }),
  ]
  await commitAndDispatch(deps, writes, now)
}
