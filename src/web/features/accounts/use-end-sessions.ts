import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { sessionsQuery } from './queries.ts'

/** Logs devices out, shows the result in a toast and refetches the list of sessions. */
export function useEndSessions<Input = void>(end: (input: Input) => Promise<{ message: string }>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: ({ message }) => toast({ title: 'Logged out', description: message, tone: 'success' }),
    onError: (error) =>
      toast({
        title: 'Logout failed',
        description: reasonOf(error, 'The shop did not answer. Try again in a moment.'),
        tone: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
}
