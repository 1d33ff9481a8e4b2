// Airdrop Eligibility Ledger: totals per address from an activity CSV. Offline, read-only.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { requireLease } from './lease.mjs'
import { ConfigError, fromMicro, isoDay, loadConfig, orExplain, toCsv, toMicro } from './planner.mjs'

const VERSION = '1.0.0'
const COLUMNS = ['date', 'address', 'chain', 'protocol', 'action', 'valueUsd']

function readActivity(path, name) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(`${name}: not found`)
  }
  const [header = '', ...lines] = text.trim().split(/\r?\n/)
  if (header !== COLUMNS.join(',')) throw new ConfigError(`${name}: the first line must be ${COLUMNS.join(',')}`)
  return lines.map((line, place) => {
    const cells = line.split(',')
    const where = `${name} line ${place + 2}`
    if (cells.length !== COLUMNS.length) throw new ConfigError(`${where}: expected ${COLUMNS.length} columns without quotes`)
    const [date, address, chain, protocol, action, valueUsd] = cells
    isoDay(date, where)
    return { date, address: address.toLowerCase(), chain, protocol, action, value: toMicro(valueUsd, where) }
  })
}

function totals(address, activity) {
  const mine = activity.filter((item) => item.address === address)
  const distinct = (pick) => new Set(mine.map(pick)).size
  return {
    address,
    transactions: mine.length,
    activeDays: distinct((item) => item.date),
    activeMonths: distinct((item) => item.date.slice(0, 7)),
    protocols: distinct((item) => item.protocol),
    chains: distinct((item) => item.chain),
    volumeUsd: fromMicro(mine.reduce((sum, item) => sum + item.value, 0)).slice(0, -4),
    first: mine.map((item) => item.date).sort()[0] ?? '',
    last: mine.map((item) => item.date).sort().at(-1) ?? '',
  }
}

const { values: options } = parseArgs({
  options: { config: { type: 'string', default: 'config.json' }, out: { type: 'string', default: 'out' } },
})
await requireLease('eligibility-ledger')
const rows = orExplain(() => {
  const config = loadConfig(options.config)
  const file = config.text('activityCsv')
  const activity = readActivity(join(dirname(resolve(options.config)), file), file)
  config.finish()
  const addresses = [...new Set(activity.map((item) => item.address))].sort()
  if (addresses.length === 0) throw new ConfigError(`${file}: no activity`)
  return addresses.map((address) => totals(address, activity))
})
mkdirSync(options.out, { recursive: true })
writeFileSync(join(options.out, 'ledger.csv'), toCsv(rows))
console.log(`Airdrop Eligibility Ledger ${VERSION} - ${rows.length} addresses`)
for (const row of rows) {
  console.log(`${row.address}  ${row.transactions} transactions, ${row.activeMonths} months, ${row.protocols} protocols, $${row.volumeUsd}`)
}
