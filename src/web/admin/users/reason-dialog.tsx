import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type Reason = { reason: string }

export type ReasonDialogProps = {
  title: string
  description: string
  confirmLabel: string
  /** Below the field: for whom the reason is kept. */
  hint: string
  schema: z.ZodType<Reason, Reason>
  busy: boolean
  onConfirm: (form: Reason) => void
  onClose: () => void
}

/** Asks for a reason before an action on an account. */
export function ReasonDialog({ hint, schema, onConfirm, onClose, ...dialog }: ReasonDialogProps) {
  const { register, handleSubmit, formState } = useForm<Reason>({
    resolver: zodResolver(schema),
    defaultValues: { reason: '' },
  })
  return (
    <ConfirmDialog open onOpenChange={onClose} onConfirm={handleSubmit(onConfirm)} {...dialog}>
      <Field label="Reason" required hint={hint} error={formState.errors.reason?.message}>
        <Textarea rows={2} {...register('reason')} />
      </Field>
    </ConfirmDialog>
  )
}
