import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { userLookupQuery } from '../recovery/user-lookup-query.ts'
import { useSettledText } from './use-settled-text.ts'

export type UserIdFieldProps = {
  field: UseFormRegisterReturn
  value: string
  error?: string | undefined
  /** Called with the email address of a user who was chosen from the suggestions. */
  onKnown?: (email: string) => void
}

/** A field for a user's number. Typing the beginning of a name or an address suggests matching users. */
export function UserIdField({ field, value, error, onKnown }: UserIdFieldProps) {
  const list = useId()
  const text = useSettledText(value.trim())
  const isNumber = /^\d*$/.test(text)
  const { data: found } = useQuery({ ...userLookupQuery(text), enabled: text.length >= 2 && !isNumber })
  const known = found?.find(({ id }) => String(id) === value.trim())
  const email = known?.email
  const notify = useEffectEvent((address: string) => onKnown?.(address))
  useEffect(() => {
    if (email !== undefined) notify(email)
  }, [email])
  return (
    <Field
      label="User ID"
      required
      error={error}
      hint={known ? `${known.username} · ${known.email}` : 'Or type the beginning of a name or an address.'}
    >
      <Input autoComplete="off" spellCheck={false} list={list} className="font-mono" {...field} />
      <datalist id={list}>
        {isNumber
          ? null
          : found?.map(({ id, username, email }) => (
              <option key={id} value={id}>{`${username} · ${email}`}</option>
            ))}
      </datalist>
    </Field>
  )
}
