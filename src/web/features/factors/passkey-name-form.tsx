import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { renamePasskeySchema } from '#shared/factors/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { FormNotice } from '../accounts/form-notice.tsx'
import { webauthn } from './passkeys.ts'

export type PasskeyNameFormProps = {
  name: string
  submitLabel: string
  busyText: string
  busy: boolean
  failure: string | null
  onSubmit: (name: string) => void
  onCancel: () => void
}

/** For a new passkey and for a new name. */
export function PasskeyNameForm({ name, failure, busy, ...props }: PasskeyNameFormProps) {
  const failureId = useId()
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(renamePasskeySchema),
    defaultValues: { name },
  })
  useEffect(() => {
    setFocus('name')
    webauthn.preload()
  }, [setFocus])
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => props.onSubmit(form.name))}
      aria-describedby={failure ? failureId : undefined}
      className="flex flex-col gap-5"
    >
      <Field
        label="Name"
        required
        hint="Where the passkey is, for example “Laptop” or “Blue security key”."
        error={formState.errors.name?.message}
      >
        <Input autoComplete="off" {...register('name')} />
      </Field>
      {failure ? <FormNotice id={failureId} tone="danger" text={failure} /> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} busyText={props.busyText}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  )
}
