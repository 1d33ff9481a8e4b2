import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { authenticatorApps, passkeys, recoveryCodes } from '../../db/schema/factors.ts'

export type Passkey = typeof passkeys.$inferSelect

/** An account that may be used, with all its factors. An app that is not confirmed is included. */
export type Owner = {
  account: typeof users.$inferSelect
  passkeys: Passkey[]
  app: typeof authenticatorApps.$inferSelect | undefined
  /** The unused ones. */
  codes: (typeof recoveryCodes.$inferSelect)[]
}

const isLive = and(isNull(users.deactivatedAt), isNull(users.deletedAt))

/** In one round trip. Closed and deleted accounts are absent. */
export async function findOwner(db: Db, userId: number): Promise<Owner | undefined> {
  const [[account], keys, [app], codes] = await db.batch([
    db
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isLive))
      .limit(1),
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id)),
    db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId)).limit(1),
    db
      .select()
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
  ])
  return account && { account, passkeys: keys, app, codes }
}

/** The account of a passkey. */
export async function findPasskeyOwner(db: Db, credentialId: string): Promise<Owner | undefined> {
  const [row] = await db
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
    .limit(1)
  return row && findOwner(db, row.userId)
}

/** An SQL condition: the account has a passkey or a confirmed app. */
export const hasFactor = (userId: number) =>
  sql`(exists (select 1 from passkeys p where p.user_id = ${userId})
    or exists (select 1 from authenticator_apps a where a.user_id = ${userId} and a.confirmed_at is not null))`
