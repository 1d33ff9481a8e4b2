import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { currentUserQuery, profileQuery } from './queries.ts'

/** Reads again who is here and what their profile says. */
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

/** … once, as soon as `changed`. */
export function useRefreshAfter(changed: boolean): void {
  const refresh = useRefreshAccount()
  useEffect(() => {
    if (changed) refresh()
  }, [changed, refresh])
}
