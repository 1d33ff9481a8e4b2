import { expect } from 'vitest'
import type { ReconcileJob } from '#shared/recovery/contract.ts'
import { startRun } from '../features/recovery/reconcile.ts'
import type { Env } from '../providers/env.ts'
import { consume, depsOf, withPausedQueue } from './shop.ts'

const isPortion = (body: unknown): body is ReconcileJob => (body as ReconcileJob).type === 'reconcile'

/** A complete run, with all its portions through the real consumer. Returns the number of portions. */
export async function reconcile(since: number, base?: Env): Promise<{ runId: number; portions: number }> {
  const held = withPausedQueue()
  const bindings = { ...(base ?? held.bindings), JOBS: held.bindings.JOBS }
  const run = await startRun(depsOf(bindings), { actorId: null, since }, Date.now())
  let portions = 0
  for (let job = held.sent.find(isPortion); job; job = held.sent.find(isPortion)) {
    held.sent.splice(0)
    const { retryMessages } = await consume([job], {}, bindings)
    expect(retryMessages).toEqual([])
    portions += 1
  }
  return { runId: run.id, portions }
}
