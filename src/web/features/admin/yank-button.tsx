import { useState } from 'react'
import type { AdminRelease } from '../../../worker/features/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { yankRelease } from './products-queries.ts'
import { useReleaseDeed } from './use-release-deed.ts'

export type YankButtonProps = {
  release: AdminRelease
  /** Without it the product has no file to sell. */
  isOnly: boolean
}

/** Withdraws a release that turned out to be bad. */
export function YankButton({ release: { id, version }, isOnly }: YankButtonProps) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { mutate, isPending } = useReleaseDeed(yankRelease, {
    done: 'Release Yanked',
    failed: 'Failed to yank release',
    after: () => setAsking(false),
  })

  function confirm() {
    if (reason.trim()) mutate({ id, reason })
    else setWrong('Say why, for those who come after you')
  }

  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)} aria-label={`Yank v${version}`}>
        Yank
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Yank v${version}?`}
        description={
          isOnly
            ? 'Nobody can download it any more. It is the only published file: until another one is published the product cannot be bought, and its buyers have nothing to download.'
            : 'Nobody can download it any more; its buyers get the release before it. Whoever was not told of it yet will not be. You can publish it again.'
        }
        confirmLabel="Yank release"
        busy={isPending}
        onConfirm={confirm}
      >
        <Field label="Reason" required error={wrong} hint="Kept in the audit log; customers do not see it.">
          <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </ConfirmDialog>
    </>
  )
}
