import { commit, type Db } from '../../db/client.ts'
import { queueMail } from '../email/writes.ts'
import { enqueueEmail } from '../notifications/writes.ts'
import type { Contact } from './contract.ts'
import { insertMessage } from './writes.ts'

/** Kept and mailed to the shop's people, both or neither. Returns what is to be dispatched. */
export async function receiveMessage(
  db: Db,
  form: Contact,
  { supportEmail, ip }: { supportEmail: string; ip: string | null },
  now: number,
): Promise<string> {
  const { firstName, lastName, email, subject, message, newsletter } = form
  const key = `contact:${crypto.randomUUID()}`
  const data = { name: `${firstName} ${lastName}`, email, subject, message }
  await commit(db, [
    insertMessage(db, { firstName, lastName, email, subject, message, newsletter, ip, createdAt: now }),
    queueMail(db, { key, to: supportEmail, mail: { template: 'contact', data }, now }),
    enqueueEmail(db, { key, deliveryKey: key, now }),
  ])
  return key
}
