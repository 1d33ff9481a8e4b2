import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { formatMoment } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { Purchase } from '#shared/payments/contract.ts'
import { type AskRefund, askRefundSchema } from '#shared/refunds/contract.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { refundEffects } from '../../payments/purchase-status.ts'
import { useAskRefund } from './use-request-refund.ts'

export type RefundDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  purchase: Purchase
}

/** Shows the effects of a refund and its deadline before the request is sent. */
export function RefundDialog({ open, onOpenChange, purchase }: RefundDialogProps) {
  const { product, refundable } = purchase
  const { ask, busy } = useAskRefund(purchase.id, () => onOpenChange(false))
  const { register, handleSubmit, formState } = useForm<AskRefund>({
    resolver: zodResolver(askRefundSchema),
    defaultValues: { reason: '' },
  })
  const review = refundable.verdict === 'review'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Refund ${product.name}?`}
      description={
        review
          ? `${refundable.reason} Nothing changes until then. We will email you.`
          : 'This happens at once and cannot be undone.'
      }
      confirmLabel={review ? 'Send request' : `Refund ${formatUsd(refundable.amount)}`}
      cancelLabel="Keep it"
      tone={review ? 'primary' : 'danger'}
      busy={busy}
      onConfirm={handleSubmit((input) => ask(input))}
    >
      <div className="flex flex-col gap-5">
        <div>
          {review ? <p className="font-medium text-fg text-sm">If it is approved</p> : null}
          <ul className="flex list-disc flex-col gap-2 pl-5 text-muted text-sm marker:text-subtle">
            {refundEffects(purchase).map((text) => (
              <li key={text}>{text}</li>
            ))}
            {refundable.until ? <li>You can ask until {formatMoment(refundable.until)}.</li> : null}
          </ul>
        </div>
        <Field
          label={review ? 'What should we know?' : 'What was wrong with it?'}
          optional
          error={formState.errors.reason?.message}
        >
          <Textarea rows={3} maxLength={1000} {...register('reason')} />
        </Field>
      </div>
    </ConfirmDialog>
  )
}
