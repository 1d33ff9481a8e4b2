import type { Job } from '#shared/email/contract.ts'
import type { Env } from '../../providers/env.ts'

/** Sends queue messages for mails that are in the table, at most 100. The sweep replaces messages that are lost. */
export async function enqueueMails(env: Env, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await env.JOBS.sendBatch(
    keys.map((deliveryKey) => ({ body: { type: 'send-email', deliveryKey } satisfies Job })),
  )
}
