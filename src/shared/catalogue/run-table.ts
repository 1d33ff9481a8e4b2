import type { RecordedRun } from './contract.ts'
import { RUN_ROWS } from './terms.ts'

/** Reads a CSV file (RFC 4180, with commas): quoted fields may contain commas, quotes and line breaks. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, field = '', end] of `${text.trimEnd()}\n`.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n)/g)) {
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** The first rows of a result file, as a product's page shows them. Null where the file has no row below its header. */
export function runTable(file: string, csv: string): RecordedRun['table'] {
  const rows = readCsv(csv)
  if (rows.length < 2) return null
  const shown = rows.slice(0, RUN_ROWS + 1).map((row) => row.slice(0, 40).map((cell) => cell.slice(0, 200)))
  return { file, rows: shown, rowCount: rows.length - 1 }
}

/** Rows as a CSV file. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(','),
    )
    .join('\n')
