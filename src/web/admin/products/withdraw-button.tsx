import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { MAX_REASON, SAY_WHAT_TO_DO, SAY_WHY, type WithdrawalPreview } from '#shared/releases/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { recallRelease, withdrawalPreviewQuery, yankRelease } from './products-queries.ts'
import { useReleaseMutation } from './use-release-mutation.ts'
import { WithdrawalAudience } from './withdrawal-audience.tsx'
import { lossBy, people } from './withdrawal-labels.ts'

export type WithdrawButtonProps = {
  release: AdminRelease
  /** All releases of the product. */
  releases: readonly AdminRelease[]
  /** A recall says that nobody must run the file any more, and what to do. It is final. */
  isRecall?: boolean
}

const ADVICE = 'Stop it on every device where it runs, and delete its files.'

/** Withdraws or recalls a bad release. Everyone who downloaded it is mailed; their number is shown first. */
export function WithdrawButton({ release, releases, isRecall = false }: WithdrawButtonProps) {
  const { id, version } = release
  const verb = isRecall ? 'Recall' : 'Withdraw'
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [advice, setAdvice] = useState(ADVICE)
  const [isMissing, setMissing] = useState(false)
  const audience = useQuery({ ...withdrawalPreviewQuery(id), enabled: asking })
  const after = () => setAsking(false)
  const yank = useReleaseMutation(yankRelease, {
    done: 'Release Withdrawn',
    failed: 'Failed to withdraw release',
    after,
  })
  const recall = useReleaseMutation(recallRelease, {
    done: 'Release Recalled',
    failed: 'Failed to recall release',
    after,
  })

  function confirm() {
    // Waits while the count loads. If the count fails to load, the release can still be withdrawn.
    if (audience.isLoading) return
    if (!reason.trim() || !advice.trim()) setMissing(true)
    else if (isRecall) recall.mutate({ id, reason, advice })
    else yank.mutate({ id, reason })
  }

  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)} aria-label={`${verb} v${version}`}>
        {verb}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`${verb} v${version}?`}
        description={descriptionOf(isRecall, lossBy(release, releases, isRecall))}
        confirmLabel={labelOf(verb, audience.isLoading, audience.data)}
        busy={yank.isPending || recall.isPending}
        onConfirm={confirm}
      >
        <WithdrawalAudience audience={audience.data} failed={audience.isError} isRecall={isRecall} />
        <Field
          label="Reason"
          required
          error={isMissing && !reason.trim() ? SAY_WHY : undefined}
          hint="Everyone who downloaded it reads this in the mail. The public log keeps it permanently."
        >
          <Textarea
            rows={3}
            value={reason}
            maxLength={MAX_REASON}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {isRecall ? (
          <Field
            label="What to do"
            required
            error={isMissing && !advice.trim() ? SAY_WHAT_TO_DO : undefined}
            hint="For example, which approvals to revoke. It is shown with the reason."
          >
            <Textarea
              rows={3}
              value={advice}
              maxLength={MAX_REASON}
              onChange={(event) => setAdvice(event.target.value)}
            />
          </Field>
        ) : null}
      </ConfirmDialog>
    </>
  )
}

function descriptionOf(isRecall: boolean, loss: string | null): string {
  if (isRecall)
    return `Everyone is told not to run it, and nobody can download it any more. Every release with the same file is recalled with it. This is final: the file can never be published again.${loss === null ? '' : ` ${loss}`}`
  return loss === null
    ? 'Nobody can download it from now on; customers get the newest other release that their purchase includes. You can publish it again.'
    : `Nobody can download it from now on. ${loss} You can publish it again.`
}

function labelOf(verb: string, isCounting: boolean, audience: WithdrawalPreview | undefined): string {
  if (isCounting) return 'Counting…'
  const mailed = audience ? audience.people - audience.unreachable : 0
  return mailed > 0 ? `${verb} and email ${people(mailed)}` : `${verb} release`
}
