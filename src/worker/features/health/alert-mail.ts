import type { Db } from '../../db/client.ts'
import { postAlert } from '../../providers/alert-webhook.ts'
import { configOf } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { healthOf } from './rules.ts'
import { readHealthFacts } from './store.ts'
import { changeMailState } from './writes.ts'

/**
 * Tells the alert webhook when mail goes down, and when it is up again: once for each change. A webhook that refuses is
 * told again by the next run; one whose answer is lost is not, because it may have passed the alert on.
 */
export async function alertMailState(env: Env, db: Db, now: number): Promise<void> {
  const { alertWebhookUrl, publicUrl } = configOf(env)
  if (alertWebhookUrl === null) return
  const { mail } = healthOf(await readHealthFacts(db), now)
  const isDown = mail.status === 'degraded'
  const changed = await changeMailState(db, isDown, now)
  if (changed.length === 0) return
  const text = isDown
    ? `Windfall cannot send mail: the oldest one has waited for ${Math.floor((mail.oldestUnsentSeconds ?? 0) / 60)} minutes. ${publicUrl}/secure-management/admin-dashboard?tab=mails`
    : 'Windfall sends mail again.'
  const answer = await postAlert(env, alertWebhookUrl, text)
  if (answer.ok) return
  await changeMailState(db, !isDown, now)
  throw new Error(`The alert webhook answered ${answer.status}`)
}
