import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { CLOSED_STATES } from '#shared/users/contract.ts'
import type { Db } from '../../db/client.ts'
import { startsWith } from '../../db/prefix.ts'
import { users } from '../../db/schema/accounts.ts'
import { before, type Moment } from '../../http/moment-paging.ts'

export type Filter = { role?: 'admin' | undefined; state?: (typeof CLOSED_STATES)[number] | undefined }

/** Counted for the rows of the page only. In plain SQL: drizzle omits the table's name inside a correlated query. */
const made = sql`from payments p where p.user_id = users.id and p.payment_date is not null`
export const purchaseCount = sql<number>`(select count(*) ${made})`.as('purchase_count')
export const spentCents = sql<number>`(select coalesce(sum(case p.status when 'disputed' then 0
  else p.amount_cents - p.refunded_cents end), 0) ${made})`.as('spent_cents')

/** Whether another open account has a name that looks the same: 0 no, 1 yes, 2 yes, one of the staff. */
export const looksLike =
  sql<number>`(select coalesce(max(case o.is_admin when 1 then 2 else 1 end), 0) from users o
  where o.username_skeleton = users.username_skeleton and o.id <> users.id and o.deleted_at is null)`.as(
    'looks_like',
  )

const selectUsers = (db: Db) =>
  db
    .select({
      id: users.id,
      username: users.username,
      usernameKey: users.usernameKey,
      email: users.email,
      emailKey: users.emailKey,
      emailVerifiedAt: users.emailVerifiedAt,
      isAdmin: users.isAdmin,
      staffRole: users.staffRole,
      referralCode: users.referralCode,
      deactivatedAt: users.deactivatedAt,
      deletedAt: users.deletedAt,
      createdAt: users.createdAt,
      purchases: purchaseCount,
      spentCents,
      looksLike,
    })
    .from(users)

export type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

/** Repeats the conditions of the partial indexes. A deleted account may have been deactivated before. */
function filtered({ role, state }: Filter): SQL | undefined {
  return and(
    role === 'admin' ? sql`${users.isAdmin} = 1` : undefined,
    state === 'deactivated'
      ? sql`${users.deactivatedAt} is not null and ${users.deletedAt} is null`
      : undefined,
    state === 'deleted' ? sql`${users.deletedAt} is not null` : undefined,
  )
}

/**
 * Newest first; one row more than `limit`. `key`: only accounts whose name or address begins with it. The unary plus
 * keeps the planner on the filter's index, which has this order.
 */
export const listNewest = (
  db: Db,
  filter: Filter,
  page: { limit: number; cursor?: Moment | undefined; key?: string | undefined },
) =>
  selectUsers(db)
    .where(
      and(
        filtered(filter),
        page.key === undefined
          ? undefined
          : or(
              startsWith(sql`+${users.usernameKey}`, page.key),
              startsWith(sql`+${users.emailKey}`, page.key),
            ),
        before(users.createdAt, users.id, page.cursor),
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(page.limit + 1)

const end = '\u{10FFFF}'

type Search = Pick<Filter, 'state'> & { key: string; after: string; limit: number }

/**
 * The next names and addresses that begin with `key`, in order, merged from two indexes. At most `limit` rows of each
 * index are read.
 */
function hits({ key, after, limit, state }: Search): SQL {
  const among = state ? sql`${filtered({ state })} and` : sql``
  const to = `${key}${end}`
  const from = after > key ? after : key
  const beyond = after > key ? sql`>` : sql`>=`
  return sql`select id, key, again from (
      select id, username_key as key, 0 as again from users
      where ${among} username_key ${beyond} ${from} and username_key < ${to} order by username_key limit ${limit})
    union all select id, key, again from (
      select id, email_key as key, username_key >= ${key} and username_key < ${to} as again from users
      where ${among} email_key ${beyond} ${from} and email_key < ${to} order by email_key limit ${limit})
    order by key limit ${limit}`
}

/** The account of each matching key. `again`: an address whose account is already listed by its matching name. */
export const findHits = (db: Db, search: Search) =>
  db
    .select({
      id: sql<number>`id`.as('id'),
      key: sql<string>`key`.as('key'),
      again: sql<number>`again`.as('again'),
    })
    .from(sql`(${hits(search)})`)
    .orderBy(sql`key`)

export const listHits = (db: Db, search: Search) =>
  selectUsers(db).where(sql`${users.id} in (select id from (${hits(search)}) where again = 0)`)

/** Accounts by exact id or referral code; none where neither was given. */
export const findExactly = (
  db: Db,
  { id, code }: { id: number | null; code: string | null },
  filter: Filter,
) =>
  selectUsers(db)
    .where(and(or(eq(users.id, id ?? 0), eq(users.referralCode, code ?? '')), filtered(filter)))
    .limit(2)
