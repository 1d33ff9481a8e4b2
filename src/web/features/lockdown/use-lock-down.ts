import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { OwnPassword } from '#shared/accounts/contract.ts'
import { LiveContext } from '../../lib/live/live-context.ts'
import { LOG_OUT } from '../accounts/become-user.ts'
import { lockDown, lockdownQuery } from './queries.ts'

/** Locks the account down. This browser goes on with its new session. */
export function useLockDown(onDone: () => void) {
  const client = useQueryClient()
  const { reconnect } = use(LiveContext)
  return useMutation({
    // The same key as a logout, because the session ends: no failed query refetches the user meanwhile.
    mutationKey: LOG_OUT,
    mutationFn: async (form: OwnPassword) => {
      // Requests with the session that ends would be refused.
      await client.cancelQueries()
      return lockDown(form)
    },
    onSuccess: (report) => {
      const counts = { ...report.done, devices: 0, sessions: 0, mailedLinks: 0 }
      client.setQueryData(lockdownQuery().queryKey, { counts, last: report })
      reconnect()
      onDone()
    },
    // Not awaited. Also after a failure, because requests were cancelled.
    onSettled: () => {
      client.invalidateQueries()
    },
  })
}
