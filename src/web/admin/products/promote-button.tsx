import { useId, useState } from 'react'
import type { AdminRelease } from '#shared/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { promoteRelease } from './products-queries.ts'
import { missingScan } from './publish-button.tsx'
import { useReleaseMutation } from './use-release-mutation.ts'

/** Offers a published beta version to everyone. */
export function PromoteButton({ release }: { release: AdminRelease }) {
  const { id, version } = release
  const waitsId = useId()
  const [asking, setAsking] = useState(false)
  const [notifies, setNotifies] = useState(true)
  const { mutate, isPending } = useReleaseMutation(promoteRelease, {
    done: 'Offered to Everyone',
    failed: 'Failed to offer the release',
    text: `v${version} is the current version as soon as it is in the public log, normally at once.`,
    after: () => setAsking(false),
  })
  const waitsFor = missingScan(release, 'Offer to everyone')
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        disabled={waitsFor !== null}
        onClick={() => setAsking(true)}
        aria-label={`Offer to everyone: v${version}`}
        aria-describedby={waitsFor === null ? undefined : waitsId}
      >
        Offer to everyone
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
        title={`Offer v${version} to everyone?`}
        description="It becomes the current version for visitors and all owners: the same file, with the same signature. It cannot be made a beta version again."
        confirmLabel="Offer to everyone"
        busy={isPending}
        onConfirm={() => mutate({ id, silent: !notifies })}
      >
        <Checkbox
          checked={notifies}
          onCheckedChange={(checked) => setNotifies(checked === true)}
          label="Notify the other owners"
          hint="By email and notification, according to their settings. Owners who were notified of the beta version are not notified again."
        />
      </ConfirmDialog>
    </>
  )
}
