// A dump that an empty D1 accepts. `wrangler d1 export` writes the tables in the order of their creation, each with its
// rows. D1 always checks foreign keys, so it refuses the first row whose parent's table comes later.
import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

type Table = { name: string; sql: string }

/** D1 accepts statements of at most 100 kB. A provider's event can have 1 MB. */
const LONGEST_STATEMENT = 90_000
const PIECE = 20_000

/** The increment of ids after a restore: more than the ids that a shop can use between the restored moment and now. */
const GAP = 1_000_000

/** The output of `wrangler d1 export`, as an in-memory database. @throws Error where rows contradict each other. */
export function openExport(sql: string): DatabaseSync {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
  db.exec(sql)
  const broken = db.prepare('PRAGMA foreign_key_check').all()
  if (broken.length > 0) {
    throw new Error(`Rows refer to rows that are not there: ${JSON.stringify(broken.slice(0, 5))}`)
  }
  return db
}

/** The whole database as SQL, in the order in which it can be built: tables, rows, indexes, triggers, last ids. */
export function dumpOf(db: DatabaseSync): string {
  const objects = (type: string) =>
    db
      .prepare(
        `SELECT name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL
         AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY rowid`,
      )
      .all(type) as Table[]
  const tables = parentsFirst(db, objects('table'))
  const statements = [
    'PRAGMA defer_foreign_keys=TRUE',
    ...tables.map(({ sql }) => sql),
    ...tables.flatMap(({ name }) => rowsOf(db, name)),
    // Triggers come after the rows, so that no trigger counts or refuses the restored rows.
    ...objects('index').map(({ sql }) => sql),
    ...objects('trigger').map(({ sql }) => sql),
    'DELETE FROM sqlite_sequence',
    ...rowsOf(db, 'sqlite_sequence', 'name'),
  ]
  return statements.map((sql) => `${sql};\n`).join('')
}

function parentsFirst(db: DatabaseSync, tables: Table[]): Table[] {
  const ordered: Table[] = []
  const visit = (table: Table, under: readonly string[]) => {
    if (ordered.includes(table) || under.includes(table.name)) return
    const parents = db.prepare(`PRAGMA foreign_key_list(${identifier(table.name)})`).all()
    for (const { table: parent } of parents) {
      const found = tables.find(({ name }) => name === parent)
      if (found) visit(found, [...under, table.name])
    }
    ordered.push(table)
  }
  for (const table of tables) visit(table, [])
  return ordered
}

function rowsOf(db: DatabaseSync, table: string, order = 'rowid'): string[] {
  const rows = db.prepare(`SELECT * FROM ${identifier(table)} ORDER BY ${order}`)
  rows.setReadBigInts(true)
  return rows.all().flatMap((row) => insertOf(table, row))
}

function insertOf(table: string, row: Record<string, SQLOutputValue>): string[] {
  const names = Object.keys(row)
  const insert = (values: SQLOutputValue[]) =>
    `INSERT INTO ${identifier(table)} (${names.map(identifier).join(',')}) VALUES (${values.map(literal).join(',')})`
  const whole = insert(Object.values(row))
  if (Buffer.byteLength(whole) <= LONGEST_STATEMENT) return [whole]
  const cut = Object.entries(row).map(([name, value]) => ({
    name,
    pieces: typeof value === 'string' && value.length > PIECE ? piecesOf(value) : [value],
  }))
  return [
    insert(cut.map(({ pieces }) => pieces[0] ?? null)),
    ...cut.flatMap(({ name, pieces }) =>
      pieces.slice(1).map(
        (
          piece,
        ) => `UPDATE ${identifier(table)} SET ${identifier(name)} = ${identifier(name)} || ${literal(piece)}
  WHERE rowid = (SELECT max(rowid) FROM ${identifier(table)})`,
      ),
    ),
  ]
}

function piecesOf(text: string): string[] {
  const characters = Array.from(text)
  return Array.from({ length: Math.ceil(characters.length / PIECE) }, (_, n) =>
    characters.slice(n * PIECE, (n + 1) * PIECE).join(''),
  )
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`

function literal(value: SQLOutputValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`
  return String(value)
}

const hashOf = (dump: string) => createHash('sha256').update(dump).digest('hex')

/** A dump with two header lines: the date with the restore command, and the checksum. */
export const backupFile = (dump: string, now: Date): string =>
  `-- Windfall, ${now.toISOString()}. Into an empty database: npm run db:restore -- FILE (docs/operations.md)
-- sha256 ${hashOf(dump)}
${dump}`

/** The dump in a backup file. @throws Error where the file is no backup, or not whole. */
export function readBackup(file: string): string {
  const [, hash, dump = ''] = /^-- Windfall, .*\n-- sha256 ([0-9a-f]{64})\n([\s\S]*)$/.exec(file) ?? []
  if (hash === undefined) throw new Error('This file was not made by npm run db:backup.')
  if (hash !== hashOf(dump)) throw new Error('This backup is damaged: its checksum is another one.')
  return dump
}

/**
 * Moves every table's next id beyond all ids that were used after the restored moment. Links in mails, stored
 * notifications and browsers still contain such ids, which must never name another row.
 */
export const ADVANCE_IDS = `UPDATE sqlite_sequence SET seq = seq + ${GAP} WHERE name <> 'd1_migrations';
INSERT INTO sqlite_sequence (name, seq) SELECT m.name, ${GAP} FROM sqlite_master m
  WHERE m.type = 'table' AND m.sql LIKE '%AUTOINCREMENT%' AND m.name <> 'd1_migrations' AND m.name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
  AND NOT EXISTS (SELECT 1 FROM sqlite_sequence s WHERE s.name = m.name)`
