import { type SQL, sql } from 'drizzle-orm'
import { emailKey } from '../../core/email-address.ts'
import type { Db, Statement } from '../../db/client.ts'
import type { MailToWrite } from '../email/mail-rules.ts'
import type { StaffNoticeData } from '../email/staff-mail-rules.ts'
import { queueMail, queueMailWhere } from '../email/writes.ts'
import type { StaffMember } from './rules.ts'

type Recipients = { staff: readonly StaffMember[]; supportEmail: string }

/** Mails of one occasion: `writes` for the batch of the action, `keys` for `sendNotice` after it. */
export type Notice = { writes: Statement[]; keys: string[] }

/** The same mail to these members of staff and to support, one for each address. */
export function queueForStaff(db: Db, to: Recipients, mail: MailToWrite, now: number): Notice {
  const occasion = crypto.randomUUID()
  return noticeOf(to, mail, occasion, (key, { id, email }) =>
    queueMail(db, { key, to: email, userId: id, mail, now }),
  )
}

/** A notice to staff and to support about an action. */
export const queueNotice = (db: Db, to: Recipients, data: StaffNoticeData): Notice =>
  queueForStaff(db, to, { template: 'staff-notice', data }, data.at)

/**
 * As `queueNotice`, once for this occasion, and only where `which` is true at that place of the batch. The mail to
 * support is the last: it says that the occasion was reported, also to members of staff who came later.
 */
export function queueNoticeWhere(
  db: Db,
  to: Recipients,
  data: StaffNoticeData,
  { occasion, which }: { occasion: string; which: SQL },
): Notice {
  const mail: MailToWrite = { template: 'staff-notice', data }
  const isNew = sql`not exists (select 1 from email_deliveries d where d.key = ${noticeKey(occasion)})`
  return noticeOf(to, mail, occasion, (key, { id, email }) =>
    queueMailWhere(db, { key, to: email, userId: id, mail, now: data.at }, sql`${which} and ${isNew}`),
  )
}

/** The key of the mail to support about an occasion. */
export const noticeKey = (occasion: string) => `staff-notice:${occasion}:support`

type Recipient = { id: number | null; email: string }

function noticeOf(
  { staff, supportEmail }: Recipients,
  { template }: MailToWrite,
  occasion: string,
  write: (key: string, to: Recipient) => Statement,
): Notice {
  // No address twice: support may be the address of a member of staff.
  const members = staff.filter(({ email }) => emailKey(email) !== emailKey(supportEmail))
  const all: Recipient[] = [...members, { id: null, email: supportEmail }]
  const keyOf = ({ id }: Recipient) => `${template}:${occasion}:${id ?? 'support'}`
  return { writes: all.map((one) => write(keyOf(one), one)), keys: all.map(keyOf) }
}
