import type { MyProduct } from '#shared/access/contract.ts'
import { matchesSearch, type Searched } from '../../../lib/matches-search.ts'
import { isOwnedAs, type Ownership } from './access-line.ts'

export const SORTS = ['added', 'updated', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** The address's `sort`; anything unknown is the order of purchase. */
export const readSort = (value: string | null): Sort => SORTS.find((name) => name === value) ?? 'added'

export type LibraryItem = Searched & Pick<MyProduct, 'access' | 'releasedAt' | 'slug'>

export type LibraryView = { ownership: Ownership; wanted: string; sort: Sort }

const compareName = (a: LibraryItem, b: LibraryItem) => a.name.localeCompare(b.name)

/** Newest first; a missing date is the oldest. */
const byDate = (dateOf: (item: LibraryItem) => string | null) => (a: LibraryItem, b: LibraryItem) =>
  (dateOf(b) ?? '').localeCompare(dateOf(a) ?? '')

const COMPARE: Record<Sort, (a: LibraryItem, b: LibraryItem) => number> = {
  added: byDate(({ access }) => access.purchase?.since ?? access.since),
  updated: byDate(({ releasedAt }) => releasedAt),
  name: compareName,
}

/** The products that the filter and the search leave, in the chosen order; those of one moment by name. */
export const arrangeLibrary = <Item extends LibraryItem>(
  items: readonly Item[],
  { ownership, wanted, sort }: LibraryView,
): Item[] =>
  items
    .filter((item) => isOwnedAs(item, ownership) && matchesSearch(item, wanted))
    .sort((a, b) => COMPARE[sort](a, b) || compareName(a, b))
