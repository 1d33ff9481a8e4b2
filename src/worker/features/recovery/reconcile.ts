import { DAY, MINUTE } from '#shared/core/time.ts'
import type { ReconcileJob } from '#shared/recovery/contract.ts'
import { MAX_RUN_DAYS, NIGHTLY_DAYS } from '#shared/recovery/contract.ts'
import { isBook, stageAfter, stagesOf } from '#shared/recovery/rules.ts'
import { commit } from '../../db/client.ts'
import { noteFindings } from '../../db/findings.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { allProviders, namedProvider } from '../../providers/payment-providers.ts'
import { compareBook, listAttention } from './compare-books.ts'
import { findDueSince, findLatestRun, findRun, type RunRow } from './store.ts'
import { walkProvider } from './walk-provider.ts'
import { countPortion, finishRun, insertRun, noteRun } from './writes.ts'

/** While an unfinished run is younger than this, a request returns that run instead of starting one. */
const UNDER_WAY_MS = 10 * MINUTE

/**
 * Starts a comparison of the providers with the payments, and of the payments with everything that depends on them.
 * Each portion is a queue message and an invocation of its own, so that neither a long list nor a large table exceeds
 * the platform's limits.
 */
export async function startRun(
  deps: ShopDeps,
  input: { actorId: number | null; ip?: string | null; since: number },
  now: number,
): Promise<RunRow> {
  const latest = await findLatestRun(deps.db)
  if (latest && latest.finishedAt === null && latest.startedAt > now - UNDER_WAY_MS) return latest
  const { actorId, ip = null, since } = input
  const start = insertRun(deps.db, { actorId, since, startedAt: now })
  const [[run]] =
    actorId === null
      ? await deps.db.batch([start])
      : await deps.db.batch([start, noteRun(deps.db, { id: actorId, ip }, since, now)])
  if (!run) throw new Error('The run was not stored')
  const [stage = 'finish'] = stagesOf(namesOf(deps))
  await deps.env.JOBS.send({ type: 'reconcile', runId: run.id, stage, after: 0 } satisfies ReconcileJob)
  return run
}

/** Starts the run of a night. It also covers the days of earlier nights whose run was lost or incomplete. */
export async function startNightly(deps: ShopDeps, now: number): Promise<RunRow> {
  const earliest = now - MAX_RUN_DAYS * DAY
  const due = Math.min(now, await findDueSince(deps.db, now))
  return startRun(deps, { actorId: null, since: Math.max(earliest, due - NIGHTLY_DAYS * DAY) }, now)
}

/** Runs one portion, then sends the message for the next one. A repeated portion changes only the run's counters. */
export async function continueRun(deps: ShopDeps, job: ReconcileJob, now: number): Promise<void> {
  const next = await runPortion(deps, job, now)
  if (next) await deps.env.JOBS.send(next)
}

/** Runs one portion. Returns the next one; null after the last one. */
export async function runPortion(
  deps: ShopDeps,
  { type, runId, stage, after }: ReconcileJob,
  now: number,
): Promise<ReconcileJob | null> {
  const { db } = deps
  const run = await findRun(db, runId)
  if (!run || run.finishedAt !== null) return null
  if (stage === 'finish') {
    await commit(db, finishRun(db, run, now))
    return null
  }
  const done = await compare(deps, run, stage, after, now)
  await commit(db, [countPortion(db, runId, done), ...noteFindings(db, done.found, now)])
  return done.next === null
    ? { type, runId, stage: stageAfter(stage, namesOf(deps)), after: 0 }
    : { type, runId, stage, after: done.next }
}

async function compare(deps: ShopDeps, run: RunRow, stage: string, after: number, now: number) {
  const books = { checked: 0, healed: 0, error: null }
  if (isBook(stage)) return { ...books, ...(await compareBook(deps.db, stage, after)) }
  if (stage === 'attention') return { ...books, found: await listAttention(deps.db), next: null }
  const provider = namedProvider(deps.providers, stage)
  return provider ? walkProvider(deps, provider, run.since, after, now) : { ...books, found: [], next: null }
}

const namesOf = ({ providers }: ShopDeps) => allProviders(providers).map(({ name }) => name)
