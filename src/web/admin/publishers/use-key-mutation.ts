import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { KEYS } from './publishers-queries.ts'

/** An action on a publisher key. A toast reports the result, and the list is refetched. */
export function useKeyMutation<Input>(
  act: (input: Input) => Promise<{ message: string }>,
  { failed, onDone, onFailed }: { failed: string; onDone: () => void; onFailed: (error: unknown) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async ({ message }) => {
      onDone()
      toast({ title: message, tone: 'success' })
      await client.invalidateQueries({ queryKey: [KEYS] })
    },
    onError: (error) => {
      onFailed(error)
      failureToast(failed)(error)
    },
  })
}
