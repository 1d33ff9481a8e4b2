import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { worthAskingAgain } from './ask-again.ts'

/** What failed for want of a network is asked again once it or the reader is back. */
export function useAskAgain(): void {
  const client = useQueryClient()
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      client.refetchQueries({
        type: 'active',
        predicate: ({ queryKey, state }) => worthAskingAgain(queryKey[0], state.error),
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
