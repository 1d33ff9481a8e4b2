import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isUnconfirmed } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { ORDER_KEYS } from './orders-queries.ts'

type Said = { title: string; description?: string; tone?: 'success' | 'destructive' }

/**
 * An action on an order, a subscription or a refund. Whether it succeeds or fails, all queries that show it are
 * refetched. `onEnd` closes its dialog; not where the user did not confirm their identity, so that no text is lost.
 */
export function useOrderMutation<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  messages: { done: (answer: Answer) => Said; failed: string; onEnd?: () => void },
) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: (answer) => toast({ tone: 'success', ...messages.done(answer) }),
    onError: failureToast(messages.failed),
    onSettled: async (_answer, error) => {
      if (isUnconfirmed(error)) return
      // Also after a refusal, which may mean that the row was changed elsewhere.
      await Promise.all(ORDER_KEYS.map((key) => client.invalidateQueries({ queryKey: [key] })))
      messages.onEnd?.()
    },
  })
  return { run: mutate, busy: isPending }
}
