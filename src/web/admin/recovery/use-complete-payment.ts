import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { ORDER_KEYS } from '../orders/orders-queries.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { completePayment, PENDING } from './recovery-queries.ts'

const FAILED = 'Failed to complete payment'

/** Completes a payment. If it is not reported as paid, or is paid but flagged, the server asks the admin to confirm. */
export function useCompletePayment() {
  const client = useQueryClient()
  const [doubt, setDoubt] = useState<{ id: number; says: string } | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: completePayment,
    onSuccess: ({ data }, { id }) => {
      setDoubt(null)
      const word =
        data.by === 'provider' ? 'The provider reports it as paid' : 'Completed on your confirmation'
      const description = `Payment #${id} is ${data.status.replace('_', ' ')}. ${word}.`
      toast({ title: 'Payment completed', description, tone: 'success' })
    },
    onError: (cause, { id }) => {
      if (asksToConfirm(cause)) return setDoubt({ id, says: reasonOf(cause, '') })
      setDoubt(null)
      failureToast(FAILED)(cause)
    },
    onSettled: (_data, cause) => {
      const lists = Promise.all(
        [PENDING, ...ORDER_KEYS].map((key) => client.invalidateQueries({ queryKey: [key] })),
      )
      // A request to confirm is shown at once. Otherwise, the button stays busy until the lists are refetched.
      return asksToConfirm(cause) ? undefined : lists
    },
  })
  return {
    complete: (id: number) => mutate({ id, confirm: false }),
    /** The payment whose request is running. */
    busyId: isPending ? variables.id : null,
    doubt,
    confirm: () => (doubt ? mutate({ id: doubt.id, confirm: true }) : undefined),
    giveUp: () => setDoubt(null),
  }
}

export type Completing = ReturnType<typeof useCompletePayment>

const asksToConfirm = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 409 &&
  typeof error.data === 'object' &&
  error.data !== null &&
  'code' in error.data &&
  error.data.code === 'confirm'
