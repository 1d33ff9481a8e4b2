import { useQueryClient } from '@tanstack/react-query'
import { renewSubscription, subscriptionsQuery } from '../../subscriptions/queries.ts'
import { useLeaveFor } from './use-leave-for.ts'

/** Opens a crypto charge for another month and goes to its page. */
export function useRenewPrepaid(id: number, billingCountry: string | null, onError: () => void) {
  const client = useQueryClient()
  const { leave, busy } = useLeaveFor(() => renewSubscription(id, { billingCountry }), {
    title: 'Checkout Error',
    text: 'Failed to initialize Coinbase Commerce checkout',
    onError: () => {
      // A refusal may mean that the subscription was changed elsewhere.
      client.invalidateQueries({ queryKey: subscriptionsQuery().queryKey })
      onError()
    },
  })
  return { renew: leave, busy }
}
