import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CouponView } from '#shared/coupons/contract.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useDeleteCoupon } from './use-change-coupon.ts'

export type CouponDeleteProps = { coupon: CouponView; variant?: 'icon' | 'text'; onDone?: () => void }

export function CouponDelete({ coupon: { id, code }, variant = 'text', onDone }: CouponDeleteProps) {
  const [open, setOpen] = useState(false)
  const { mutate, isPending } = useDeleteCoupon()
  return (
    <>
      {variant === 'icon' ? (
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
        description="Nobody can use it any more. A coupon that was used before is switched off instead, so that its uses stay on record."
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
