import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CompleteQuestion, completeQuestionSchema } from '#shared/recovery/contract.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { ORDER_KEYS } from '../orders/orders-queries.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { completePayment, PENDING } from './recovery-queries.ts'

type Doubt = CompleteQuestion & { id: number; says: string }

const FAILED = 'Failed to complete payment'

/** Completes a payment, or clears its flag. The server asks the admin to confirm what the provider does not report. */
export function useCompletePayment() {
  const client = useQueryClient()
  // Kept while the dialog closes, so that its text does not change.
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const [asking, setAsking] = useState(false)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: completePayment,
    onSuccess: ({ data }, { id, confirm }) => {
      setAsking(false)
      if (confirm && doubt?.clearsFlag) {
        const description = `Payment #${id} does not change. This is recorded under your name.`
        return toast({ title: 'Flag cleared', description, tone: 'success' })
      }
      const word =
        data.by === 'provider' ? 'The provider reports it as paid' : 'It is recorded under your name'
      const description = `Payment #${id} is ${data.status.replace('_', ' ')}. ${word}.`
      toast({ title: 'Payment completed', description, tone: 'success' })
    },
    onError: (cause, { id }) => {
      const question = questionOf(cause)
      if (question) {
        setDoubt({ id, says: reasonOf(cause, ''), ...question })
        return setAsking(true)
      }
      setAsking(false)
      failureToast(FAILED)(cause)
    },
    onSettled: (_data, cause) => {
      const lists = Promise.all(
        [PENDING, ...ORDER_KEYS].map((key) => client.invalidateQueries({ queryKey: [key] })),
      )
      // A request to confirm is shown at once. Otherwise, the button stays busy until the lists are refetched.
      return questionOf(cause) ? undefined : lists
    },
  })
  return {
    complete: (id: number) => mutate({ id, confirm: false }),
    /** The payment whose request is running. */
    busyId: isPending ? variables.id : null,
    doubt,
    asking,
    confirm: () =>
      asking && doubt ? mutate({ id: doubt.id, confirm: true, revision: doubt.revision }) : undefined,
    giveUp: () => setAsking(false),
  }
}

export type Completing = ReturnType<typeof useCompletePayment>

const questionOf = (error: unknown): CompleteQuestion | undefined =>
  error instanceof ApiError && error.status === 409
    ? completeQuestionSchema.safeParse(error.data).data
    : undefined
