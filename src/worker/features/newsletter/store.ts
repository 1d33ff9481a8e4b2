import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { subscribers } from '../../db/schema/contact.ts'

export type Subscriber = typeof subscribers.$inferSelect

export const selectSubscriber = (db: Db, emailKey: string) =>
  db.select().from(subscribers).where(eq(subscribers.emailKey, emailKey)).limit(1)

export async function findSubscriber(db: Db, id: number): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id)).limit(1)
  return row
}

/** The account that has verified this address. */
export const selectVerifiedAccount = (db: Db, emailKey: string) =>
  db
    .select({ id: users.id, newAirdrops: users.newAirdrops })
    .from(users)
    .where(
      and(
        eq(users.emailKey, emailKey),
        isNotNull(users.emailVerifiedAt),
        isNull(users.deactivatedAt),
        isNull(users.deletedAt),
      ),
    )
    .limit(1)
