import { eq, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Mark } from './marks-rules.ts'

const listOf = (marks: readonly Mark[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(marks.map(({ identity }) => identity))}))`

/** The highest number of live uses of an offer that any one of these marks has; those of `besides` do not count. */
export async function countUses(
  db: Db,
  offer: string,
  marks: readonly Mark[],
  besides: number | null = null,
): Promise<number> {
  if (marks.length === 0) return 0
  const [row] = await selectUses(db, offer, marks, besides)
  return row?.uses ?? 0
}

/** The query of `countUses`, for a batch. */
export const selectUses = (db: Db, offer: string, marks: readonly Mark[], besides: number | null = null) =>
  db
    .select({
      uses: sql<number>`(select coalesce(max(n), 0) from (
        select count(*) as n from identity_uses i where i.offer = ${offer} and i.identity in ${listOf(marks)}
          and i.is_live = 1 and i.payment_id is not ${besides} group by i.identity))`.as('live_uses'),
    })
    .from(sql`(select 1)`)

/** The account's mailbox, and whether it has confirmed the address. */
export const selectPerson = (db: Db, userId: UserId) =>
  db
    .select({ emailIdentity: users.emailIdentity, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1)
