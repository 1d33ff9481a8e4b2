import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../app/api.ts'
import { paymentQuery } from '../payments/queries.ts'
import { isOpen, phaseOf } from './payment-phase.ts'

const ASK_EVERY_MS = 1500
const PATIENCE_MS = 60_000

/** A payment watched until it is decided, for a minute at most; `again` starts another minute. */
export function usePayment(reference: string) {
  const queryClient = useQueryClient()
  const [round, setRound] = useState(0)
  const [tiredOf, setTiredOf] = useState(-1)
  const patient = tiredOf < round

  const { data: payment, error } = useQuery({
    ...paymentQuery(reference),
    gcTime: 0,
    refetchInterval: (query) => {
      const phase = phaseOf(query.state.data, statusOf(query.state.error), patient)
      return patient && isOpen(phase) ? ASK_EVERY_MS : false
    },
    refetchIntervalInBackground: true,
  })
  const phase = phaseOf(payment, statusOf(error), patient)

  useEffect(() => {
    const timer = setTimeout(() => setTiredOf(round), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [round])

  // The socket says the same, but it may be down.
  useEffect(() => {
    if (phase !== 'completed') return
    queryClient.invalidateQueries({ queryKey: ['/api/my-products'] })
    queryClient.invalidateQueries({ queryKey: ['/api/user/purchases'] })
  }, [phase, queryClient])

  return { payment, phase, again: () => setRound((before) => before + 1) }
}

const statusOf = (error: Error | null): number | null =>
  error === null ? null : error instanceof ApiError ? error.status : 0
