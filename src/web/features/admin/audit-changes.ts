import { toUsd } from '../../../worker/core/money.ts'
import { formatUsd } from '../../ui/format-usd.ts'

/** One field of a deed; a side that is not there was not noted. */
export type Change = { field: string; before?: string; after?: string }

/** Known from the entry itself, or different with every deed. */
const UNTOLD = new Set(['id', 'updatedAt'])

/** What is different, field by field: nothing that stayed as it was. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = new Set([...Object.keys(was), ...Object.keys(is)].filter((name) => !UNTOLD.has(name)))
  return [...names].flatMap((name) => {
    const change: Change = { field: sayField(name) }
    if (name in was) change.before = sayValue(name, was[name])
    if (name in is) change.after = sayValue(name, is[name])
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

function sayValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && name.endsWith('Cents')) return formatUsd(toUsd(value))
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(INSTANT, '$1 $2 UTC')
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.length === 0 ? 'none' : value.join(', ')
  return JSON.stringify(value)
}
