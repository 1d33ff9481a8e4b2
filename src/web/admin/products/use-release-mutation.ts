import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminProductDetail } from '#shared/catalogue/contract.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { takeProduct } from './products-queries.ts'

type Messages = { done: string; failed: string; text?: string; after: () => void }

/** An action on a release. The product in its response is shown, and a toast reports the result. */
export function useReleaseMutation<Input>(
  act: (input: Input) => Promise<AdminProductDetail>,
  { done, failed, text, after }: Messages,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async (product) => {
      toast({ title: done, tone: 'success', ...(text && { description: text }) })
      after()
      await takeProduct(client, product)
    },
    onError: failureToast(failed),
  })
}
