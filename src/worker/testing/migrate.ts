import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect } from 'vitest'
import '../providers/env.ts'
import { secretsInAudit } from './audit-secrets.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[]
    }
  }
}

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS))

// Whatever the tests of a file did, the log that it left holds no secret, and nobody's address: it is kept for good.
afterAll(async () => expect(await secretsInAudit()).toEqual([]))
