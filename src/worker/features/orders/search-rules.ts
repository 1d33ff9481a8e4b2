import { DAY } from '#shared/core/time.ts'
import type { PaymentStatus, PurchaseType } from '#shared/payments/contract.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import { type OrderCursor, writeCursor } from './order-cursor-rules.ts'

/** One meaning that a search text may have. */
export type Reading =
  | { by: 'number'; id: number }
  /** An exact id, ours or the provider's. */
  | { by: 'reference'; text: string }
  /** All rows of this account. */
  | { by: 'username'; key: string }
  /** All rows whose address begins with this text, lower-cased. */
  | { by: 'email'; beginning: string }

/** The queries of the list of orders. Each uses an index. */
export type Want =
  | Reading
  | { by: 'user'; userId: number }
  | { by: 'flagged' }
  | {
      by: 'time'
      type: PurchaseType
      status?: PaymentStatus
      product?: number
      from?: number
      until?: number
    }

export type OrderFilter = {
  type: PurchaseType
  status?: PaymentStatus | undefined
  product?: number | undefined
  /** Days in UTC, both included: `2026-11-21`. */
  from?: string | undefined
  to?: string | undefined
  flagged?: boolean | undefined
  user?: number | undefined
  q?: string | undefined
}

/**
 * The meanings that a search may have, the most exact first. The first one with results is used. A number (also #41) is
 * an order's. A text with an @ is the beginning of an address. Any other word may be an id, a username or the beginning
 * of an address.
 */
export function readingsOf(q: string): Reading[] {
  const text = q.trim()
  if (text === '' || /\s/.test(text)) return []
  const beginning = { by: 'email' as const, beginning: text.toLowerCase() }
  if (text.includes('@')) return [beginning]
  const [, number] = /^#?([1-9]\d{0,14})$/.exec(text) ?? []
  const exact: Reading = number ? { by: 'number', id: Number(number) } : { by: 'reference', text }
  if (text.startsWith('#')) return [exact]
  return [exact, { by: 'username', key: text.toLowerCase() }, beginning]
}

/** A search, the list of one account and the list of flagged orders read all orders, of both purchase types. */
export function wantsOf(filter: OrderFilter): Want[] {
  const { type, status, product, from, to, flagged, user, q } = filter
  if (q) return readingsOf(q)
  if (user !== undefined) return [{ by: 'user', userId: user }]
  if (flagged) return [{ by: 'flagged' }]
  return [
    {
      by: 'time',
      type,
      ...(status !== undefined && { status }),
      ...(product !== undefined && { product }),
      ...(from !== undefined && { from: Date.parse(from) }),
      ...(to !== undefined && { until: Date.parse(to) + DAY }),
    },
  ]
}

/** The queries of the list of subscriptions. */
export type SubscriptionWant =
  | Reading
  | { by: 'user'; userId: number }
  | { by: 'all'; status?: SubscriptionStatus }

export function subscriptionWantsOf({
  status,
  user,
  q,
}: {
  status?: SubscriptionStatus | undefined
  user?: number | undefined
  q?: string | undefined
}): SubscriptionWant[] {
  if (q) return readingsOf(q)
  if (user !== undefined) return [{ by: 'user', userId: user }]
  return [{ by: 'all', ...(status !== undefined && { status }) }]
}

const CURSORS = {
  time: 'moment',
  all: 'moment',
  number: null,
  reference: null,
  username: 'id',
  user: 'id',
  flagged: 'id',
  email: 'email',
} as const satisfies Record<Want['by'] | SubscriptionWant['by'], OrderCursor['by'] | null>

/** The queries that a page's cursor can belong to. A query that finds a single order has no next page. */
export const goingOn = <W extends Want | SubscriptionWant>(
  wants: W[],
  cursor: OrderCursor | undefined,
): W[] => (cursor === undefined ? wants : wants.filter(({ by }) => CURSORS[by] === cursor.by))

type Row = { id: number; createdAt: number; emailKey: string | null }

/** The page of the first query with results. Each list is one row longer than `limit` where it has a next page. */
export function pageOf<R extends Row>(
  wants: readonly (Want | SubscriptionWant)[],
  lists: readonly R[][],
  limit: number,
): { rows: R[]; nextCursor: string | null } {
  const found = lists.findIndex((list) => list.length > 0)
  const list = lists[found] ?? []
  const want = wants[found]
  const rows = list.slice(0, limit)
  const last = list.length > limit ? rows.at(-1) : undefined
  const by = want ? CURSORS[want.by] : null
  return { rows, nextCursor: last && by ? writeCursor(by, last) : null }
}
