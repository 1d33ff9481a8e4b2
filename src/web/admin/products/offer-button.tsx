import { useId, useState } from 'react'
import type { AdminProductDetail, AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { type OfferMessages, offerToast } from './offer-toast.ts'
import { useReleaseMutation } from './use-release-mutation.ts'

export type OfferButtonProps = {
  release: AdminRelease
  verb: string
  /** The name of the button for screen readers. */
  label: string
  variant: 'primary' | 'secondary'
  title: string
  description: string
  confirmLabel: string
  /** The choice of who is notified; null: everybody was, before. */
  notify: { label: string; hint: string } | null
  act: (input: { id: number; silent: boolean }) => Promise<AdminProductDetail>
  messages: OfferMessages & { failed: string }
}

/** Offers a release: a button that waits for the scan, and a dialog that asks who is notified. */
export function OfferButton(props: OfferButtonProps) {
  const { release, verb, label, variant, title, description, confirmLabel, notify, act, messages } = props
  const waitsId = useId()
  const [asking, setAsking] = useState(false)
  const [notifies, setNotifies] = useState(true)
  const { mutate, isPending } = useReleaseMutation(act, {
    done: (product) => offerToast(product, release.id, messages),
    failed: messages.failed,
    after: () => setAsking(false),
  })
  const waitsFor = missingScan(release, verb)
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        disabled={waitsFor !== null}
        onClick={() => setAsking(true)}
        aria-label={label}
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
        title={title}
        description={description}
        confirmLabel={confirmLabel}
        busy={isPending}
        onConfirm={() => mutate({ id: release.id, silent: !notifies })}
      >
        {notify === null ? null : (
          <Checkbox
            checked={notifies}
            onCheckedChange={(checked) => setNotifies(checked === true)}
            label={notify.label}
            hint={notify.hint}
          />
        )}
      </ConfirmDialog>
    </>
  )
}

/** What the offer waits for; null: nothing. */
function missingScan({ scan }: AdminRelease, verb: string): string | null {
  if (scan === null) return `${verb}: after the scan`
  return scan.isReady ? null : `${verb}: after the scan is confirmed`
}
