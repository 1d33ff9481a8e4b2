import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { currentUserQuery, profileQuery } from './queries.ts'

/** Refetches the signed-in user and their profile. */
export function useRefreshAccount() {
  const client = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: currentUserQuery().queryKey }),
        client.invalidateQueries({ queryKey: profileQuery().queryKey }),
      ]),
    [client],
  )
}

/** Refetches the account once `changed` is true. */
export function useRefreshAfter(changed: boolean): void {
  const refresh = useRefreshAccount()
  useEffect(() => {
    if (changed) refresh()
  }, [changed, refresh])
}
