import { eq } from 'drizzle-orm'
import { commit, type Db } from '../../db/client.ts'
import { alertStates } from '../../db/schema/jobs.ts'
import { postAlert } from '../../providers/alert-webhook.ts'
import { configOf } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { mailHealth } from './rules.ts'
import { isMailKnownDown, readHealthFacts } from './store.ts'

/**
 * Notifies the alert webhook when mail goes down, and when it is up again. The change is stored once the webhook has
 * accepted it. Until then the next run tries again, so a change whose response was lost may be reported twice.
 */
export async function alertMailState(env: Env, db: Db, now: number): Promise<void> {
  const { alertWebhookUrl, publicUrl } = configOf(env)
  if (alertWebhookUrl === null) return
  const mail = mailHealth(await readHealthFacts(db), now)
  const isDown = mail.status === 'degraded'
  if ((await isMailKnownDown(db)) === isDown) return
  const text = isDown
    ? `Windfall cannot send mail: the oldest mail has waited for ${Math.floor((mail.oldestUnsentSeconds ?? 0) / 60)} minutes. ${publicUrl}/secure-management/admin-dashboard?tab=mails`
    : 'Windfall sends mail again.'
  const answer = await postAlert(env, alertWebhookUrl, text)
  if (!answer.ok) throw new Error(`The alert webhook answered ${answer.status}`)
  await commit(db, [changeMailState(db, isDown, now)])
}

/** Stores the state that the alert webhook was notified of. */
const changeMailState = (db: Db, isDown: boolean, now: number) =>
  db.update(alertStates).set({ isDown, changedAt: now }).where(eq(alertStates.name, 'mail'))
