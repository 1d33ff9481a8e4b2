import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CompleteQuestion, completeQuestionSchema } from '#shared/recovery/contract.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { ORDER_KEYS } from '../orders/orders-queries.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { decidePayment, PENDING } from './recovery-queries.ts'

type Act = 'complete' | 'close'
type Doubt = CompleteQuestion & { id: number; act: Act; says: string }

const FAILED = { complete: 'Failed to complete payment', close: 'Failed to close payment' }

/** Completes a payment, clears its flag, or closes it without access. The server asks the admin to confirm what the provider does not report. */
export function useCompletePayment() {
  const client = useQueryClient()
  // Kept while the dialog closes, so that its text does not change.
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const [asking, setAsking] = useState(false)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: decidePayment,
    onSuccess: ({ data }, { id, act, confirm }) => {
      setAsking(false)
      if (act === 'complete' && confirm && doubt?.clearsFlag) {
        const description = `Payment #${id} does not change. This is recorded under your name.`
        return toast({ title: 'Flag cleared', description, tone: 'success' })
      }
      if (data.goesOn) {
        const description = `The provider knows payment #${id} again. It goes on like any other.`
        return toast({ title: 'Flag cleared', description, tone: 'success' })
      }
      // A payment that is closed may prove to be paid by now.
      const isClosed = data.status === 'failed' || data.status === 'expired'
      const report = isClosed ? 'No money is left at the provider' : 'The provider reports it as paid'
      const word = data.by === 'provider' ? report : 'It is recorded under your name'
      const description = `Payment #${id} is ${data.status.replace('_', ' ')}. ${word}.`
      toast({ title: isClosed ? 'Payment closed' : 'Payment completed', description, tone: 'success' })
    },
    onError: (cause, { id, act }) => {
      const question = questionOf(cause)
      if (question) {
        setDoubt({ id, act, says: reasonOf(cause, ''), ...question })
        return setAsking(true)
      }
      setAsking(false)
      failureToast(FAILED[act])(cause)
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
    complete: (id: number) => mutate({ id, act: 'complete', confirm: false }),
    close: (id: number) => mutate({ id, act: 'close', confirm: false }),
    /** The payment whose request is running. */
    busyId: isPending ? variables.id : null,
    busyAct: isPending ? variables.act : null,
    doubt,
    asking,
    confirm: () =>
      asking && doubt
        ? mutate({ id: doubt.id, act: doubt.act, confirm: true, revision: doubt.revision })
        : undefined,
    giveUp: () => setAsking(false),
  }
}

export type Completing = ReturnType<typeof useCompletePayment>

const questionOf = (error: unknown): CompleteQuestion | undefined =>
  error instanceof ApiError && error.status === 409
    ? completeQuestionSchema.safeParse(error.data).data
    : undefined
