import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Mark, Person } from './marks-rules.ts'

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
  const [row] = await db.all<{ uses: number }>(sql`select coalesce(max(n), 0) as uses from (
    select count(*) as n from identity_uses i where i.offer = ${offer} and i.identity in ${listOf(marks)}
      and i.is_live = 1 and i.payment_id is not ${besides} group by i.identity)`)
  return row?.uses ?? 0
}

/** The account and its mailbox, where it has confirmed the address: another one may be a stranger's. */
export async function findAccountPerson(db: Db, userId: number | null): Promise<Person> {
  if (userId === null) return { userId, mailbox: null }
  const [row] = await db
    .select({ emailIdentity: users.emailIdentity, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1)
  return { userId, mailbox: row && row.verifiedAt !== null ? row.emailIdentity : null }
}
