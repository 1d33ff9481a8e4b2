import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { Completing } from './use-complete-payment.ts'

/** Asks the admin to confirm a payment that is not reported as paid, or that is paid but flagged (`isPaid`). */
export function CompleteDialog({ completing, isPaid = false }: { completing: Completing; isPaid?: boolean }) {
  const { doubt } = completing
  return (
    <ConfirmDialog
      open={doubt !== null}
      onOpenChange={(open) => (open ? undefined : completing.giveUp())}
      title={`Complete payment #${doubt?.id} by hand?`}
      description={doubt?.says}
      confirmLabel="Complete payment"
      tone="primary"
      busy={completing.busyId !== null}
      onConfirm={completing.confirm}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5 text-muted text-sm marker:text-subtle">
        {(isPaid ? PAID : UNPAID).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

const UNPAID = [
  'Its payment page is closed, so that nobody pays a second time.',
  'The buyer gets the product, its licence and the receipt.',
  'It counts as a sale, and is recorded under your name.',
]

const PAID = ['Payment and access do not change.', 'It is recorded under your name.']
