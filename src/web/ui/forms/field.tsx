import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'
import { FieldContext } from './field-context.ts'
import { Label } from './label.tsx'

export type FieldProps = {
  label: ReactNode
  /** Input, PasswordInput, Textarea, Select or another control that reads the field's wiring. */
  children: ReactNode
  hint?: ReactNode
  /** react-hook-form: `errors.email?.message`. */
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  /** Shows "optional" beside the label. */
  optional?: boolean
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  /** At the right end of the label's line, for example "Forgot password?". */
  aside?: ReactNode
  id?: string
  className?: string
}

/** A label, its control, a hint and an error, connected for assistive technology. */
export function Field({
  label,
  children,
  hint,
  error,
  aside,
  hideLabel,
  optional,
  className,
  ...props
}: FieldProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined

  return (
    <FieldContext
      value={{
        id,
        describedBy,
        invalid: Boolean(error),
        required: props.required ?? false,
        disabled: props.disabled ?? false,
      }}
    >
      <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
        <div className={cn('flex min-h-6 items-center justify-between gap-3', hideLabel && 'sr-only')}>
          <Label htmlFor={id}>
            {label}
            {optional ? <span className="ml-1.5 font-normal text-subtle">optional</span> : null}
          </Label>
          {aside}
        </div>
        {children}
        {hint ? (
          <p id={hintId} className="text-muted text-xs">
            {hint}
          </p>
        ) : null}
        <div role="status" className="empty:-mt-1.5">
          {error ? (
            <p id={errorId} className="flex items-start gap-1.5 text-danger text-xs">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
              {error}
            </p>
          ) : null}
        </div>
      </div>
    </FieldContext>
  )
}
