import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { UserList } from './users-queries.ts'

/**
 * A list of an account. Its first page comes with the account. If the account was changed and is being refetched, that
 * page may be old, so the list is fetched separately.
 */
export function useListOfAccount<Row>(list: UserList<Row>) {
  const account = useQueryClient().getQueryState(list.queryKey.slice(0, 2))
  return useInfiniteQuery({ ...list, initialData: account?.isInvalidated ? undefined : list.initialData })
}
