import { z } from 'zod'
import { invalidRequest } from './errors.ts'
import type { FormObject } from './form.ts'

/** Parsers for form values, which are text. */
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
export const positive = integer.pipe(z.number().positive())
export const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const ignored = z.unknown().optional()

/** At most 50 pairs; an empty value deletes a key. */
export const metadata = z
  .union([z.literal('').transform(() => ({})), z.record(z.string().max(40), z.string().max(500))])
  .default({})
  .transform((pairs: Record<string, string>) =>
    Object.fromEntries(Object.entries(pairs).filter(([, v]) => v !== '')),
  )
  .refine((pairs) => Object.keys(pairs).length <= 50)

/** The parameters that every list accepts. */
export const listShape = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z.union([integer, z.partialRecord(z.enum(['gt', 'gte', 'lt', 'lte']), integer)]).optional(),
}

/** `['a', 'b', 0]` → `a[b][0]`, as Stripe names a parameter. */
function nameOf(path: readonly PropertyKey[]): string {
  return path.map((part, depth) => (depth === 0 ? String(part) : `[${String(part)}]`)).join('')
}

/** Parses parameters. The first problem is thrown as the error that Stripe would return. */
export function readParams<Schema extends z.ZodType>(schema: Schema, raw: FormObject): z.output<Schema> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    throw invalidRequest(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  const path = issue?.path ?? []
  const param = nameOf(path)
  if (valueAt(raw, path) === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
  }
  throw invalidRequest(`Invalid ${param}: ${issue?.message ?? 'not accepted'}`, param)
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], raw)
}
