import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { CONFIRM_AFTER_DAYS } from '#shared/publishers/contract.ts'
import { confirmScanSchema } from '#shared/scan/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { confirmScan } from './products-queries.ts'
import { useReleaseMutation } from './use-release-mutation.ts'

/** A second admin's confirmation that a release is safe although its scan is not clean. */
export function ConfirmScan({ release: { id, version } }: { release: AdminRelease }) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useReleaseMutation(confirmScan, {
    done: 'Scan Confirmed',
    failed: 'Failed to confirm',
    after: () => setAsking(false),
  })
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(confirmScanSchema),
    defaultValues: { reason: '' },
  })
  return (
    <>
      <Button
        size="sm"
        className="justify-self-start"
        aria-label={`Confirm the scan of v${version}`}
        onClick={() => {
          reset()
          setAsking(true)
        }}
      >
        Confirm
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        title={`Confirm v${version}?`}
        description={`You confirm everything that is listed for this version. The reason is published in the public log and cannot be changed. The admin who uploaded the file cannot confirm it. Another admin can, where both have been admins for at least ${CONFIRM_AFTER_DAYS} days. The admin who confirms it cannot publish it.`}
        confirmLabel="Confirm scan"
        busy={isPending}
        onConfirm={handleSubmit(({ reason }) => mutate({ id, reason }))}
      >
        <Field
          label="Reason"
          required
          error={formState.errors.reason?.message}
          hint="Say why it is safe. Everyone can read it."
        >
          <Textarea rows={3} {...register('reason')} />
        </Field>
      </ConfirmDialog>
    </>
  )
}
