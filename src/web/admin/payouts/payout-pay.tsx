import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatMonth } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import { type Payout, type PayoutPaid, payoutPaidSchema } from '#shared/referrals/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useMarkPaid } from './use-change-payout.ts'

/** Records, once, that a payout's money was sent outside the shop. */
export function PayoutPay({ payout }: { payout: Payout }) {
  const { id, affiliate, period, total, address, payableFrom } = payout
  const [open, setOpen] = useState(false)
  const { mutate, isPending } = useMarkPaid()
  const { register, handleSubmit, formState, reset } = useForm<PayoutPaid>({
    resolver: zodResolver(payoutPaidSchema),
    defaultValues: { reference: '' },
  })
  const submit = handleSubmit(({ reference }) =>
    mutate({ id, reference }, { onSettled: () => setOpen(false) }),
  )
  return (
    <>
      <Button
        size="sm"
        disabled={address === null || payableFrom !== null}
        aria-label={`Mark as paid: payout #${id}`}
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        Mark as paid
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Was ${formatUsd(total)} sent to ${affiliate.username}?`}
        description={`Their commissions of ${formatMonth(period)} will be marked as paid, and they are notified by email. This cannot be undone.`}
        confirmLabel="Mark as paid"
        tone="primary"
        busy={isPending}
        onConfirm={submit}
      >
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <p className="min-w-0 text-muted text-sm">
            {formatUsd(total)} in USDC on Base to
            <Copyable value={address ?? ''} label="address" ends={10} className="mx-0" />
          </p>
          <Field
            label="Reference"
            required
            error={formState.errors.reference?.message}
            hint="For example the transaction’s hash. The affiliate sees it."
          >
            <Input autoComplete="off" spellCheck={false} className="font-mono" {...register('reference')} />
          </Field>
        </form>
      </ConfirmDialog>
    </>
  )
}
