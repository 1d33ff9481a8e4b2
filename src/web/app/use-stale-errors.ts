import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWhenOnline } from '../lib/use-when-online.ts'
import { dismissErrorToast } from '../ui/overlays/toast.ts'

/** Closes the toast about an error once its cause is gone: at the next action, or when the network is back. */
export function useStaleErrors(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'pending') dismissErrorToast()
      }),
    [client],
  )
  useWhenOnline(dismissErrorToast)
}
