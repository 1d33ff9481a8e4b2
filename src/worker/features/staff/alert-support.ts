import { HOUR } from '#shared/core/time.ts'
import { logError } from '../../core/log-error.ts'
import { openDb } from '../../db/client.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'
import type { MailToWrite } from '../email/mail-rules.ts'
import { queueMailOnce } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmailOnce } from '../notifications/writes.ts'

/** One mail an hour for each key. */
const ALERTS = { burst: 1, refillSeconds: HOUR / 1000 }

/** Mails support, once an hour at most for this key. Never throws: a failed mail must not fail the caller's work. */
export async function alertSupport(env: Env, alert: string, mail: MailToWrite, now: number): Promise<void> {
  try {
    if (!(await takeRate(env, `alert:${alert}`, ALERTS)).allowed) return
    const db = openDb(env.DB)
    logError('alert', { alert, ...mail.data })
    const key = `${alert}:${Math.floor(now / HOUR)}`
    const writes = [
      queueMailOnce(db, { key, to: env.SUPPORT_EMAIL, mail, now }),
      enqueueEmailOnce(db, { key: `${key}:1`, deliveryKey: key, now }),
    ]
    await commitAndDispatch({ env, db }, writes, now)
  } catch (error) {
    logError('alert', { alert, error })
  }
}
