import { listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { SECOND } from '../core/time.ts'
import '../providers/env.ts'
import { secretsInAudit } from './audit-secrets.ts'
import './no-backoff.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** In the order in which they are applied. */
      TEST_MIGRATIONS: { name: string; sql: string }[]
    }
  }
  var testFileBeganAt: number | undefined
  var testFilesBegun: number | undefined
}

/** workerd evicts an object that nobody called for 10 seconds. */
const SAFE_FROM_EVICTION = 8 * SECOND

async function wakeAll(namespace: unknown): Promise<void> {
  const objects = namespace as DurableObjectNamespace
  const ids = await listDurableObjectIds(objects)
  await Promise.all(ids.map((id) => runInDurableObject(objects.get(id), () => undefined)))
}

/**
 * Empties the state that the last test file left: the files of a run share a few workerd processes. `reset` deletes only
 * the objects that are in memory, so those that were evicted are called first.
 */
async function emptyState(): Promise<void> {
  const lasted = performance.now() - (globalThis.testFileBeganAt ?? 0)
  await Promise.all([
    env.DB.prepare('SELECT 1').run(),
    env.FILES.head('nothing'),
    env.SANDBOX?.fetch('http://shop.test/sandbox/faults.json'),
    // The tests of the hubs evict them on purpose.
    ...[env.USER_HUB, env.ADMIN_HUB].map(wakeAll),
    ...(lasted < SAFE_FROM_EVICTION ? [] : [wakeAll(env.RATE_LIMITER)]),
  ])
  await reset()
  globalThis.testFileBeganAt = performance.now()
}

/** What mails and jobs are named by. */
const NAMING = ['users', 'payments', 'subscriptions', 'refunds', 'reconciliation_runs']
const IDS_PER_FILE = 1000

/**
 * `reset` does not empty the queues: a job that an earlier file left to be tried again comes here. Each file's ids begin
 * where no earlier file had any, so that the job finds nothing of its name.
 */
async function moveIds(): Promise<void> {
  const begun = globalThis.testFilesBegun ?? 0
  globalThis.testFilesBegun = begun + 1
  const insert = env.DB.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
  await env.DB.batch(NAMING.map((name) => insert.bind(name, begun * IDS_PER_FILE)))
}

beforeAll(async () => {
  await emptyState()
  // One call: as statements of their own the migrations take four times as long.
  await env.DB.prepare(env.TEST_MIGRATIONS.map(({ sql }) => sql).join('\n')).run()
  await moveIds()
})

afterAll(() => {
  vi.useRealTimers()
})

// Whatever the tests of a file did, the log that it left holds no secret, and nobody's address: it is kept for good.
afterAll(async () => expect(await secretsInAudit()).toEqual([]))
