import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { OwnReview as Own } from '#shared/reviews/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'
import { Rating } from '../../ui/data/rating.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useCurrentUser } from '../accounts/queries.ts'
import { OwnReviewContext } from './own-review-context.ts'
import { ownReviewQuery, withdrawReview } from './queries.ts'
import { ReviewForm } from './review-form.tsx'
import { ratingLabel } from './review-item.tsx'

/** The reader's own review on the page of a product, with its form. */
export default function OwnReview() {
  const product = use(OwnReviewContext)
  return product ? <OfProduct key={product.id} product={product} /> : null
}

type Product = { id: number; name: string }
type Written = NonNullable<Own['review']>

function OfProduct({ product }: { product: Product }) {
  const user = useCurrentUser()
  const { data } = useQuery(ownReviewQuery(product.id))
  const [writing, setWriting] = useState(false)
  if (!data || !user || (data.refusal === 'not-bought' && !data.review)) return null
  const { refusal, review } = data
  return (
    <section aria-label="Your review" className="mt-8 rounded-xl border border-line bg-surface p-5 sm:p-6">
      {writing ? (
        <ReviewForm
          product={product}
          known={review ?? { displayName: user.username }}
          onClose={() => setWriting(false)}
        />
      ) : review ? (
        <WrittenReview product={product} review={review} refusal={refusal} onEdit={() => setWriting(true)} />
      ) : (
        <Invitation refusal={refusal} name={product.name} onWrite={() => setWriting(true)} />
      )}
    </section>
  )
}

function Invitation({
  refusal,
  name,
  onWrite,
}: {
  refusal: Own['refusal']
  name: string
  onWrite: () => void
}) {
  if (refusal === 'refunded')
    return (
      <p className="text-muted text-sm">
        You can no longer review it: your purchase was refunded or has ended.
      </p>
    )
  if (refusal !== null)
    return <p className="text-muted text-sm">You can review it here once you have downloaded and tried it.</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <h3 className="font-medium text-fg [overflow-wrap:anywhere]">How do you like {name}?</h3>
        <p className="mt-1 text-muted text-sm">Your review helps others decide. We publish criticism, too.</p>
      </div>
      <Button onClick={onWrite}>Write a review</Button>
    </div>
  )
}

const STATES: Record<Written['state'], { tone: BadgeTone; label: string; text: string | null }> = {
  pending: { tone: 'info', label: 'In review', text: 'We read every review before we publish it.' },
  published: { tone: 'success', label: 'Published', text: null },
  rejected: { tone: 'warning', label: 'Not published', text: null },
}

function WrittenReview({
  product,
  review,
  refusal,
  onEdit,
}: {
  product: Product
  review: Written
  refusal: Own['refusal']
  onEdit: () => void
}) {
  const [asking, setAsking] = useState(false)
  const { tone, label, text } = STATES[review.state]
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-medium text-fg">Your review</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {text ? <p className="mt-1 text-muted text-sm">{text}</p> : null}
      {review.reason ? (
        <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
          The reason: “{review.reason}” You can change it and send it again.
        </p>
      ) : null}
      {refusal !== null ? (
        <p className="mt-1 text-muted text-sm">It is not shown: your purchase was refunded or has ended.</p>
      ) : null}
      <div className="mt-4">
        <Rating value={review.rating} label={ratingLabel(review.rating)} />
        <p className="mt-2 max-w-copy whitespace-pre-line text-fg [overflow-wrap:anywhere]">{review.text}</p>
        <p className="mt-2 text-muted text-sm [overflow-wrap:anywhere]">{review.displayName}</p>
      </div>
      <div className="mt-5 flex flex-wrap gap-2">
        {refusal === null ? (
          <Button size="sm" onClick={onEdit}>
            Change review
          </Button>
        ) : null}
        <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
          Withdraw review
        </Button>
      </div>
      {asking ? <WithdrawDialog product={product} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function WithdrawDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => withdrawReview(product.id),
    onSuccess: ({ message }) => {
      onClose()
      toast({ title: message, tone: 'success' })
      client.invalidateQueries({ queryKey: ['/api/products'] })
    },
    onError: (error) =>
      toast({
        title: 'The review was not withdrawn',
        description: reasonOf(error, 'The shop did not answer. Nothing was changed.'),
        tone: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ownReviewQuery(product.id).queryKey }),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Withdraw your review?"
      description="We delete the text and its rating. You can write a new review later."
      confirmLabel="Withdraw review"
      busy={isPending}
      onConfirm={() => mutate()}
    />
  )
}
