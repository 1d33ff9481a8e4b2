import type { UserId } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import type { Person } from './marks-rules.ts'
import { selectPerson } from './store.ts'

/** The input of `personOf`, for a batch. */
export const selectAccountPerson = (db: Db, userId: UserId) => selectPerson(db, userId)

/** The account and its mailbox, where it has confirmed the address: another one may be a stranger's. */
export const personOf = (
  userId: number,
  row: Awaited<ReturnType<typeof selectPerson>>[number] | undefined,
): Person => ({ userId, mailbox: row && row.verifiedAt !== null ? row.emailIdentity : null })

/** As above, in one round trip. */
export const findAccountPerson = async (db: Db, userId: number | null): Promise<Person> =>
  userId === null ? { userId, mailbox: null } : personOf(userId, (await selectPerson(db, userId))[0])
