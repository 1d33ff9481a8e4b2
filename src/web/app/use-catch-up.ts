import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { recheckUser } from '../features/accounts/become-user.ts'
import { currentUserQuery, mayBeSignedIn } from '../features/accounts/queries.ts'
import { worthRefetching } from './worth-refetching.ts'

/**
 * When the network or the reader is back, refetches the failed queries that are worth it, and the user where the login
 * changed in another tab.
 */
export function useCatchUp(): void {
  const client = useQueryClient()
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      const user = client.getQueryData(currentUserQuery().queryKey)
      if (user !== undefined && !user === mayBeSignedIn()) recheckUser(client)
      client.refetchQueries({
        type: 'active',
        predicate: ({ queryKey, state }) => worthRefetching(queryKey[0], state.error),
      })
    }
    window.addEventListener('online', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      window.removeEventListener('online', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [client])
}
