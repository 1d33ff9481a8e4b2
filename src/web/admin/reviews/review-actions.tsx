import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import {
  answerReviewSchema,
  type ManagedReview,
  REVIEW_MAX,
  rejectReviewSchema,
} from '#shared/reviews/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ReasonDialog } from '../users/reason-dialog.tsx'
import { useChangeReview } from './use-change-review.ts'

const reasonSchema = rejectReviewSchema.pick({ reason: true })

/** The decisions on one review. */
export function ReviewActions({ review }: { review: ManagedReview }) {
  const { id, revision, state, answer } = review
  const [dialog, setDialog] = useState<'reject' | 'answer' | null>(null)
  const close = () => setDialog(null)
  const approve = useChangeReview('approve')
  const reject = useChangeReview('reject')
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {state === 'published' ? (
        <Button size="sm" onClick={() => setDialog('answer')}>
          {answer ? 'Change answer' : 'Answer'}
        </Button>
      ) : (
        <Button size="sm" busy={approve.isPending} onClick={() => approve.mutate({ id, revision })}>
          Approve
        </Button>
      )}
      {state === 'rejected' ? null : (
        <Button size="sm" variant="ghost" onClick={() => setDialog('reject')}>
          Reject
        </Button>
      )}
      {dialog === 'reject' ? (
        <ReasonDialog
          title="Reject this review?"
          description="It is not shown to anybody. Its author can change it and send it again."
          confirmLabel="Reject review"
          hint="The author reads it."
          schema={reasonSchema}
          busy={reject.isPending}
          onConfirm={({ reason }) => reject.mutate({ id, revision, reason }, { onSuccess: close })}
          onClose={close}
        />
      ) : null}
      {dialog === 'answer' ? <AnswerDialog review={review} onClose={close} /> : null}
    </div>
  )
}

type Answer = z.infer<typeof answerReviewSchema>

function AnswerDialog({ review: { id, answer }, onClose }: { review: ManagedReview; onClose: () => void }) {
  const { mutate, isPending } = useChangeReview('answer')
  const { register, handleSubmit, formState } = useForm<Answer>({
    resolver: zodResolver(answerReviewSchema),
    defaultValues: { answer: answer ?? '' },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone="primary"
      title="Answer this review"
      description="The answer is shown below the review, in the shop’s name."
      confirmLabel="Publish answer"
      busy={isPending}
      onConfirm={handleSubmit((form) => mutate({ id, ...form }, { onSuccess: onClose }))}
    >
      <Field label="Answer" required error={formState.errors.answer?.message}>
        <Textarea rows={5} maxLength={REVIEW_MAX} {...register('answer')} />
      </Field>
    </ConfirmDialog>
  )
}
