import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Star } from 'lucide-react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { type ReviewForm as Form, REVIEW_MAX, reviewFormSchema } from '#shared/reviews/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { ownReviewQuery, sendReview } from './queries.ts'

const RATINGS = [1, 2, 3, 4, 5] as const

export type ReviewFormProps = {
  product: { id: number; name: string }
  /** The review so far. */
  known: Partial<Form>
  onClose: () => void
}

export function ReviewForm({ product, known, onClose }: ReviewFormProps) {
  const client = useQueryClient()
  const { register, handleSubmit, formState, watch, setValue } = useForm<Form>({
    resolver: zodResolver(reviewFormSchema),
    defaultValues: { text: '', ...known },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (form: Form) => sendReview(product.id, form),
    onSuccess: ({ data, message }) => {
      client.setQueryData(ownReviewQuery(product.id).queryKey, data)
      // A published version is hidden until the new one is approved.
      client.invalidateQueries({ queryKey: ['/api/products'] })
      toast({ title: 'Review sent', description: message, tone: 'success' })
      onClose()
    },
    onError: (error) =>
      toast({
        title: 'The review was not sent',
        description: reasonOf(error, 'The shop did not answer. Your text is still here.'),
        tone: 'destructive',
      }),
  })
  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit((form) => mutate(form))} className="flex flex-col gap-5">
      <h3 className="font-medium text-fg [overflow-wrap:anywhere]">Your review of {product.name}</h3>
      <RatingField
        value={watch('rating')}
        error={errors.rating?.message}
        onChange={(rating) => setValue('rating', rating, { shouldValidate: true })}
      />
      <Field
        label="Your experience"
        required
        error={errors.text?.message}
        hint="What did you use it for? What works, and what does not? Leave out wallet addresses and names of people."
      >
        <Textarea rows={5} maxLength={REVIEW_MAX} {...register('text')} />
      </Field>
      <Field
        label="Name beside your review"
        required
        error={errors.displayName?.message}
        hint="Everybody sees it. Your first name and an initial, like Anna K., or your username."
      >
        <Input autoComplete="off" maxLength={32} {...register('displayName')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isPending} busyText="Sending...">
          Send review
        </Button>
        <Button variant="ghost" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type RatingFieldProps = {
  value: number | undefined
  error: string | undefined
  onChange: (rating: number) => void
}

/** Five stars as radio buttons: the arrow keys move between them. */
function RatingField({ value, error, onChange }: RatingFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium text-fg text-sm">Rating</legend>
      <div className="-ml-2 mt-1.5 flex items-center gap-1">
        {RATINGS.map((rating) => (
          <label
            key={rating}
            className="flex size-11 cursor-pointer items-center justify-center rounded-lg hover:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={id}
              value={rating}
              checked={value === rating}
              onChange={() => onChange(rating)}
              aria-label={rating === 1 ? '1 star' : `${rating} stars`}
              className="sr-only"
            />
            <Star
              aria-hidden="true"
              strokeWidth={0}
              className={
                value !== undefined && rating <= value ? 'size-7 fill-warning' : 'size-7 fill-line-strong'
              }
            />
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-danger text-xs">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
