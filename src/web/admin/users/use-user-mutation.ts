import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { USERS } from './users-queries.ts'

type Done = { message: string; description?: string | undefined }

/** Something done to an account: a toast says how it went, and what is shown of accounts is read again. */
export function useUserMutation<Input = void>(
  act: (input: Input) => Promise<Done>,
  { failed, onDone, onFailed }: { failed: string; onDone?: () => void; onFailed?: (error: unknown) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async ({ message, description }) => {
      onDone?.()
      toast({ title: message, tone: 'success', ...(description && { description }) })
      await client.invalidateQueries({ queryKey: [USERS] })
    },
    onError: (error) => {
      onFailed?.(error)
      failureToast(failed)(error)
    },
  })
}
