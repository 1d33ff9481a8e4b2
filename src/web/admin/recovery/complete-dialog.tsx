import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { Completing } from './use-complete-payment.ts'

/** Asks the admin to confirm a payment that is not reported as paid, or to clear its flag. */
export function CompleteDialog({ completing }: { completing: Completing }) {
  const { doubt, asking } = completing
  return (
    <ConfirmDialog
      open={asking}
      onOpenChange={(open) => (open ? undefined : completing.giveUp())}
      title={
        doubt?.clearsFlag
          ? `Clear the flag of payment #${doubt.id}?`
          : `Complete payment #${doubt?.id} by hand?`
      }
      description={doubt?.says}
      confirmLabel={doubt?.clearsFlag ? 'Clear flag' : 'Complete payment'}
      tone="primary"
      busy={completing.busyId !== null}
      onConfirm={completing.confirm}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5 text-muted text-sm marker:text-subtle">
        {(doubt?.clearsFlag ? CLEARS : COMPLETES).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

const COMPLETES = [
  'Its payment page is closed, so that nobody pays a second time.',
  'The buyer gets the product, its licence and the receipt.',
  'It counts as a sale, and is recorded under your name.',
]

const CLEARS = ['Payment and access do not change.', 'It is recorded under your name.']
