import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminRelease } from '#shared/catalogue/contract.ts'
import { MAX_REASON, SAY_WHY, type WithdrawalPreview } from '#shared/releases/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { withdrawalPreviewQuery, yankRelease } from './products-queries.ts'
import { useReleaseMutation } from './use-release-mutation.ts'
import { WithdrawalAudience } from './withdrawal-audience.tsx'
import { people } from './withdrawal-labels.ts'

export type YankButtonProps = {
  release: AdminRelease
  /** True if the product has no other file to sell. */
  isOnly: boolean
}

/** Withdraws a bad release. Everyone who downloaded it is mailed; their number is shown first. */
export function YankButton({ release: { id, version }, isOnly }: YankButtonProps) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const audience = useQuery({ ...withdrawalPreviewQuery(id), enabled: asking })
  const { mutate, isPending } = useReleaseMutation(yankRelease, {
    done: 'Release Withdrawn',
    failed: 'Failed to withdraw release',
    after: () => setAsking(false),
  })

  function confirm() {
    // Waits while the count loads. If the count fails to load, the release can still be withdrawn.
    if (audience.isLoading) return
    if (reason.trim()) mutate({ id, reason })
    else setWrong(SAY_WHY)
  }

  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)} aria-label={`Withdraw v${version}`}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Withdraw v${version}?`}
        description={
          isOnly
            ? 'Nobody can download it any more. It is the only published file: until another one is published the product cannot be bought, and customers have nothing to download. You can publish it again.'
            : 'Nobody can download it any more; customers get the newest of the other releases. You can publish it again.'
        }
        confirmLabel={labelOf(audience.isLoading, audience.data)}
        busy={isPending}
        onConfirm={confirm}
      >
        <WithdrawalAudience audience={audience.data} failed={audience.isError} />
        <Field
          label="Reason"
          required
          error={wrong}
          hint="Everyone who downloaded it reads this in the mail. The public log keeps it permanently."
        >
          <Textarea
            rows={3}
            value={reason}
            maxLength={MAX_REASON}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </ConfirmDialog>
    </>
  )
}

function labelOf(isCounting: boolean, audience: WithdrawalPreview | undefined): string {
  if (isCounting) return 'Counting…'
  const mailed = audience ? audience.people - audience.unreachable : 0
  return mailed > 0 ? `Withdraw and email ${people(mailed)}` : 'Withdraw release'
}
