import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../lib/api.ts'

/** Shows the server's messages about single fields at those fields. Returns true if there were any. */
export function showFieldErrors<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): boolean {
  const said =
    (error instanceof ApiError ? (error.data as { fields?: unknown } | undefined)?.fields : null) ?? {}
  const shown = fields.filter((field) => typeof (said as Record<string, unknown>)[field] === 'string')
  shown.forEach((field, index) => {
    setError(field, { message: (said as Record<string, string>)[field] }, { shouldFocus: index === 0 })
  })
  return shown.length > 0
}
