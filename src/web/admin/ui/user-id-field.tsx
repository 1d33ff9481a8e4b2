import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { userLookupQuery } from '../recovery/recovery-queries.ts'
import { useSettledText } from './use-settled-text.ts'

export type UserIdFieldProps = {
  field: UseFormRegisterReturn
  value: string
  error?: string | undefined
  /** One that was offered was taken: their address. */
  onKnown?: (email: string) => void
}

/** A user's number. The beginning of a name or an address offers the numbers that match. */
export function UserIdField({ field, value, error, onKnown }: UserIdFieldProps) {
  const list = useId()
  const text = useSettledText(value.trim())
  const isNumber = /^\d*$/.test(text)
  const { data: found } = useQuery({ ...userLookupQuery(text), enabled: text.length >= 2 && !isNumber })
  const known = found?.find(({ id }) => String(id) === value.trim())
  const email = known?.email
  const tell = useEffectEvent((address: string) => onKnown?.(address))
  useEffect(() => {
    if (email !== undefined) tell(email)
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
