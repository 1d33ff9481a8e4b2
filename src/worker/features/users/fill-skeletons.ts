import { isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { skeletonOf } from '../accounts/username-skeleton-rules.ts'

const PER_STATEMENT = 500
const MOST_PER_RUN = 20_000

/** Stores the skeleton of usernames that are older than that column. A later run continues where this one stops. */
export async function fillSkeletons(db: Db): Promise<void> {
  for (let filled = 0; filled < MOST_PER_RUN; filled += PER_STATEMENT) {
    const found = await db
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(isNull(users.usernameSkeleton))
      .limit(PER_STATEMENT)
    if (found.length === 0) return
    const rows = JSON.stringify(found.map(({ id, username }) => ({ id, skeleton: skeletonOf(username) })))
    await db.run(sql`update users set username_skeleton = json_each.value ->> 'skeleton'
      from json_each(${rows}) where users.id = json_each.value ->> 'id'`)
  }
}
