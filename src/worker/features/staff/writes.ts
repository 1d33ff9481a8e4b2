import { type SQL, sql } from 'drizzle-orm'
import { emailKey } from '../../core/email-address.ts'
import type { Db, Write } from '../../db/client.ts'
import type { MailToWrite, StaffNoticeData } from '../email/mail-rules.ts'
import { queueMail, queueMailWhere } from '../email/writes.ts'
import { enqueueEmail, enqueueWhere } from '../notifications/writes.ts'
import type { StaffMember } from './rules.ts'

type Recipients = { staff: readonly StaffMember[]; supportEmail: string }

/** The same mail to these members of staff and to support, one for each address: for the batch of the action. */
export function enqueueToStaff(db: Db, to: Recipients, mail: MailToWrite, now: number): Write[] {
  const occasion = crypto.randomUUID()
  return addressesOf(to).flatMap(({ id, email }) => {
    const key = keyOf(mail, occasion, id)
    return [
      queueMail(db, { key, to: email, userId: id, mail, now }),
      enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
    ]
  })
}

/** A notice to staff and to support about an action: for the batch of the action. */
export const enqueueNotice = (db: Db, to: Recipients, data: StaffNoticeData): Write[] =>
  enqueueToStaff(db, to, { template: 'staff-notice', data }, data.at)

/**
 * As `enqueueNotice`, once for this occasion, and only where `which` is true at that place of the batch. The mail to
 * support is the last: it says that the occasion was reported, also to members of staff who came later.
 */
export function enqueueNoticeWhere(
  db: Db,
  to: Recipients,
  data: StaffNoticeData,
  { occasion, which }: { occasion: string; which: SQL },
): Write[] {
  const mail: MailToWrite = { template: 'staff-notice', data }
  const now = data.at
  const isNew = sql`not exists (select 1 from email_deliveries d where d.key = ${keyOf(mail, occasion, null)})`
  return addressesOf(to).flatMap(({ id, email }) => {
    const key = keyOf(mail, occasion, id)
    const isQueued = sql`exists (select 1 from email_deliveries d where d.key = ${key} and d.status = 'queued')`
    return [
      queueMailWhere(db, { key, to: email, userId: id, mail, now }, sql`${which} and ${isNew}`),
      enqueueWhere(db, { key: `${key}:1`, deliveryKey: key, now }, isQueued),
    ]
  })
}

const keyOf = ({ template }: MailToWrite, occasion: string, id: number | null) =>
  `${template}:${occasion}:${id ?? 'support'}`

/** Support is the last. No address twice: support may be the address of a member of staff. */
function addressesOf({ staff, supportEmail }: Recipients): { id: number | null; email: string }[] {
  const members = staff.filter(({ email }) => emailKey(email) !== emailKey(supportEmail))
  return [...members, { id: null, email: supportEmail }]
}
