import { toDecimal } from '#shared/core/money.ts'
import { toIso } from '#shared/core/time.ts'

export type Cell = string | number | boolean | null

/** So that a spreadsheet reads what follows as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet takes for a formula: there, a stranger's text would run at the reader of the file. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** With an apostrophe, which spreadsheets read as "this is text", where it could run. */
const defused = (text: string): string =>
  LOOKS_LIKE_FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text

function cellOf(value: Cell): string {
  const text = value === null ? '' : defused(String(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record of RFC 4180, with its line's end. */
export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Two decimals; nothing where there is nothing. */
export const money = (amountCents: number | null): string | null =>
  amountCents === null ? null : toDecimal(amountCents)

export const time = (instant: number | null): string | null => (instant === null ? null : toIso(instant))

export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
