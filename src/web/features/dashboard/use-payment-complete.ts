import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from '../../lib/router/router-context.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { myProductsQuery } from '../access/queries.ts'
import { purchasesQuery } from '../payments/queries.ts'
import { completedIds, deliveredPayments } from './arrived-payment.ts'
import { keepSeenPayments, readSeenPayments } from './seen-payments.ts'

/** A live message announces the payment. The lists are also polled: the connection may be down. */
const POLL_MS = 4000
/** After this time the notification and the mail announce the payment. */
const PATIENCE_MS = 2 * 60_000

/**
 * `checking`: the lists are still loading. `waiting`: the product of the payment is not there yet. `late`: still not, after
 * two minutes.
 */
export type Arrival = 'none' | 'checking' | 'waiting' | 'late'

/**
 * Announces the payment from which the buyer returned (`payment=complete` in the address), once its product is there.
 * Then the flag is removed from the address, so that a reload announces nothing.
 */
export function usePaymentComplete(): Arrival {
  const [query, setQuery] = useSearchParams()
  const returned = query.get('payment') === 'complete'
  const [patient, setPatient] = useState(true)
  // Without the flag, only what the open tab has loaded anyway.
  const poll = { enabled: returned, refetchInterval: patient ? POLL_MS : (false as const) }
  const { data: purchases, isFetchedAfterMount: hasPurchases } = useQuery({ ...purchasesQuery(), ...poll })
  const { data: products, isFetchedAfterMount: hasProducts } = useQuery({ ...myProductsQuery(), ...poll })
  const [seen] = useState(readSeenPayments)

  useEffect(() => {
    if (!returned) return
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [returned])

  const delivered = purchases && products ? deliveredPayments(purchases, products, Date.now()) : []
  const isThere = delivered.some(({ id }) => !seen.has(id))

  // A later return must not announce a payment that the buyer saw here.
  const first = purchases && !returned ? purchases : undefined
  const isKnown = first !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once. Another open page may be waiting for a later payment.
  useEffect(() => {
    if (first) keepSeenPayments(completedIds(first))
  }, [isKnown])

  useEffect(() => {
    if (!returned || !isThere) return
    toast({ title: 'Payment Complete!', description: 'Your product is ready to download.', tone: 'success' })
    setQuery(
      (before) => {
        before.delete('payment')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }, [returned, isThere, setQuery])

  if (!returned || isThere) return 'none'
  // A list of an earlier page may be older than the payment.
  if (patient) return hasPurchases && hasProducts ? 'waiting' : 'checking'
  // Another page of this browser has shown it.
  return delivered.length > 0 ? 'none' : 'late'
}
