import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { RecallNotice } from '#shared/recalls/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { TEXT_LINK } from '../../ui/link-styles.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { confirmRecall, recallsQuery } from './queries.ts'

export function UnconfirmedRecall({ recall }: { recall: RecallNotice }) {
  const { releaseId, productName, version, reason, advice, slug } = recall
  const client = useQueryClient()
  const title = useId()
  const { mutate, isPending } = useMutation({
    mutationFn: () => confirmRecall(releaseId),
    onSuccess: async () => {
      client.setQueryData(recallsQuery().queryKey, (known) =>
        known?.filter((other) => other.releaseId !== releaseId),
      )
      // More than the page shows at once may wait.
      await client.invalidateQueries({ queryKey: recallsQuery().queryKey })
    },
    onError: (error) =>
      toast({
        title: 'Not Confirmed',
        description: reasonOf(error, 'We could not note that you read this. Please try again.'),
        tone: 'destructive',
      }),
  })
  return (
    <section
      aria-labelledby={title}
      className="flex flex-col gap-x-8 gap-y-3 py-4 md:flex-row md:items-center md:justify-between"
    >
      <div className="grid min-w-0 gap-1 break-words text-fg text-sm">
        <h2 id={title} className="flex items-start gap-2.5 font-semibold text-base">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
          <span className="min-w-0">
            Do not run {productName} {version}
          </span>
        </h2>
        <p className="whitespace-pre-line">Why: {reason}</p>
        <p className="whitespace-pre-line">What to do: {advice}</p>
        {slug === null ? null : (
          <p>
            <AppLink to={`/products/${slug}`} className={TEXT_LINK}>
              See the product
            </AppLink>{' '}
            or{' '}
            <AppLink to="/verify" className={TEXT_LINK}>
              check your file
            </AppLink>
            .
          </p>
        )}
      </div>
      <Button
        variant="primary"
        busy={isPending}
        onClick={() => mutate()}
        className="self-start md:self-center"
      >
        I have read this
      </Button>
    </section>
  )
}
