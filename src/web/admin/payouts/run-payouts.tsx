import { useState } from 'react'
import { formatMonth } from '#shared/core/format-day.ts'
import { payoutPeriod } from '#shared/referrals/rules.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useRunPayouts } from './use-change-payout.ts'

/** Starts, by hand, the payout job that otherwise runs on the first of a month. */
export function RunPayouts() {
  const [open, setOpen] = useState(false)
  const { mutate, isPending } = useRunPayouts()
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Create payouts
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Create the payouts of ${formatMonth(payoutPeriod(Date.now()))}?`}
        description="Every affiliate whose completed commissions add up to more than $0 gets one payout for that month. Nobody gets a second one. The shop also does this automatically on the first of each month. No money is sent."
        confirmLabel="Create payouts"
        tone="primary"
        busy={isPending}
        onConfirm={() => mutate(undefined, { onSettled: () => setOpen(false) })}
      />
    </>
  )
}
