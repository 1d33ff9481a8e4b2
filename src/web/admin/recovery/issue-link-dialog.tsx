import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type IssueLink, issueLinkSchema } from '#shared/emergency/contract.ts'
import { FormNotice } from '../../features/accounts/form-notice.tsx'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/data/copy-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { DialogClose, DialogContent } from '../../ui/overlays/dialog.tsx'
import { EMERGENCY_LINKS, issueEmergencyLink } from './recovery-queries.ts'

/** Issues a link and shows it once. Opened again, the dialog starts with an empty form. */
export function IssueLinkDialog() {
  return (
    <DialogContent
      title="New emergency link"
      description="Anyone with the link can download the Premium file without an account, until the link is used up, expires or is revoked."
    >
      <IssueForm />
    </DialogContent>
  )
}

function IssueForm() {
  const client = useQueryClient()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: issueEmergencyLink,
    onSuccess: () => client.invalidateQueries({ queryKey: [EMERGENCY_LINKS] }),
  })
  const { register, handleSubmit, formState } = useForm<z.input<typeof issueLinkSchema>, unknown, IssueLink>({
    resolver: zodResolver(issueLinkSchema),
    defaultValues: { reason: '', maxUses: 3, expiresInHours: 24 },
  })
  const { errors } = formState
  if (data) return <IssuedLink url={data.data.url} />
  return (
    <form noValidate onSubmit={handleSubmit((input) => mutate(input))} className="flex flex-col gap-5">
      <Field
        label="Reason"
        required
        error={errors.reason?.message}
        hint="For admins only: who needs it, and why."
      >
        <Input autoFocus autoComplete="off" maxLength={300} {...register('reason')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Uses" required error={errors.maxUses?.message} hint="1 to 10">
          <Input
            type="number"
            min={1}
            max={10}
            className="font-mono"
            {...register('maxUses', { valueAsNumber: true })}
          />
        </Field>
        <Field label="Hours until it expires" required error={errors.expiresInHours?.message} hint="1 to 168">
          <Input
            type="number"
            min={1}
            max={168}
            className="font-mono"
            {...register('expiresInHours', { valueAsNumber: true })}
          />
        </Field>
      </div>
      {error ? <FormNotice tone="danger" text={reasonOf(error, 'An unexpected error occurred')} /> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={isPending}>
          Issue link
        </Button>
      </div>
    </form>
  )
}

function IssuedLink({ url }: { url: string }) {
  return (
    <div className="flex flex-col gap-5">
      <FormNotice tone="info" text="Copy it now: it is not shown again." />
      <p className="break-all rounded-md bg-surface-2 p-3 font-mono text-[0.8125rem] text-fg" tabIndex={-1}>
        {url}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <CopyButton value={url} label="Copy link" variant="primary" />
        <DialogClose asChild>
          <Button>Done</Button>
        </DialogClose>
      </div>
    </div>
  )
}
