import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { UserList } from './users-queries.ts'

/**
 * A list of an account, which begins with the page that came with the account. Where the account is being read again, after
 * something was done to it, that page may be old: then the list is asked for itself.
 */
export function useUserList<Row>(list: UserList<Row>) {
  const account = useQueryClient().getQueryState(list.queryKey.slice(0, 2))
  return useInfiniteQuery({ ...list, initialData: account?.isInvalidated ? undefined : list.initialData })
}
