import { type ReactNode, useEffect, useId } from 'react'
import { LazyCode } from '../../lib/lazy-code.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input, type InputProps } from '../../ui/forms/input.tsx'
import { useLateForm } from '../../ui/forms/use-late-form.ts'
import { FormNotice } from '../accounts/form-notice.tsx'
import type { Codes } from './code-checks.ts'

const checks = new LazyCode(() => import('./code-checks.ts'))

type CodeField = keyof Codes

const KINDS: Record<CodeField, { label: string; hint: string; input: InputProps }> = {
  code: {
    label: 'Code',
    hint: 'The 6 digits that your authenticator app shows for this shop.',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recoveryCode: {
    label: 'Recovery code',
    hint: 'One of the codes that you saved when you set up two-step login. Each works once.',
    input: { autoComplete: 'off', autoCapitalize: 'characters' },
  },
}

export type CodeFormProps = {
  field: CodeField
  submitLabel: string
  busy: boolean
  /** Why the last code was refused. */
  failure: string | null
  onSubmit: (codes: Codes, options: { onError: () => void }) => void
  /** Focuses the field at first. True unless given. */
  focusFirst?: boolean
  /** More buttons beside the submit button, for a form in a dialog. */
  children?: ReactNode
}

/** Asks for a code of the authenticator app, or for a recovery code. */
export function CodeForm({ field, failure, focusFirst = true, onSubmit, ...props }: CodeFormProps) {
  const failureId = useId()
  const { label, hint, input } = KINDS[field]
  const { register, handleSubmit, formState, setFocus, submitting } = useLateForm(checks, (of) => of[field], {
    [field]: '',
  })
  useEffect(() => {
    if (focusFirst) setFocus(field)
  }, [focusFirst, setFocus, field])
  const onError = () => setFocus(field, { shouldSelect: true })
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((codes) => onSubmit(codes, { onError }))}
      aria-describedby={failure ? failureId : undefined}
      className="flex flex-col gap-5"
    >
      <Field label={label} required hint={hint} error={formState.errors[field]?.message}>
        <Input spellCheck={false} className="font-mono tracking-wider" {...input} {...register(field)} />
      </Field>
      {failure ? <FormNotice id={failureId} tone="danger" text={failure} /> : null}
      <div className="flex flex-wrap justify-end gap-3">
        {props.children}
        <Button
          type="submit"
          variant="primary"
          block={props.children === undefined}
          busy={submitting || props.busy}
          busyText="Checking..."
        >
          {props.submitLabel}
        </Button>
      </div>
    </form>
  )
}
