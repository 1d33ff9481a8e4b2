import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { takeProduct } from './products-queries.ts'

type Messages = {
  /** The title of the toast, or the toast that fits the product in the response. */
  done: string | ((product: AdminProductDetail) => { title: string; description: string })
  failed: string
  after: () => void
}

/** An action on a release. The product in its response is shown, and a toast reports the result. */
export function useReleaseMutation<Input>(
  act: (input: Input) => Promise<AdminProductDetail>,
  { done, failed, after }: Messages,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async (product) => {
      toast({ tone: 'success', ...(typeof done === 'string' ? { title: done } : done(product)) })
      after()
      await takeProduct(client, product)
    },
    onError: failureToast(failed),
  })
}
