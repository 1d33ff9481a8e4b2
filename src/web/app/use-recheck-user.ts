import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { recheckUser } from '../features/accounts/become-user.ts'
import { currentUserQuery, mayBeSignedIn } from '../features/accounts/queries.ts'

/** When the reader is back in this tab: they may have logged in or out in another one. */
export function useRecheckUser(): void {
  const client = useQueryClient()
  useEffect(() => {
    const check = () => {
      const user = client.getQueryData(currentUserQuery().queryKey)
      const isChanged = user !== undefined && (user !== null) !== mayBeSignedIn()
      if (document.visibilityState === 'visible' && isChanged) recheckUser(client)
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [client])
}
