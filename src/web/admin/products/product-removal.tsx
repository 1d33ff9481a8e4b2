import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminProduct } from '#shared/catalogue/manage-contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { deleteProduct, restoreProduct, takeProduct } from './products-queries.ts'

/** Removes a product from the shop, or restores it. The two plans have no such button. */
export function ProductRemoval({
  product,
}: {
  product: Pick<AdminProduct, 'id' | 'name' | 'tier' | 'isDeleted'>
}) {
  const { id, name, tier, isDeleted } = product
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const failed = isDeleted ? 'Failed to restore product' : 'Failed to delete product'
  const { mutate, isPending } = useMutation({
    mutationFn: () => (isDeleted ? restoreProduct(id) : deleteProduct(id)),
    onSuccess: async (changed) => {
      const title = changed.isDeleted ? 'Product Deleted' : 'Product Restored'
      toast({ title, description: name, tone: 'success' })
      setAsking(false)
      await takeProduct(client, changed)
    },
    onError: (cause) => {
      setAsking(false)
      failureToast(failed)(cause)
    },
  })
  if (tier !== 'script') return null
  if (isDeleted) {
    return (
      <Button size="sm" busy={isPending} onClick={() => mutate()} aria-label={`Restore ${name}`}>
        Restore
      </Button>
    )
  }
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)} aria-label={`Delete ${name}`}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${name}?`}
        description="It disappears from the shop and cannot be bought any more. Customers keep it with its files, and subscriptions by card continue. Prepaid months run to their end and cannot be renewed. You can restore it at any time."
        confirmLabel="Delete product"
        busy={isPending}
        onConfirm={() => mutate()}
      />
    </>
  )
}
