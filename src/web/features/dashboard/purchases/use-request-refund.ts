import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Purchase } from '#shared/payments/contract.ts'
import type { AskRefund } from '#shared/refunds/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { askRefund, purchasesQuery } from '../../payments/queries.ts'

/** Requests the refund of a purchase. The row shows the response at once, and the affected lists are refetched. */
export function useAskRefund(id: number, onDone: () => void) {
  const client = useQueryClient()
  const { queryKey } = purchasesQuery()
  const { mutate, isPending } = useMutation({
    mutationFn: (input: AskRefund) => askRefund(id, input),
    onSuccess: async (purchase) => {
      // A list that is being fetched may be older than the request.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === id ? purchase : one)))
      // The refund may also change the state of other purchases, products and subscriptions.
      for (const key of ['/api/user/purchases', '/api/my-products', '/api/user/subscriptions'])
        client.invalidateQueries({ queryKey: [key] })
      onDone()
      toast({ ...messageFor(purchase), tone: 'success' })
    },
    onError: (error) => {
      // A refusal may mean that the purchase was changed elsewhere.
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
    return { title: 'Request sent', description: 'We will review it and email you.' }
  if (refund?.status === 'succeeded' && refund.claimUrl !== null) {
    const description = `Your refund for ${product.name} is ready. Choose “Claim your refund” to enter your wallet address.`
    return { title: 'Enter your wallet address', description }
  }
  if (status === 'refunded')
    return { title: 'Refund started', description: `We are refunding your payment for ${product.name}.` }
  if (refund?.status === 'failed')
    return { title: 'Refund failed', description: 'Our support team knows and will email you.' }
  if (refund?.status === 'approved') {
    const description = 'We will send it to the payment provider shortly and email you.'
    return { title: 'Refund accepted', description }
  }
  return { title: 'Refund on its way', description: 'We have sent it to the payment provider.' }
}
