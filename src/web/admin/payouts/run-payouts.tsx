import { useState } from 'react'
import { formatMonth } from '../../../worker/core/format-day.ts'
import { payoutPeriod } from '../../../worker/features/referrals/rules.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useRunPayouts } from './use-change-payout.ts'

/** What the clock does on the first of a month, now. */
export function RunPayouts() {
  const [open, setOpen] = useState(false)
  const { mutate, isPending } = useRunPayouts()
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Run payouts now
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Make the payouts of ${formatMonth(payoutPeriod(Date.now()))}?`}
        description="Everybody whose certain commissions come to more than nothing gets one payout for that month; those who have it already get no second one. It happens by itself on the first of each month. No money is sent."
        confirmLabel="Make payouts"
        tone="primary"
        busy={isPending}
        onConfirm={() => mutate(undefined, { onSettled: () => setOpen(false) })}
      />
    </>
  )
}
