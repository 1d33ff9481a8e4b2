import type { Db, Write } from '../../db/client.ts'
import { enqueueAccountMail } from '../accounts/writes.ts'
import type { FactorChangedData } from '../email/account-mail-rules.ts'

type Changed = Pick<FactorChangedData, 'change'> & Partial<Pick<FactorChangedData, 'name' | 'left'>>

/** A mail to the owner about a change of the factors, in the batch of the change. */
export const enqueueFactorMail = (
  db: Db,
  account: { id: number; username: string; email: string },
  { change, name = null, left = null }: Changed,
  now: number,
): Write[] =>
  enqueueAccountMail(db, {
    key: `factor-changed:${crypto.randomUUID()}`,
    template: 'factor-changed',
    to: account.email,
    userId: account.id,
    data: { username: account.username, change, name, left, changedAt: now },
    now,
  })
