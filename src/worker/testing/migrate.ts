import { listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { SECOND } from '#shared/core/time.ts'
import '../providers/env.ts'
import { secretsInAudit } from './audit-secrets.ts'
import './catalogue/limits.ts'
import { wakeEvicted } from './evicted.ts'
import './no-backoff.ts'
import { applyMigrations } from './restore.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** In the order in which they are applied. */
      TEST_MIGRATIONS: { name: string; sql: string }[]
    }
  }
  var testFileBeganAt: number | undefined
  /** Epoch milliseconds. Older messages of a queue belong to an earlier file. */
  var testFileBeganOn: number | undefined
}

/** workerd evicts an object that was not called for 10 seconds. */
const SAFE_FROM_EVICTION = 8 * SECOND

async function wakeAll(namespace: unknown): Promise<void> {
  const objects = namespace as DurableObjectNamespace
  const ids = await listDurableObjectIds(objects)
  await Promise.all(ids.map((id) => runInDurableObject(objects.get(id), () => undefined)))
}

/**
 * Empties the state that the last test file left: the files of a run share a few workerd processes. `reset` deletes
 * only the objects that are in memory, so those that were evicted are called first. Deleted ones are still listed,
 * hundreds after a while: all are called only after a file that lasted long enough for an eviction.
 */
async function emptyState(): Promise<void> {
  const lasted = performance.now() - (globalThis.testFileBeganAt ?? performance.now())
  if (lasted >= SAFE_FROM_EVICTION)
    await Promise.all([env.USER_HUB, env.ADMIN_HUB, env.RATE_LIMITER].map(wakeAll))
  // Last, so that none of these has been idle for long when it is deleted.
  await Promise.all([
    wakeEvicted(),
    env.DB.prepare('SELECT 1').run(),
    env.FILES.head('nothing'),
    env.SANDBOX?.fetch('http://shop.test/sandbox/faults.json'),
  ])
  await reset()
  globalThis.testFileBeganAt = performance.now()
  globalThis.testFileBeganOn = Date.now()
}

beforeAll(async () => {
  await emptyState()
  await applyMigrations().catch(async (error: unknown) => {
    // On a busy machine the database was evicted between the call above and the reset, which then left it as it was.
    if (!String(error).includes('already exists')) throw error
    await emptyState()
    await applyMigrations()
  })
})

afterAll(() => {
  vi.useRealTimers()
})

// After each test file the audit log must contain no secret and no person's address: the log is kept permanently.
afterAll(async () => expect(await secretsInAudit()).toEqual([]))
