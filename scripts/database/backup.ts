// npm run db:backup -- [FILE] [--remote]: writes the database to one SQL file for npm run db:restore. Local by default.
import { existsSync, writeFileSync } from 'node:fs'
import { copyOf, targetOf } from './d1.ts'
import { backupFile, dumpOf } from './dump.ts'

const args = process.argv.slice(2)
const target = targetOf(args)
const now = new Date()
const file =
  args.find((arg) => !arg.startsWith('-')) ??
  `windfall-${target}-${now.toISOString().replaceAll(':', '-')}.sql`
if (existsSync(file)) {
  console.error(`${file} is there already.`)
  process.exit(1)
}
const dump = dumpOf(copyOf(target))
writeFileSync(file, backupFile(dump, now), { mode: 0o600 })
console.log(
  `${file}: the ${target} database, ${dump.length} characters. It holds addresses and password hashes.`,
)
