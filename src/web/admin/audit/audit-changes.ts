import { toUsd } from '#shared/core/money.ts'
import { formatUsd } from '../../lib/format-usd.ts'

/** One field of an action; a side that is not there was not noted. */
export type Change = { field: string; before?: string; after?: string }

/** Known from the entry itself, or different with every action. */
const UNTOLD = new Set(['id', 'updatedAt'])

/** What is different, field by field: nothing that stayed as it was. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = new Set([...Object.keys(was), ...Object.keys(is)].filter((name) => !UNTOLD.has(name)))
  return [...names].flatMap((name) => {
    const change: Change = { field: sayField(name) }
    if (name in was) change.before = sayValue(name, was)
    if (name in is) change.after = sayValue(name, is)
    return change.before === change.after ? [] : [change]
  })
}

/** A value that has no fields is a field without a name of its own. */
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
