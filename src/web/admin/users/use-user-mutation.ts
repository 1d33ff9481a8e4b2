import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { USERS } from './users-queries.ts'

type Done = { message: string; description?: string | undefined; tone?: 'success' | 'destructive' }

/** An action on an account. A toast reports the result, and the queries of accounts are refetched. */
export function useUserMutation<Input = void>(
  act: (input: Input) => Promise<Done>,
  { failed, onDone, onFailed }: { failed: string; onDone?: () => void; onFailed?: (error: unknown) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async ({ message, description, tone = 'success' }) => {
      onDone?.()
      toast({ title: message, tone, ...(description && { description }) })
      await client.invalidateQueries({ queryKey: [USERS] })
    },
    onError: (error) => {
      onFailed?.(error)
      failureToast(failed)(error)
    },
  })
}
