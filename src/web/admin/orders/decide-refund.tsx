import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatUsd } from '#shared/core/money.ts'
import { decideRefundSchema, type RefundView } from '#shared/refunds/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ForRole } from '../ui/for-role.tsx'
import { approveRefund, declineRefund, refundPreviewQuery } from './orders-queries.ts'
import { RefundEffectsList } from './refund-effects-list.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

type Asked = Pick<RefundView, 'id' | 'paymentId' | 'amount' | 'email'>

/** The two answers to a refund request, approve or decline, for managers and owners. */
export function DecideRefund({ refund }: { refund: Asked }) {
  const [answer, setAnswer] = useState<'approve' | 'decline' | null>(null)
  const close = () => setAnswer(null)
  const about = `refund of order #${refund.paymentId}`
  return (
    <ForRole least="manager">
      <Button size="sm" onClick={() => setAnswer('decline')} aria-label={`Decline the ${about}`}>
        Decline
      </Button>
      <Button
        size="sm"
        variant="primary"
        onClick={() => setAnswer('approve')}
        aria-label={`Approve the ${about}`}
      >
        Approve
      </Button>
      {answer === 'approve' ? <Approve refund={refund} onClose={close} /> : null}
      {answer === 'decline' ? <Decline refund={refund} onClose={close} /> : null}
    </ForRole>
  )
}

type AnswerProps = { refund: Asked; onClose: () => void }

function Approve({ refund, onClose }: AnswerProps) {
  const { data: preview, isFetching } = useQuery(refundPreviewQuery(refund.paymentId, refund.amount))
  const { run, busy } = useOrderMutation(() => approveRefund(refund.id), {
    done: ({ status, amount }) =>
      status === 'failed'
        ? {
            title: 'Refund failed',
            description: 'This refund did not go through. The timeline of the order shows the reason.',
            tone: 'destructive',
          }
        : { title: 'Refund approved', description: `${formatUsd(amount)} will be refunded.` },
    failed: 'Refund failed',
    onEnd: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Approve the refund of order #${refund.paymentId}?`}
      description={`${formatUsd(refund.amount)} will be refunded to ${refund.email ?? 'the customer'}. This cannot be undone.`}
      confirmLabel={`Refund ${formatUsd(refund.amount)}`}
      busy={busy}
      onConfirm={() => run(undefined)}
    >
      {preview ? (
        <RefundEffectsList preview={preview} busy={isFetching} />
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </ConfirmDialog>
  )
}

function Decline({ refund, onClose }: AnswerProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(decideRefundSchema),
    defaultValues: { note: '' },
  })
  const { run, busy } = useOrderMutation((note: string) => declineRefund(refund.id, note), {
    done: () => ({ title: 'Refund declined', description: 'The customer was notified by email.' }),
    failed: 'Refund not declined',
    onEnd: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Decline the refund of order #${refund.paymentId}?`}
      description={`Payment and access do not change. ${refund.email ?? 'The customer'} is notified by email.`}
      confirmLabel="Decline refund"
      busy={busy}
      onConfirm={handleSubmit(({ note }) => run(note ?? ''))}
    >
      <Field
        label="Note"
        optional
        hint="Included in the email to the customer."
        error={formState.errors.note?.message}
      >
        <Textarea rows={3} maxLength={1000} {...register('note')} />
      </Field>
    </ConfirmDialog>
  )
}
