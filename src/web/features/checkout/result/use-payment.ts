import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { recheckUser } from '../../accounts/become-user.ts'
import { paymentQuery } from '../../payments/queries.ts'
import { isOpen, type Polling, phaseOf } from './payment-phase.ts'
import { usePolling } from './use-polling.ts'

const atOnce = (errorStatus: number | null): Polling => ({ errorStatus, failing: false, waited: false })

/** A payment watched until it is decided, for as long as the page is open. */
export function usePayment(reference: string) {
  const queryClient = useQueryClient()
  const { data, polling, again, retrying } = usePolling(
    { ...paymentQuery(reference), gcTime: 0 },
    (payment, errorStatus) => !isOpen(phaseOf(payment, atOnce(errorStatus))),
  )
  const phase = phaseOf(data, polling)

  // The socket says the same, but it may be down.
  useEffect(() => {
    if (phase !== 'completed') return
    queryClient.invalidateQueries({ queryKey: ['/api/my-products'] })
    queryClient.invalidateQueries({ queryKey: ['/api/user/purchases'] })
  }, [phase, queryClient])

  // The session ended meanwhile; the page around then says what it can without one.
  const signedOut = polling.errorStatus === 401
  useEffect(() => {
    if (signedOut) recheckUser(queryClient)
  }, [signedOut, queryClient])

  return { payment: data, phase, again, retrying }
}
