import type Stripe from 'stripe'
import { resourceMissing } from '../errors.ts'

export interface PageParams {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: number | Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number>> | undefined
}

/** One page of objects, newest first, selected by Stripe's cursors. */
export function pageOf<T extends { id: string; created: number }>(
  all: readonly T[],
  params: PageParams,
  url: string,
): Stripe.ApiList<T> {
  const items = all.filter((item) => createdFits(item.created, params.created))
  const { limit } = params
  if (params.ending_before) {
    const end = indexOf(items, params.ending_before)
    const start = Math.max(end - limit, 0)
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url }
  }
  const start = params.starting_after ? indexOf(items, params.starting_after) + 1 : 0
  return {
    object: 'list',
    data: items.slice(start, start + limit),
    has_more: items.length > start + limit,
    url,
  }
}

function indexOf(items: readonly { id: string }[], id: string): number {
  const index = items.findIndex((item) => item.id === id)
  if (index < 0) throw resourceMissing('object', id)
  return index
}

function createdFits(created: number, filter: PageParams['created']): boolean {
  if (filter === undefined) return true
  if (typeof filter === 'number') return created === filter
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = filter
  return created > gt && created >= gte && created < lt && created <= lte
}
