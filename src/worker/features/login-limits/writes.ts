import type { Db, Write } from '../../db/client.ts'
import { queueMailUnlessDeleted } from '../email/writes.ts'
import { enqueueEmailOnce } from '../notifications/writes.ts'

/** The mail about many failed logins; a second one with the same key is none. */
export const enqueueFailedLogins = (
  db: Db,
  {
    key,
    account,
    now,
  }: { key: string; account: { id: number; username: string; email: string }; now: number },
): Write[] => {
  const data = { username: account.username, noticedAt: now }
  const mail = { template: 'failed-logins' as const, data }
  return [
    queueMailUnlessDeleted(db, { key, to: account.email, userId: account.id, mail, now }),
    enqueueEmailOnce(db, { key, deliveryKey: key, now }),
  ]
}
