import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { loginKey } from './rules.ts'

export type Account = typeof users.$inferSelect

/** By username, or by email where the text has an "@" (usernames have none). Deleted accounts are absent. */
export async function findByLogin(db: Db, login: string): Promise<Account | undefined> {
  const key = loginKey(login)
  const column = key.includes('@') ? users.emailKey : users.usernameKey
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(column, key), isNull(users.deletedAt)))
    .limit(1)
  return account
}

export async function findByReferralCode(db: Db, code: string): Promise<Account | undefined> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.referralCode, code.trim().toUpperCase()), isNull(users.deletedAt)))
    .limit(1)
  return account
}
