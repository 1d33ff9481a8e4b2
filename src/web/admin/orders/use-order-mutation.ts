import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { ORDER_KEYS } from './orders-queries.ts'

type Said = { title: string; description?: string }

/** Something done to an order, a subscription or a refund: whatever came of it, all that shows it is asked again. */
export function useOrderMutation<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  words: { done: (answer: Answer) => Said; failed: string; onEnd?: () => void },
) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: (answer) => toast({ ...words.done(answer), tone: 'success' }),
    onError: failureToast(words.failed),
    onSettled: async () => {
      // A refusal may mean that it changed elsewhere.
      await Promise.all(ORDER_KEYS.map((key) => client.invalidateQueries({ queryKey: [key] })))
      words.onEnd?.()
    },
  })
  return { run: mutate, busy: isPending }
}
