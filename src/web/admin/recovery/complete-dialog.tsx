import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { Completing } from './use-complete-payment.ts'

/** Asks the admin to confirm a payment that is not reported as paid, to clear its flag, or to close it without access. */
export function CompleteDialog({ completing }: { completing: Completing }) {
  const { doubt, asking } = completing
  const { title, label, effects } =
    TEXTS[doubt?.act === 'close' ? 'close' : doubt?.clearsFlag ? 'clear' : 'complete']
  return (
    <ConfirmDialog
      open={asking}
      onOpenChange={(open) => (open ? undefined : completing.giveUp())}
      title={title(doubt?.id)}
      description={doubt?.says}
      confirmLabel={label}
      tone="primary"
      busy={completing.busyId !== null}
      onConfirm={completing.confirm}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5 text-muted text-sm marker:text-subtle">
        {effects.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

const TEXTS = {
  complete: {
    title: (id?: number) => `Complete payment #${id} by hand?`,
    label: 'Complete payment',
    effects: [
      'Its payment page is closed, so that nobody pays a second time.',
      'The buyer gets the product, its licence and the receipt.',
      'It counts as a sale, and is recorded under your name.',
    ],
  },
  clear: {
    title: (id?: number) => `Clear the flag of payment #${id}?`,
    label: 'Clear flag',
    effects: ['Payment and access do not change.', 'It is recorded under your name.'],
  },
  close: {
    title: (id?: number) => `Close payment #${id} without access?`,
    label: 'Close payment',
    effects: [
      'Its payment page is closed, and the buyer gets nothing.',
      'A subscription that it began ends at once.',
      'The shop sends no money. The closing is recorded under your name.',
    ],
  },
}
