import type { Contact } from '#shared/contact/contract.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { queueMail } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../notifications/writes.ts'
import { insertMessage } from './writes.ts'

/** Stores the message and mails it to support, in one batch. */
export async function receiveMessage(
  deps: CoreDeps,
  form: Contact,
  ip: string | null,
  now: number,
): Promise<void> {
  const { db, config } = deps
  const { firstName, lastName, email, subject, message, newsletter } = form
  const key = `contact:${crypto.randomUUID()}`
  const data = { name: `${firstName} ${lastName}`, email, subject, message }
  const writes = [
    insertMessage(db, { firstName, lastName, email, subject, message, newsletter, ip, createdAt: now }),
    queueMail(db, { key, to: config.supportEmail, mail: { template: 'contact', data }, now }),
    enqueueEmail(db, { key, deliveryKey: key, now }),
  ]
  await commitAndDispatch(deps, writes, now)
}
