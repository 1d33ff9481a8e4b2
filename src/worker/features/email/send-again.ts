import { sql } from 'drizzle-orm'
import type { Job } from '#shared/email/contract.ts'
import { emailKey } from '../../core/email-address.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { Env } from '../../providers/env.ts'
import { beginRun } from './delivery-writes.ts'
import { type Delivery, findDelivery, findLinkOwner } from './store.ts'
import { liftBounce } from './suppression-writes.ts'
import { FORGOTTEN_ADDRESS } from './writes.ts'

const NOT_DEAD =
  'This mail was not sent again. Only a mail with the status “Not delivered” can be sent again.'

const LINK_ENDED =
  'This mail was not sent again: its owner changed the password or locked the account down after it, which ended its link. The owner can send a new one from the dashboard.'

/**
 * Starts a new run of a dead letter, with a new idempotency key and, for a download link, a new expiry. Two clicks
 * start one run. Lifts the bounce of the address. The audit log records the `admin`.
 * @throws Problem 404; 409 where the mail is not a dead letter, its address is not kept, or its owner ended its link
 */
export async function sendAgain(
  env: Env,
  db: Db,
  id: number,
  now: number,
  admin: Actor | null = null,
): Promise<void> {
  const dead = await findDelivery(db, id)
  if (!dead) throw new Problem(404, 'There is no such mail.')
  if (dead.toAddress === FORGOTTEN_ADDRESS)
    throw new Problem(409, 'This mail cannot be sent again: its address is not kept any more.')
  if (WITH_LINK.has(dead.template) && (await isLinkEnded(db, dead))) throw new Problem(409, LINK_ENDED)
  const [revived] = admin ? await beginNoted(db, dead, admin, now) : await begin(db, dead, now)
  if (!revived) throw new Problem(409, NOT_DEAD)
  await env.JOBS.send({ type: 'send-email', deliveryKey: revived.key } satisfies Job)
}

/** The mails with a download link. */
const WITH_LINK: ReadonlySet<string> = new Set([
  'receipt',
  'file-ready',
  'product-link',
  'new-release',
  'release-withdrawn',
])

/**
 * A new run would sign a new link for somebody to whom a thief of the account mailed one, or at an address that the thief
 * had given the account.
 */
async function isLinkEnded(db: Db, { userId, toAddress, createdAt }: Delivery): Promise<boolean> {
  const owner = userId === null ? undefined : await findLinkOwner(db, userId)
  return (
    owner !== undefined &&
    createdAt < (owner.linksValidFrom ?? 0) &&
    emailKey(owner.email) !== emailKey(toAddress)
  )
}

async function begin(db: Db, dead: Delivery, now: number) {
  const [revived] = await db.batch([beginRun(db, dead, now), ...liftBounce(db, emailKey(dead.toAddress))])
  return revived
}

/** The audit entry makes the batch fail where the mail is no longer dead. */
async function beginNoted(db: Db, dead: Delivery, { id: actorId, ip }: Actor, now: number) {
  const isDead = sql`exists (select 1 from email_deliveries e where e.id = ${dead.id} and e.status = 'dead')`
  try {
    const [, revived] = await db.batch([
      noteAction(db, { actorId, action: 'mail.resend', onlyIf: isDead, subject: `mail:${dead.id}`, ip, now }),
      beginRun(db, dead, now),
      ...liftBounce(db, emailKey(dead.toAddress)),
    ])
    return revived
  } catch (error) {
    if (refusedBy(error, 'audit_log', 'action')) return []
    throw error
  }
}
