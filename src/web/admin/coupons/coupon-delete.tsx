import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CouponView } from '../../../worker/features/coupons/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useDeleteCoupon } from './use-change-coupon.ts'

export type CouponDeleteProps = { coupon: CouponView; look?: 'icon' | 'text'; onDone?: () => void }

export function CouponDelete({ coupon: { id, code }, look = 'text', onDone }: CouponDeleteProps) {
  const [open, setOpen] = useState(false)
  const { mutate, isPending } = useDeleteCoupon()
  return (
    <>
      {look === 'icon' ? (
        <IconButton label={`Delete ${code}`} size="sm" icon={<Trash2 />} onClick={() => setOpen(true)} />
      ) : (
        <Button size="sm" variant="ghost" aria-label={`Delete ${code}`} onClick={() => setOpen(true)}>
          <Trash2 aria-hidden="true" />
          Delete
        </Button>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete ${code}?`}
        description="Nobody can use it any more. If it was ever used, it stays in the books and is switched off instead."
        confirmLabel="Delete coupon"
        busy={isPending}
        onConfirm={() =>
          mutate(id, {
            onSettled: () => setOpen(false),
            onSuccess: () => onDone?.(),
          })
        }
      />
    </>
  )
}
