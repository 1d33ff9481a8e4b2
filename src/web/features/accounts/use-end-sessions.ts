import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { LiveContext } from '../../lib/live/live-context.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { LOG_OUT } from './become-user.ts'
import { sessionsQuery } from './queries.ts'

/** Logs devices out, shows the result in a toast and refetches the list of sessions. */
export function useEndSessions<Input = void>(end: (input: Input) => Promise<{ message: string }>) {
  const client = useQueryClient()
  const { reconnect } = use(LiveContext)
  return useMutation({
    // This browser's session may end, or go on as a new one: no failed query refetches the user meanwhile.
    mutationKey: LOG_OUT,
    mutationFn: end,
    onSuccess: ({ message }) => {
      reconnect()
      toast({ title: 'Logged out', description: message, tone: 'success' })
    },
    onError: (error) =>
      toast({
        title: 'Logout failed',
        description: reasonOf(error, 'The shop did not answer. Try again in a moment.'),
        tone: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
}
