import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { recheckUser } from '../accounts/become-user.ts'
import { paymentQuery } from '../payments/queries.ts'
import { type Asking, isOpen, phaseOf } from './payment-phase.ts'
import { useAsking } from './use-asking.ts'

const atOnce = (errorStatus: number | null): Asking => ({ errorStatus, failing: false, waited: false })

/** A payment watched until it is decided, for as long as the page is open. */
export function usePayment(reference: string) {
  const queryClient = useQueryClient()
  const { data, asking, again, retrying } = useAsking(
    { ...paymentQuery(reference), gcTime: 0 },
    (payment, errorStatus) => !isOpen(phaseOf(payment, atOnce(errorStatus))),
  )
  const phase = phaseOf(data, asking)

  // The socket says the same, but it may be down.
  useEffect(() => {
    if (phase !== 'completed') return
    queryClient.invalidateQueries({ queryKey: ['/api/my-products'] })
    queryClient.invalidateQueries({ queryKey: ['/api/user/purchases'] })
  }, [phase, queryClient])

  // The session ended meanwhile; the page around then says what it can without one.
  const signedOut = asking.errorStatus === 401
  useEffect(() => {
    if (signedOut) recheckUser(queryClient)
  }, [signedOut, queryClient])

  return { payment: data, phase, again, retrying }
}
