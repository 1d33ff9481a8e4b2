import { openBillingPortal } from '../../subscriptions/queries.ts'
import { useLeaveFor } from './use-leave-for.ts'

/** Opens the provider's page of cards and invoices. */
export function useBillingPortal() {
  const { leave, busy } = useLeaveFor(openBillingPortal, {
    title: 'Error',
    text: 'The billing page could not be opened. Please try again.',
  })
  return { open: leave, busy }
}
