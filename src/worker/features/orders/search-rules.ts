import { DAY } from '#shared/core/time.ts'
import type { PaymentStatus, PurchaseType } from '#shared/payments/contract.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import { type OrderCursor, writeCursor } from './order-cursor-rules.ts'

/** What a search text may mean. */
export type Reading =
  | { by: 'number'; id: number }
  /** One of the ids that the provider or we know it by, exactly. */
  | { by: 'reference'; text: string }
  /** All of this account. */
  | { by: 'username'; key: string }
  /** All whose address begins so, lower-cased. */
  | { by: 'email'; beginning: string }

/** How a list of orders can be read; each is served by an index. */
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
 * What a search may mean, the most exact first: the first that finds something is what it means. A number (also #41) is
 * an order's; with an @ it is the beginning of an address; any other word may be an id, a username or such a beginning.
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

/** A search goes through all orders, of both kinds; so do the lists of one account and of what waits for a person. */
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

/** The same for subscriptions. */
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

/** Those ways of reading that a page's cursor can be of; one that finds a single order has no next page. */
export const goingOn = <W extends Want | SubscriptionWant>(
  wants: W[],
  cursor: OrderCursor | undefined,
): W[] => (cursor === undefined ? wants : wants.filter(({ by }) => CURSORS[by] === cursor.by))

type Row = { id: number; createdAt: number; emailKey: string | null }

/** The page of the first way of reading that found something; each list is one row longer than `limit` where it goes on. */
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
