import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Write } from '../../db/client.ts'
import { refuseUnless, requireThat } from '../../db/refuse-unless.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { authenticatorApps, passkeys, recoveryCodes } from '../../db/schema/factors.ts'
import type { Factor } from '../accounts/writes.ts'

/** The most passkeys of one account. */
export const MAX_PASSKEYS = 20

/** NULL refuses the batch where the account has `MAX_PASSKEYS` already (`refusedBy`: `passkeys.user_id`). */
export const insertPasskey = (db: Db, passkey: typeof passkeys.$inferInsert) =>
  db.insert(passkeys).values({
    ...passkey,
    userId: refuseUnless(
      sql`(select count(*) from passkeys p where p.user_id = ${passkey.userId}) < ${MAX_PASSKEYS}`,
      sql<number>`${passkey.userId}`,
    ),
  })

export const renamePasskey = (db: Db, userId: number, id: number, name: string) =>
  db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })

export const deletePasskey = (db: Db, userId: number, id: number) =>
  db.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))

// Each use of a factor first requires that the factor is still there: an update of no row refuses nothing.

/**
 * Notes the use of a passkey. Where another use changed the counter meanwhile, NOT NULL refuses the batch
 * (`refusedBy`: `passkeys.counter`).
 */
export const notePasskeyUse = (
  db: Db,
  userId: number,
  passkey: { id: number; counter: number },
  use: { counter: number; backedUp: boolean; now: number },
): Write[] => [
  requireThat(db, userId, sql`exists (select 1 from passkeys p where p.id = ${passkey.id})`),
  db
    .update(passkeys)
    .set({
      counter: refuseUnless(sql`${passkeys.counter} = ${passkey.counter}`, sql<number>`${use.counter}`),
      backedUp: use.backedUp,
      lastUsedAt: use.now,
    })
    .where(eq(passkeys.id, passkey.id)),
]

/** Stores the secret of an app that is not confirmed yet, in place of an earlier such secret. */
export const storeApp = (db: Db, app: { userId: number; secret: string; createdAt: number }) =>
  db
    .insert(authenticatorApps)
    .values(app)
    .onConflictDoUpdate({
      target: authenticatorApps.userId,
      set: { secret: app.secret, createdAt: app.createdAt, lastStep: 0 },
      setWhere: isNull(authenticatorApps.confirmedAt),
    })
    .returning({ userId: authenticatorApps.userId })

/** Uses a code up. Of two uses of one code NOT NULL refuses the second (`refusedBy`: `authenticator_apps.last_step`). */
export const takeStep = (
  db: Db,
  app: { userId: number; secret: string },
  step: number,
  set: { confirmedAt?: number; secret?: string } = {},
): Write[] => [
  requireThat(
    db,
    app.userId,
    sql`exists (select 1 from authenticator_apps a where a.user_id = ${app.userId})`,
  ),
  db
    .update(authenticatorApps)
    .set({
      ...set,
      lastStep: refuseUnless(
        sql`${authenticatorApps.lastStep} < ${step} and ${authenticatorApps.secret} = ${app.secret}`,
        sql<number>`${step}`,
      ),
    })
    .where(eq(authenticatorApps.userId, app.userId)),
]

export const deleteApp = (db: Db, userId: number) =>
  db.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId))

/** Uses a recovery code up. NOT NULL refuses the batch of a second use (`refusedBy`: `recovery_codes.code_hash`). */
export const takeRecoveryCode = (db: Db, userId: number, id: number, now: number): Write[] => [
  requireThat(db, userId, sql`exists (select 1 from recovery_codes c where c.id = ${id})`),
  db
    .update(recoveryCodes)
    .set({
      usedAt: now,
      codeHash: refuseUnless(sql`${recoveryCodes.usedAt} is null`, recoveryCodes.codeHash),
    })
    .where(eq(recoveryCodes.id, id)),
]

/** Replaces all recovery codes of the account. */
export const replaceRecoveryCodes = (db: Db, userId: number, hashes: string[], now: number): Write[] => [
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: now }))),
]

/** Deletes the recovery codes of an account that has no factor left: they replace a factor. */
export const deleteSpareCodes = (db: Db, userId: number, hasFactor: SQL) =>
  db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), sql`not ${hasFactor}`))

/** Deletes every factor of an account. */
export const deleteFactors = (db: Db, userId: number): Write[] => [
  db.delete(passkeys).where(eq(passkeys.userId, userId)),
  deleteApp(db, userId),
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
]

type Device = { ip: string | null; userAgent: string | null }

/** Stores a proof of identity in the session, with this device and factor; null: the factor stays. */
export const noteAuthentication = (
  db: Db,
  sid: string,
  proof: { from: Device; factor: Factor | null; now: number },
) =>
  db
    .update(sessions)
    .set({
      authenticatedAt: proof.now,
      authenticatedFrom: proof.from,
      ...(proof.factor && { factor: proof.factor }),
    })
    .where(eq(sessions.sid, sid))
    .returning({ sid: sessions.sid })

/** The session has a second factor from now on. */
export const noteFactor = (db: Db, sid: string, factor: Factor) =>
  db.update(sessions).set({ factor }).where(eq(sessions.sid, sid))
