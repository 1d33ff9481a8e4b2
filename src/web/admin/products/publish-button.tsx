import { useState } from 'react'
import type { AdminRelease } from '../../../worker/features/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { publishRelease } from './products-queries.ts'
import { useReleaseMutation } from './use-release-mutation.ts'

/** Offers a draft, or a withdrawn release again. */
export function PublishButton({ release: { id, version, state, announced } }: { release: AdminRelease }) {
  const [asking, setAsking] = useState(false)
  const [telling, setTelling] = useState(true)
  const { mutate, isPending } = useReleaseMutation(publishRelease, {
    done: 'Release Published',
    failed: 'Failed to publish release',
    text: `v${version} can be downloaded now.`,
    after: () => setAsking(false),
  })
  const isDraft = state === 'draft'
  return (
    <>
      <Button
        size="sm"
        variant={isDraft ? 'primary' : 'secondary'}
        onClick={() => setAsking(true)}
        aria-label={`Publish v${version}`}
      >
        {isDraft ? 'Publish' : 'Publish again'}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        title={`Publish v${version}?`}
        description={
          isDraft
            ? 'Visitors see it and buyers download it from now on. Its file and version cannot be changed after that.'
            : 'It keeps the day it was published on, so everybody who was entitled to it gets it again.'
        }
        confirmLabel="Publish release"
        busy={isPending}
        onConfirm={() => mutate({ id, silent: !telling })}
      >
        {announced ? null : (
          <Checkbox
            checked={telling}
            onCheckedChange={(checked) => setTelling(checked === true)}
            label="Tell buyers and subscribers"
            hint="By mail and on their screens, as each of them has set it."
          />
        )}
      </ConfirmDialog>
    </>
  )
}
