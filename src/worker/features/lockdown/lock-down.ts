import { sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import { LEASE_DAYS } from '#shared/licences/contract.ts'
import { DOWNLOADS_SHOWN, type LockdownCounts, type LockdownReport } from '#shared/lockdown/contract.ts'
import { PROFILE_LINK } from '#shared/notifications/link-rules.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { refusedBy, type Write } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { checkOwnPassword } from '../accounts/check-password.ts'
import { nameDevice } from '../accounts/device-rules.ts'
import { wrongPassword } from '../accounts/refusals.ts'
import { prepareReplacement } from '../accounts/start-session.ts'
import { burnTokens, endDownloadLinks, endSessions } from '../accounts/writes.ts'
import { queueMail } from '../email/writes.ts'
import { renewKeysOf } from '../licences/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notification } from '../notifications/message-rules.ts'
import { enqueueEmail, enqueueUserMessages } from '../notifications/writes.ts'
import { limitLockdowns } from './limits.ts'
import { readScope } from './read-lockdown.ts'
import { viewReport } from './views.ts'

/** Maximum attempts where the account gets another licence between read and write. */
const MAX_ATTEMPTS = 3

type Device = { ip: string | null; userAgent: string | null }

/**
 * Locks an account down, in one batch: new licence keys, no devices, no sessions but a new one for this browser, no
 * mailed links. Issued leases stay valid until they end (040). Returns the report and the new session.
 * @throws Problem 409 where the session was ended meanwhile, 422 where the password is wrong, 429 after too many
 * attempts, 503 where licences keep being issued: nothing was changed
 */
export async function lockDown(
  deps: CoreDeps,
  viewer: Viewer,
  password: string,
  device: Device,
  now: number,
): Promise<{ report: LockdownReport; session: { token: string; expiresAt: number } }> {
  const { db, env } = deps
  const account = await checkOwnPassword(deps, viewer, password)
  await limitLockdowns(env, account.id)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { licenceIds, counts, downloads } = await readScope(deps.db, viewer, now)
    const session = await prepareReplacement(db, viewer, account.password, device, now)
    const report = viewReport(now, counts, downloads)
    const key = `lockdown:${crypto.randomUUID()}`
    const data = {
      username: account.username,
      lockedAt: now,
      ip: device.ip,
      device: nameDevice(device.userAgent),
      ...counts,
      leasesEndAt: now + LEASE_DAYS * DAY,
      // Without network addresses: those are erased after 180 days (029), a mail's data are not.
      downloads: downloads
        .slice(0, DOWNLOADS_SHOWN)
        .map(({ createdAt, name, version }) => ({ downloadedAt: createdAt, productName: name, version })),
    }
    const writes: Write[] = [
      noteAction(db, {
        actorId: account.id,
        action: 'account.lockdown',
        // Of two lockdowns at once, the second would end the session that the first began.
        onlyIf: sql`exists (select 1 from sessions s where s.sid = ${viewer.sessionId})`,
        subject: `user:${account.id}`,
        after: counts,
        // No address: the entry stays when the account is deleted. The mail and the new session have it.
        ip: null,
        now,
      }),
      ...renewKeysOf(db, account.id, licenceIds),
      ...endSessions(db, { key: `sessions-end:${key}`, userId: account.id, now }),
      session.write,
      burnTokens(db, account, ['reset', 'confirmation', 'change'], now),
      endDownloadLinks(db, account.id, now),
      queueMail(db, {
        key,
        to: account.email,
        userId: account.id,
        mail: { template: 'account-lockdown', data },
        now,
      }),
      enqueueEmail(db, { key, deliveryKey: key, now }),
      enqueueUserMessages(db, {
        key: `${key}:notice`,
        userId: account.id,
        messages: [notification(noticeOf(key, counts), now)],
        now,
      }),
    ]
    try {
      await commitAndDispatch(deps, writes, now)
      return { report, session: { token: session.token, expiresAt: session.expiresAt } }
    } catch (error) {
      // Another device changed the password between check and write.
      if (refusedBy(error, 'sessions', 'user_id')) throw wrongPassword()
      if (refusedBy(error, 'audit_log', 'action')) throw sessionEnded()
      if (!refusedBy(error, 'licences', 'licence_key')) throw error
    }
  }
  throw new Problem(
    503,
    'Your licences are changing right now, so nothing was locked down. Please try again.',
    {
      retryAfterSeconds: 1,
    },
  )
}

const sessionEnded = () =>
  new Problem(
    409,
    'This device was logged out a moment ago, perhaps by another lockdown, so nothing more was changed. Load the page again, and log in if it asks you to.',
  )

const noticeOf = (id: string, { licences }: LockdownCounts) => ({
  id,
  type: 'warning' as const,
  title: 'Your account was locked down',
  link: PROFILE_LINK,
  message: `${licences === 0 ? '' : 'Your scripts need their new licence keys. '}Your profile lists what was done and what to do next.`,
})
