import { formatUsd, toUsd } from '#shared/core/money.ts'

/** One field of an action. A missing `before` or `after` was not recorded. */
export type Change = { field: string; before?: string; after?: string }

/** Fields that are not shown: known from the entry itself, or changed by every action. */
const HIDDEN_FIELDS = new Set(['id', 'updatedAt'])

/** The changed fields only. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = new Set([...Object.keys(was), ...Object.keys(is)].filter((name) => !HIDDEN_FIELDS.has(name)))
  return [...names].flatMap((name) => {
    const change: Change = { field: sayField(name) }
    if (name in was) change.before = sayValue(name, was)
    if (name in is) change.after = sayValue(name, is)
    return change.before === change.after ? [] : [change]
  })
}

/** A value without fields becomes one field with the name `value`. */
const fieldsOf = (value: unknown): Record<string, unknown> =>
  value === null || value === undefined
    ? {}
    : typeof value === 'object' && !Array.isArray(value)
      ? { ...value }
      : { value }

/** `maxUsesPerUser` → "max uses per user"; amounts are shown in dollars, so they lose their unit. */
const sayField = (name: string): string =>
  name
    .replace(/Cents$/, '')
    .replace(/[_-]/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/

/** Fields that hold an instant, in epoch milliseconds where they are numbers. */
const IS_INSTANT = /(?:At|Date|Until|Since|Start|End)$|^since$/

function sayValue(name: string, fields: Record<string, unknown>): string {
  const value = fields[name]
  if (typeof value === 'number' && IS_INSTANT.test(name))
    return new Date(value).toISOString().replace(INSTANT, '$1 $2 UTC')
  // 0.2 is 20 percent of a price.
  if (typeof value === 'number' && name === 'discountValue' && fields.discountType === 'percentage')
    return `${Number((value * 100).toFixed(2))}%`
  if (typeof value === 'number' && name === 'discountValue' && fields.discountType === 'fixed_amount')
    return formatUsd(value)
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && name.endsWith('Cents')) return formatUsd(toUsd(value))
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(INSTANT, '$1 $2 UTC')
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.length === 0 ? 'none' : value.join(', ')
  return JSON.stringify(value)
}
