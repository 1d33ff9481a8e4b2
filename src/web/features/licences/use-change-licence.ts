import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { licencesQuery } from './queries.ts'

/** Does something to a licence, says how it went, and is busy until the list is read again. */
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
        // A refusal may mean that it changed elsewhere.
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
