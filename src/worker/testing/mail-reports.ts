import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { DeliveryOutcome } from '#shared/email/contract.ts'
import type { Env } from '../providers/env.ts'
import { type SandboxEvent, sandbox } from './sandbox.ts'
import { ask, SHOP } from './shop.ts'

/** The mail provider's webhooks about mails to this address, in the provider's order. */
export const reportsAbout = async (to: string): Promise<SandboxEvent[]> =>
  (await sandbox.mailEvents()).filter(({ event }) =>
    (event as unknown as { data: { to: string[] } }).data.to.includes(to),
  )

/** Sends one webhook of the mail provider, unchanged or with `change`. Returns the shop's response. */
export async function report(
  eventId: string,
  change: { payload?: string; headers?: Record<string, string> } = {},
  bindings: Env = env,
): Promise<{ status: number; message: string }> {
  const { payload, headers } = await sandbox.signed(eventId)
  const answer = await ask(
    new Request(`${SHOP}/api/webhooks/resend`, {
      method: 'POST',
      headers: { ...headers, ...change.headers },
      body: change.payload ?? payload,
    }),
    bindings,
  )
  const { message } = (await answer.json()) as { message: string }
  return { status: answer.status, message }
}

/** Sends all webhooks of the mail provider about mails to this address. */
export async function allReports(to: string, bindings: Env = env): Promise<void> {
  for (const { id } of await reportsAbout(to)) expect((await report(id, {}, bindings)).status).toBe(200)
}

export type DeliveryRow = {
  id: number
  template: string
  to_address: string
  status: string
  outcome: DeliveryOutcome | null
  last_error: string | null
  run: number
  provider_message_id: string | null
}

/** Every mail with this template, oldest first. */
export const deliveriesOf = async (template: string): Promise<DeliveryRow[]> =>
  (
    await env.DB.prepare('SELECT * FROM email_deliveries WHERE template = ? ORDER BY id')
      .bind(template)
      .all<DeliveryRow>()
  ).results

/** The suppression of mail to this address, or null. */
export const suppressionOf = (email: string) =>
  env.DB.prepare('SELECT reason, detail FROM email_suppressions WHERE email_key = ?')
    .bind(email.toLowerCase())
    .first<{ reason: string; detail: string | null }>()
