import type { UserSummary } from '#shared/users/contract.ts'
import type { Db } from '../../db/client.ts'
import { type Moment, toMomentPage } from '../../http/moment-paging.ts'
import { type Filter, findExactly, findHits, listHits, listNewest, type UserRow } from './list-store.ts'
import { readSearch, type Wanted, writeKeyCursor } from './search-rules.ts'
import { toUserSummary } from './views.ts'

export type ListParams = Filter & {
  q?: string | undefined
  limit: number
  cursor?: Moment | string | undefined
}
type Listed = { rows: UserSummary[]; nextCursor: string | null }

/**
 * Accounts, newest first. A search is ordered by names and addresses, but among the staff, who are few. An exact id or code comes first.
 * One round trip. A deleted account has no name left to search by.
 */
export async function listUsers(db: Db, publicUrl: string, input: ListParams): Promise<Listed> {
  const wanted = input.q ? readSearch(input.q) : null
  const { rows, nextCursor } =
    wanted === null || input.role ? await newest(db, input, wanted) : await found(db, input, wanted)
  return { rows: rows.map((row) => toUserSummary(row, publicUrl)), nextCursor }
}

async function newest(db: Db, { role, state, limit, cursor }: ListParams, wanted: Wanted | null) {
  const filter = { role, state }
  const moment = typeof cursor === 'object' ? cursor : undefined
  const [exact, rows] = await db.batch([
    findExactly(db, wanted ?? { id: null, code: null }, filter),
    listNewest(db, filter, { limit, cursor: moment, key: wanted?.key }),
  ])
  const page = toMomentPage(rows, limit)
  return { rows: moment ? page.rows : [...exact, ...without(page.rows, exact)], nextCursor: page.nextCursor }
}

async function found(db: Db, { state, limit, cursor }: ListParams, wanted: Wanted) {
  const after = typeof cursor === 'string' ? cursor : ''
  const search = { key: wanted.key, after, limit: 2 * limit + 1, state }
  const [exact, hits, accounts] = await db.batch([
    findExactly(db, wanted, { state }),
    findHits(db, search),
    listHits(db, search),
  ])
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const kept: UserRow[] = []
  let read = 0
  for (const { id, again } of hits) {
    if (kept.length === limit) break
    read += 1
    // An account whose name and address both match is listed once, at its name.
    const account = again ? undefined : byId.get(id)
    if (account) kept.push(account)
  }
  const last = read < hits.length || hits.length === search.limit ? hits[read - 1] : undefined
  return {
    rows: after === '' ? [...exact, ...without(kept, exact)] : without(kept, exact),
    nextCursor: last ? writeKeyCursor(last.key) : null,
  }
}

const without = (rows: UserRow[], others: UserRow[]) =>
  rows.filter(({ id }) => others.every((other) => other.id !== id))
