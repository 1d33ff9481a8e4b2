import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { worthRefetching } from './worth-refetching.ts'

/** Refetches failed queries that are worth it when the network or the reader is back. */
export function useRefetchFailed(): void {
  const client = useQueryClient()
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
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
