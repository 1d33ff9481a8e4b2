import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { productsQuery } from '../../features/catalogue/queries.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'

export type ProductIdFieldProps = {
  field: UseFormRegisterReturn
  value: string
  error?: string | undefined
}

/** A field for a product's number. It suggests products by name, and shows the name of the chosen product below. */
export function ProductIdField({ field, value, error }: ProductIdFieldProps) {
  const list = useId()
  const { data: products } = useQuery(productsQuery())
  const chosen = products?.find(({ id }) => String(id) === value.trim())
  return (
    <Field
      label="Product ID"
      required
      error={error}
      hint={chosen ? chosen.name : 'Or type the beginning of its name.'}
    >
      <Input autoComplete="off" spellCheck={false} list={list} className="font-mono" {...field} />
      <datalist id={list}>
        {products?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
    </Field>
  )
}
