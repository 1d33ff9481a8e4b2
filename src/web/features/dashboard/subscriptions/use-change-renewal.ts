import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatDay } from '#shared/core/format-day.ts'
import { reasonOf } from '../../../lib/api.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { cancelSubscription, resumeSubscription, subscriptionsQuery } from '../../subscriptions/queries.ts'

type RenewalAction = 'cancel' | 'resume'

/** Cancels or resumes a subscription. The card shows the response at once, and the user's products are refetched. */
export function useChangeRenewal(id: number, onDone: (changed: boolean) => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (action: RenewalAction) =>
      action === 'cancel' ? cancelSubscription(id) : resumeSubscription(id),
    onSuccess: async ({ message, data }) => {
      const { queryKey } = subscriptionsQuery()
      // A list that is being fetched may be older than the change.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === data.id ? data : one)))
      client.invalidateQueries({ queryKey: ['/api/my-products'] })
      onDone(true)
      const until = data.endsAt ?? data.nextBillingDate
      const day = until === null ? '' : formatDay(until)
      toast({
        title: message,
        description: data.cancelAtPeriodEnd
          ? data.reversed === null
            ? `You keep access until ${day}.`
            : `You will not be charged again. It ends on ${day}.`
          : data.endsAt
            ? 'It has ended.'
            : `It renews on ${day}.`,
        tone: 'success',
      })
    },
    onError: async (error) => {
      // A refusal may mean that the subscription was changed elsewhere.
      client.invalidateQueries({ queryKey: subscriptionsQuery().queryKey })
      onDone(false)
      toast({
        title: 'Error',
        description: reasonOf(error, 'An unexpected error occurred'),
        tone: 'destructive',
      })
    },
  })
  return { change: mutate, busy: isPending }
}
