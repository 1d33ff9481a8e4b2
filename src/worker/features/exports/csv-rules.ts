import { toDecimal } from '#shared/core/money.ts'
import { toIso } from '#shared/core/time.ts'

export type Cell = string | number | boolean | null

/** Makes a spreadsheet read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Text that a spreadsheet takes for a formula: a stranger's text would run on the reader's computer. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** Puts an apostrophe before text that looks like a formula: spreadsheets then read it as text. */
const defused = (text: string): string =>
  LOOKS_LIKE_FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text

function cellOf(value: Cell): string {
  const text = value === null ? '' : defused(String(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record of RFC 4180, with its line break. */
export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Dollars with two decimals; null stays null. */
export const money = (amountCents: number | null): string | null =>
  amountCents === null ? null : toDecimal(amountCents)

export const time = (instant: number | null): string | null => (instant === null ? null : toIso(instant))

export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
