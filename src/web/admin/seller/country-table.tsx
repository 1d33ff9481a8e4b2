import { Plus, Trash2 } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { countryName } from '#shared/core/countries.ts'
import type { TaxRules } from '#shared/seller/contract.ts'
import { CountrySelect } from '../../features/seller/country-select.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import type { TaxDraft } from './tax-draft.ts'

/** The rates for crypto, one row for each country. */
export function CountryTable({ form }: { form: UseFormReturn<TaxDraft, unknown, TaxRules> }) {
  const { control, register, formState, watch } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'countries' })
  const errors = formState.errors.countries
  const rows = watch('countries')
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-fg text-sm">Rates by country, for crypto</legend>
      <p className="mt-1 text-muted text-sm">A country that is not in the table has no tax.</p>
      <ul className="mt-4 divide-y divide-line border-line border-y">
        {fields.map(({ id }, index) => {
          const country = rows[index]?.country
          return (
            <li
              key={id}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3 py-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
            >
              <Field
                label="Country"
                required
                error={errors?.[index]?.country?.message}
                className="max-sm:col-span-2"
              >
                <CountrySelect autoComplete="off" {...register(`countries.${index}.country`)} />
              </Field>
              <Field label="Rate" required error={errors?.[index]?.percent?.message}>
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  end={<span className="px-3">%</span>}
                  {...register(`countries.${index}.percent`)}
                />
              </Field>
              <Field label="Name of the tax" required error={errors?.[index]?.name?.message}>
                <Input autoComplete="off" {...register(`countries.${index}.name`)} />
              </Field>
              <Button
                type="button"
                variant="ghost"
                onClick={() => remove(index)}
                className="self-start max-sm:col-span-2 max-sm:justify-self-start sm:mt-7.5"
                aria-label={country ? `Remove ${countryName(country)}` : 'Remove this row'}
              >
                <Trash2 aria-hidden="true" />
                <span className="sm:sr-only">Remove</span>
              </Button>
            </li>
          )
        })}
      </ul>
      <Button
        type="button"
        size="sm"
        className="mt-4"
        onClick={() => append({ country: '', percent: '', name: rows.at(-1)?.name ?? 'VAT' })}
      >
        <Plus aria-hidden="true" />
        Add a country
      </Button>
    </fieldset>
  )
}
