import type { Statement } from '../../db/client.ts'
import { openDb } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { alertSupport } from '../staff/alert-support.ts'
import { ALERT_FROM, type CountedEvents, hourOf } from './rules.ts'
import { addRow, count, selectTotal } from './writes.ts'

/** Events of one batch: three statements each. */
const PORTION = 20
/** Batches that one request writes after its answer. */
const MAX_BATCHES = 20
/** Kinds of networks and accounts kept in memory. Beyond them events are counted without network and account. */
const MAX_WAITING = 500
/** A batch that takes longer belongs to a request that was ended. */
const PATIENCE_MS = 10_000

/** Events that are not written yet. Only plain values: they outlive the request that brought them. */
const waiting = new Map<string, CountedEvents>()
let writingSince = 0

/**
 * Counts an event in the table. While a batch is being written, further events of this isolate wait in memory and are
 * added up, so that an attack of any size has one batch at a time. @throws the database's error: these events are lost
 */
export async function countEvent(env: Env, event: Omit<CountedEvents, 'count'>): Promise<void> {
  addUp(event)
  if (writingSince > event.at - PATIENCE_MS) return
  writingSince = event.at
  try {
    for (let batch = 0; batch < MAX_BATCHES && waiting.size > 0; batch++) await writePortion(env)
  } finally {
    writingSince = 0
  }
}

function addUp(event: Omit<CountedEvents, 'count'>): void {
  const keyOf = ({ kind, userId, network, at }: typeof event) =>
    JSON.stringify([kind, userId, network, hourOf(at)])
  const isFull = waiting.size >= MAX_WAITING && !waiting.has(keyOf(event))
  const counted = isFull ? { ...event, userId: null, network: null } : event
  const before = waiting.get(keyOf(counted))?.count ?? 0
  waiting.set(keyOf(counted), { ...counted, count: before + 1 })
}

async function writePortion(env: Env): Promise<void> {
  const portion = [...waiting].slice(0, PORTION)
  for (const [key] of portion) waiting.delete(key)
  const db = openDb(env.DB)
  const [first, ...rest]: Statement[] = portion.flatMap(([, events]) => [
    addRow(db, events),
    count(db, events),
    selectTotal(db, events),
  ])
  if (!first) return
  const results = await db.batch([first, ...rest])
  for (const [index, [, events]] of portion.entries()) {
    const [{ total = 0 } = {}] = results[index * 3 + 2] as { total?: number }[]
    await alertFrom(env, events, total)
  }
}

async function alertFrom(env: Env, { kind, at }: CountedEvents, total: number): Promise<void> {
  if (total < (ALERT_FROM[kind] ?? Number.POSITIVE_INFINITY)) return
  const mail = { template: 'security-alert' as const, data: { kind, count: total, since: hourOf(at) } }
  await alertSupport(env, `security:${kind}`, mail, at)
}
