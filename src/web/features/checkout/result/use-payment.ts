import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { recheckUser } from '../../accounts/become-user.ts'
import { paymentQuery } from '../../payments/queries.ts'
import { isOpen, type Polling, phaseOf } from './payment-phase.ts'
import { usePolling } from './use-polling.ts'

const atOnce = (errorStatus: number | null): Polling => ({ errorStatus, failing: false, waited: false })

/** Polls a payment until its result is final, while the page is open. */
export function usePayment(reference: string) {
  const queryClient = useQueryClient()
  const { data, polling, again, retrying } = usePolling(
    { ...paymentQuery(reference), gcTime: 0 },
    (payment, errorStatus) => !isOpen(phaseOf(payment, atOnce(errorStatus))),
  )
  const phase = phaseOf(data, polling)

  // The live connection triggers the same refetches, but it may be down.
  useEffect(() => {
    if (phase !== 'completed') return
    queryClient.invalidateQueries({ queryKey: ['/api/my-products'] })
    queryClient.invalidateQueries({ queryKey: ['/api/user/purchases'] })
  }, [phase, queryClient])

  // The session has ended. The page around then shows the state for signed-out visitors.
  const signedOut = polling.errorStatus === 401
  useEffect(() => {
    if (signedOut) recheckUser(queryClient)
  }, [signedOut, queryClient])

  return { payment: data, phase, again, retrying }
}
