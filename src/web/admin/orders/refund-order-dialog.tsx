import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { formatUsd } from '#shared/core/money.ts'
import type { OrderDetail } from '#shared/orders/contract.ts'
import { type StartRefund, startRefundSchema } from '#shared/refunds/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { RadioCard, RadioCardGroup } from '../../ui/forms/radio-card.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { refundPreviewQuery, startRefund } from './orders-queries.ts'
import { RefundEffectsList } from './refund-effects-list.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

const TO_SENDER = 'The money is refunded to the original payment method.'
/** BTCPay Server does not know the buyer's wallet. */
const CLAIMED = 'The buyer gets a link to claim the money with a wallet address.'

const dollars = startRefundSchema.shape.amount.unwrap()

const formSchema = z
  .object({ how: z.enum(['all', 'part']), amount: z.string(), reason: startRefundSchema.shape.reason })
  .superRefine(({ how, amount }, context) => {
    const read = dollars.safeParse(Number(amount))
    const message = read.error?.issues[0]?.message ?? ''
    if (how === 'part' && !read.success) context.addIssue({ code: 'custom', path: ['amount'], message })
  })

export type RefundOrderDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  order: OrderDetail
}

/** Refunds an order in full or in part, and shows the effects first. */
export function RefundOrderDialog({ open, onOpenChange, order }: RefundOrderDialogProps) {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { how: 'all' as const, amount: '', reason: '' } as z.infer<typeof formSchema>,
  })
  const [how, text] = useWatch({ control, name: ['how', 'amount'] })
  const amount = useSettled(how === 'part' ? dollars.safeParse(Number(text)).data : undefined)
  const waits = how === 'part' && amount === undefined
  const {
    data: preview,
    error,
    isFetching,
  } = useQuery({
    ...refundPreviewQuery(order.id, amount),
    enabled: open && !waits,
  })
  const { run, busy } = useOrderMutation((input: StartRefund) => startRefund(order.id, input), {
    done: ({ status, amount: given }) =>
      status === 'failed'
        ? {
            title: 'Refund failed',
            description: 'This refund did not go through. The timeline of the order shows the reason.',
            tone: 'destructive',
          }
        : { title: 'Refund started', description: `${formatUsd(given)} of order #${order.id}.` },
    failed: 'Refund failed',
    onEnd: () => onOpenChange(false),
  })
  const refusal = waits ? null : (preview?.refusal ?? null)
  const sum = how === 'all' ? preview?.left : amount
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Refund order #${order.id}?`}
      description={`${order.provider === 'btcpay' ? CLAIMED : TO_SENDER} A refund cannot be undone.`}
      confirmLabel={sum === undefined ? 'Refund' : `Refund ${formatUsd(sum)}`}
      busy={busy}
      onConfirm={handleSubmit(({ reason }) => {
        const wanted = how === 'part' ? Number(text) : undefined
        if (refusal !== null && wanted === amount) return
        run({ reason, left: preview?.left, ...(wanted !== undefined && { amount: wanted }) })
      })}
    >
      <div className="flex flex-col gap-5">
        <Controller
          control={control}
          name="how"
          render={({ field }) => (
            <RadioCardGroup
              label="How much"
              value={field.value}
              onValueChange={field.onChange}
              className="sm:grid-cols-2"
            >
              <RadioCard
                value="all"
                title="Everything that is left"
                description={preview && formatUsd(preview.left)}
              />
              <RadioCard value="part" title="A part" description="Enter an amount." />
            </RadioCardGroup>
          )}
        />
        {how === 'part' ? (
          <Field
            label="Amount"
            required
            hint={preview ? `At most ${formatUsd(preview.left)}.` : undefined}
            error={formState.errors.amount?.message ?? refusal ?? undefined}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              start="$"
              className="font-mono"
              {...register('amount')}
            />
          </Field>
        ) : null}
        {how === 'all' && refusal ? (
          <p role="alert" className="text-danger text-sm">
            {refusal}
          </p>
        ) : null}
        {error ? (
          <p role="alert" className="text-danger text-sm">
            {reasonOf(error, 'The effects could not be loaded.')}
          </p>
        ) : null}
        {preview && refusal === null && !waits ? (
          <RefundEffectsList preview={preview} busy={isFetching} />
        ) : null}
        {!preview && !error ? <Skeleton className="h-16 w-full" /> : null}
        <Field
          label="Reason"
          required
          hint="For the audit log. The customer does not see it."
          error={formState.errors.reason?.message}
        >
          <Textarea rows={2} maxLength={500} {...register('reason')} />
        </Field>
      </div>
    </ConfirmDialog>
  )
}

const PAUSE_MS = 250

/** The value after it has not changed for `PAUSE_MS`. */
function useSettled(value: number | undefined): number | undefined {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
