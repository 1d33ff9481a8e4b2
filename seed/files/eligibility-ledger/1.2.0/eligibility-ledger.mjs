// Airdrop Eligibility Ledger: totals per address from activity CSVs, checked against criteria. Offline, read-only.
//
// New in 1.2.0: several CSV files with duplicates removed, a window of dates per criteria set, the exact gap to each
// criterion, a month table.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { requireLease } from './lease.mjs'
import { ConfigError, evmAddress, fromMicro, isoDay, loadConfig, orExplain, toCsv, toMicro } from './planner.mjs'

const VERSION = '1.2.0'
const COLUMNS = ['date', 'address', 'chain', 'protocol', 'action', 'valueUsd', 'tx']

const distinct = (items, pick) => new Set(items.map(pick)).size

/** What a criterion can ask for, as a number computed from the activity of one address. */
const METRICS = {
  transactions: (mine) => mine.length,
  activeDays: (mine) => distinct(mine, (item) => item.date),
  activeMonths: (mine) => distinct(mine, (item) => item.date.slice(0, 7)),
  protocols: (mine) => distinct(mine, (item) => item.protocol),
  actions: (mine) => distinct(mine, (item) => item.action),
  volumeUsd: (mine) => mine.reduce((sum, item) => sum + item.value, 0) / 1e6,
}

/** Cells of one CSV line; a quoted cell may hold commas and doubled quotes. */
function cellsOf(line) {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain)
}

function readActivity(path, name) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(`${name}: not found`)
  }
  const [header = '', ...lines] = text.trim().split(/\r?\n/)
  const columns = cellsOf(header)
  const missing = COLUMNS.find((column) => !columns.includes(column))
  if (missing) throw new ConfigError(`${name}: the column ${missing} is missing; expected ${COLUMNS.join(', ')}`)
  return lines.map((line, place) => {
    const where = `${name} line ${place + 2}`
    const cells = cellsOf(line)
    if (cells.length !== columns.length) throw new ConfigError(`${where}: ${cells.length} cells instead of ${columns.length}`)
    const item = Object.fromEntries(columns.map((column, at) => [column, cells[at]]))
    isoDay(item.date, where)
    return { ...item, address: evmAddress(item.address, where).toLowerCase(), value: toMicro(item.valueUsd, where) }
  })
}

/** Two exports often overlap: one transaction on one chain by one address counts once. */
function withoutDuplicates(activity) {
  const seen = new Map(activity.map((item) => [`${item.chain} ${item.tx} ${item.address}`, item]))
  return [...seen.values()].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

const readSet = (item) => ({
  name: item.text('name'),
  chain: item.text('chain'),
  from: new Date(item.day('from', '1970-01-01')).toISOString().slice(0, 10),
  to: new Date(item.day('to', '9999-12-31')).toISOString().slice(0, 10),
  criteria: item.items('criteria').map((criterion) => ({
    metric: criterion.text('metric', undefined, Object.keys(METRICS)),
    atLeast: criterion.whole('atLeast', 1, 1e9),
  })),
})

function judge(address, set, activity) {
  const counts = (item) =>
    item.address === address && (set.chain === 'any' || item.chain === set.chain) && item.date >= set.from && item.date <= set.to
  const mine = activity.filter(counts)
  return set.criteria.map(({ metric, atLeast }) => {
    const value = METRICS[metric](mine)
    const gap = Math.max(0, Math.round((atLeast - value) * 100) / 100)
    return { address, set: set.name, metric, value: Math.round(value * 100) / 100, atLeast, gap, met: gap === 0 ? 'yes' : 'no' }
  })
}

function monthTable(addresses, activity) {
  const months = [...new Set(activity.map((item) => item.date.slice(0, 7)))].sort()
  return addresses.map((address) => ({
    address,
    ...Object.fromEntries(months.map((month) => [
      month, activity.filter((item) => item.address === address && item.date.startsWith(month)).length,
    ])),
  }))
}

const { values: options } = parseArgs({
  options: { config: { type: 'string', default: 'config.json' }, out: { type: 'string', default: 'out' } },
})
await requireLease('eligibility-ledger')
const { activity, read, sets } = orExplain(() => {
  const config = loadConfig(options.config)
  const files = config.raw('activityCsv')
  if (!Array.isArray(files) || files.length === 0) throw new ConfigError('config.activityCsv: expected a list of file names')
  const all = files.flatMap((file) => readActivity(join(dirname(resolve(options.config)), String(file)), String(file)))
  const sets = config.items('sets').map(readSet)
  config.finish()
  if (all.length === 0) throw new ConfigError('config.activityCsv: no activity in these files')
  return { activity: withoutDuplicates(all), read: all.length, sets }
})
const addresses = [...new Set(activity.map((item) => item.address))].sort()
const ledger = addresses.map((address) => {
  const mine = activity.filter((item) => item.address === address)
  const volume = fromMicro(mine.reduce((sum, item) => sum + item.value, 0)).slice(0, -4)
  return { address, ...Object.fromEntries(Object.entries(METRICS).map(([name, metric]) => [name, metric(mine)])), volumeUsd: volume }
})
const verdicts = addresses.flatMap((address) => sets.flatMap((set) => judge(address, set, activity)))
mkdirSync(options.out, { recursive: true })
writeFileSync(join(options.out, 'ledger.csv'), toCsv(ledger))
writeFileSync(join(options.out, 'criteria.csv'), toCsv(verdicts))
writeFileSync(join(options.out, 'months.csv'), toCsv(monthTable(addresses, activity)))
console.log(`Airdrop Eligibility Ledger ${VERSION} - ${addresses.length} addresses, ${activity.length} of ${read} rows after removing duplicates`)
for (const address of addresses) {
  for (const set of sets) {
    const mine = verdicts.filter((row) => row.address === address && row.set === set.name)
    const open = mine.filter((row) => row.met === 'no').map((row) => `${row.metric} +${row.gap}`)
    console.log(`${address}  ${set.name}: ${mine.length - open.length} of ${mine.length}${open.length > 0 ? `, still ${open.join(', ')}` : ''}`)
  }
}
