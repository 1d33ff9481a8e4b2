import { useId, useState } from 'react'
import type { AdminRelease } from '#shared/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { publishRelease } from './products-queries.ts'
import { useReleaseMutation } from './use-release-mutation.ts'

/** Publishes a draft, or a withdrawn release again. Both only after the scan. */
export function PublishButton({ release }: { release: AdminRelease }) {
  const { id, version, state, announced, isBeta } = release
  const waitsId = useId()
  const [asking, setAsking] = useState(false)
  const [notifies, setNotifies] = useState(true)
  const { mutate, isPending } = useReleaseMutation(publishRelease, {
    done: 'Release Published',
    failed: 'Failed to publish release',
    text: `v${version} can be downloaded as soon as it is in the public log, normally at once.`,
    after: () => setAsking(false),
  })
  const isDraft = state === 'draft'
  const verb = isDraft ? 'Publish' : 'Publish again'
  const waitsFor = missingScan(release)
  return (
    <>
      <Button
        size="sm"
        variant={isDraft ? 'primary' : 'secondary'}
        disabled={waitsFor !== null}
        onClick={() => setAsking(true)}
        aria-label={`${verb} v${version}`}
        aria-describedby={waitsFor === null ? undefined : waitsId}
      >
        {verb}
      </Button>
      {waitsFor === null ? null : (
        <span id={waitsId} className="self-center text-muted text-xs">
          {waitsFor}
        </span>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        title={`Publish v${version}?`}
        description={
          isDraft && isBeta
            ? 'Owners who chose beta versions download it from now on. Its file and version cannot be changed after that.'
            : isDraft
              ? 'Visitors see it and buyers download it from now on. Its file and version cannot be changed after that.'
              : 'It keeps its original publication date, so the same customers can download it again.'
        }
        confirmLabel="Publish release"
        busy={isPending}
        onConfirm={() => mutate({ id, silent: !notifies })}
      >
        {announced ? null : (
          <Checkbox
            checked={notifies}
            onCheckedChange={(checked) => setNotifies(checked === true)}
            label={isBeta ? 'Notify owners who chose beta versions' : 'Notify buyers and subscribers'}
            hint="By email and notification, according to their settings."
          />
        )}
      </ConfirmDialog>
    </>
  )
}

/** What an action on a release waits for; null: nothing. */
export function missingScan({ scan }: AdminRelease, action = 'Publish'): string | null {
  if (scan === null) return `${action}: after the scan`
  return scan.isReady ? null : `${action}: after the scan is confirmed`
}
