import type { Job } from '#shared/email/contract.ts'
import type { Env } from '../../providers/env.ts'

/** Queue messages for these mails, which stand in the table: what is lost here the sweep sends again. At most 100. */
export async function enqueueMails(env: Env, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await env.JOBS.sendBatch(
    keys.map((deliveryKey) => ({ body: { type: 'send-email', deliveryKey } satisfies Job })),
  )
}
