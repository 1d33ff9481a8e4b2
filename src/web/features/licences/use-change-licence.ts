import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { licencesQuery } from './queries.ts'

/** An action on a licence. A toast shows the result, and the action is busy until the list is refetched. */
export function useChangeLicence<Input>(
  change: (input: Input) => Promise<{ message: string }>,
  { done, onDone }: { done: string; onDone: () => void },
) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async (input: Input) => {
      try {
        return await change(input)
      } finally {
        // Also after a refusal, which may mean that the licence was changed elsewhere.
        await client.invalidateQueries({ queryKey: licencesQuery().queryKey })
      }
    },
    onSuccess: ({ message }) => toast({ title: done, description: message, tone: 'success' }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: reasonOf(error, 'An unexpected error occurred'),
        tone: 'destructive',
      }),
    onSettled: onDone,
  })
  return { change: mutate, busy: isPending }
}
