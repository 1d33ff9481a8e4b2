import { z } from 'zod'
import { countryTaxesSchema, type TaxRules, taxSchema } from '#shared/seller/contract.ts'
import { countryTaxesOf, oneRateOf } from '#shared/seller/tax-rules.ts'

/** An empty rate is no number. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))

/** The values of the form's fields. All modes are kept while it is open; only the chosen one is checked and saved. */
const fieldsSchema = z.object({
  mode: z.enum(['off', 'rate', 'country']),
  name: z.string(),
  percent: z.string(),
  countries: z.array(z.object({ country: z.string(), percent: z.string(), name: z.string() })),
})
export type TaxDraft = z.infer<typeof fieldsSchema>

const byCountry = z.object({ countries: countryTaxesSchema })

export const draftSchema = fieldsSchema.transform((draft, context): TaxRules => {
  if (draft.mode === 'off') return null
  const rates = draft.countries.map((row) => ({ ...row, percent: numberOf(row.percent) }))
  const parsed =
    draft.mode === 'rate'
      ? taxSchema.safeParse({ name: draft.name, percent: numberOf(draft.percent) })
      : byCountry.safeParse({ countries: rates })
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: 'custom', path: [...path], message })
  return z.NEVER
})

export function toDraft(rules: TaxRules): TaxDraft {
  const rate = oneRateOf(rules)
  const countries = countryTaxesOf(rules)
  return {
    mode: rate ? 'rate' : countries ? 'country' : 'off',
    name: rate?.name ?? '',
    percent: rate ? String(rate.percent) : '',
    countries: (countries ?? []).map((row) => ({ ...row, percent: String(row.percent) })),
  }
}
