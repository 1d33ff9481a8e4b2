import type { Columns } from './columns.ts'
import { BYTE_ORDER_MARK, toCsvLine } from './csv-rules.ts'
import { PAGE, type Place } from './store.ts'

const headOf = <Row>(columns: Columns<Row>): string => BYTE_ORDER_MARK + toCsvLine(Object.keys(columns))

function linesOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns)
  return rows.map((row) => toCsvLine(cells.map((cell) => cell(row)))).join('')
}

/** Writes a list of any length, page by page: one query and one page of rows in memory at a time. */
export async function* writeList<Row>(
  columns: Columns<Row>,
  read: (after: Place | null) => PromiseLike<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<string> {
  yield headOf(columns)
  for (let after: Place | null = null; ; ) {
    const rows: Row[] = await read(after)
    if (rows.length > 0) yield linesOf(columns, rows)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = placeOf(last)
  }
}

type Page<Row> = { rows: readonly Row[]; nextCursor: number | null }

/** As `writeList`, for a list whose pages may be short: each page names the next one. `first` was read already. */
export async function* writePages<Row>(
  columns: Columns<Row>,
  first: Page<Row>,
  read: (after: number) => PromiseLike<Page<Row>>,
): AsyncGenerator<string> {
  yield headOf(columns) + linesOf(columns, first.rows)
  let { nextCursor } = first
  while (nextCursor !== null) {
    const page = await read(nextCursor)
    yield linesOf(columns, page.rows)
    nextCursor = page.nextCursor
  }
}

/** Writes rows that are in memory already. */
export async function* writeRows<Row>(columns: Columns<Row>, rows: readonly Row[]): AsyncGenerator<string> {
  yield headOf(columns) + linesOf(columns, rows)
}
