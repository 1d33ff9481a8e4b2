/** A table of a recorded run as a page shows it. */
export type ShownTable = { header: string[]; rows: string[][]; isNumber: boolean[]; left: number }

const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Leaves out columns of a table that is wider than the page: those that are the same in every row, and those that only
 * repeat another one in other words (the address of each wallet). `left`: how many were left out. The first of `rows` is
 * the header.
 */
export function runColumns([header = [], ...rows]: readonly (readonly string[])[], most = 8): ShownTable {
  const valuesOf = (column: number) => rows.map((row) => row[column] ?? '')
  const varies = (column: number) => new Set(valuesOf(column)).size > 1
  const columns = header.map((_, column) => column)
  const repeats = (column: number) => {
    const count = new Set(valuesOf(column)).size
    const pairsWith = (other: number) =>
      new Set(rows.map((row) => JSON.stringify([row[other] ?? '', row[column] ?? '']))).size
    return (
      count < rows.length &&
      columns.some(
        (other) => other < column && new Set(valuesOf(other)).size === count && pairsWith(other) === count,
      )
    )
  }
  const isWide = columns.length > most && rows.length > 2
  const kept = isWide ? columns.filter((column) => varies(column) && !repeats(column)) : columns
  return {
    header: kept.map((column) => header[column] ?? ''),
    rows: rows.map((row) => kept.map((column) => row[column] ?? '')),
    isNumber: kept.map((column) => valuesOf(column).every((value) => value === '' || NUMBER.test(value))),
    left: columns.length - kept.length,
  }
}

/** A blockchain address is shown with its two ends, and copied whole. */
export const shortened = (value: string): string =>
  /^0x[0-9a-f]{40,64}$/i.test(value) ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
