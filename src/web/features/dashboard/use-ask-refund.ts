import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Purchase } from '../../../worker/features/payments/contract.ts'
import type { AskRefund } from '../../../worker/features/refunds/contract.ts'
import { reasonOf } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { askRefund, purchasesQuery } from '../payments/queries.ts'

/** Asks for the money of a purchase; its row shows the server's answer at once, and what it opened is asked again. */
export function useAskRefund(id: number, onDone: () => void) {
  const client = useQueryClient()
  const { queryKey } = purchasesQuery()
  const { mutate, isPending } = useMutation({
    mutationFn: (input: AskRefund) => askRefund(id, input),
    onSuccess: async (purchase) => {
      // A list that is on its way may be from before.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === id ? purchase : one)))
      // What else was bought may be judged otherwise now.
      for (const key of ['/api/user/purchases', '/api/my-products', '/api/user/subscriptions'])
        client.invalidateQueries({ queryKey: [key] })
      onDone()
      toast({ ...messageFor(purchase), tone: 'success' })
    },
    onError: (error) => {
      // A refusal may mean that it changed elsewhere.
      client.invalidateQueries({ queryKey })
      onDone()
      const description = reasonOf(error, 'An unexpected error occurred')
      toast({ title: 'Error', description, tone: 'destructive' })
    },
  })
  return { ask: mutate, busy: isPending }
}

function messageFor({ status, refund, product }: Purchase) {
  if (refund?.status === 'review')
    return { title: 'Request sent', description: 'A person looks at it. You hear from us by email.' }
  if (status === 'refunded')
    return { title: 'Refunded', description: `Your payment for ${product.name} is on its way back to you.` }
  if (refund?.status === 'failed')
    return { title: 'Refund held up', description: 'Support was told and will write to you.' }
  return { title: 'Refund on its way', description: 'The payment provider was asked for it.' }
}
