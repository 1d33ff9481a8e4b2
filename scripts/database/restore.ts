// npm run db:restore -- FILE [--remote]: restores a backup into an empty database, local by default; then reads
// the database back and compares.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { copyOf, query, runFile, targetOf } from './d1.ts'
import { ADVANCE_IDS, dumpOf, readBackup } from './dump.ts'

const args = process.argv.slice(2)
const target = targetOf(args)
const stop = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const file = args.find((arg) => !arg.startsWith('-')) ?? stop('Usage: npm run db:restore -- FILE [--remote]')
const dump = readBackup(readFileSync(file, 'utf8'))
const tables = query<{ name: string }>(
  target,
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
)
if (tables.length > 0) {
  stop(`The ${target} database is not empty: it has ${tables.length} tables. Nothing was changed.`)
}
runFile(target, resolve(file))
if (dumpOf(copyOf(target)) !== dump) {
  stop(
    `The ${target} database is not what ${file} says. Do not let the shop use it: delete it and try again.`,
  )
}
query(target, ADVANCE_IDS)
console.log(`The ${target} database is what ${file} says; new ids begin a million further on.
docs/operations.md, "After a restore", says what is left to do.`)
