// Airdrop Eligibility Ledger: totals per address from an activity CSV, checked against criteria. Offline, read-only.
//
// New in 1.1.0: criteria sets, quoted CSV cells, a result per address and set.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { requireLease } from './lease.mjs'
import { ConfigError, evmAddress, fromMicro, isoDay, loadConfig, orExplain, toCsv, toMicro } from './planner.mjs'

const VERSION = '1.1.0'
const COLUMNS = ['date', 'address', 'chain', 'protocol', 'action', 'valueUsd']

/** What a criterion can ask for, as a number computed from the activity of one address. */
const METRICS = {
  transactions: (mine) => mine.length,
  activeDays: (mine) => distinct(mine, (item) => item.date),
  activeMonths: (mine) => distinct(mine, (item) => item.date.slice(0, 7)),
  protocols: (mine) => distinct(mine, (item) => item.protocol),
  actions: (mine) => distinct(mine, (item) => item.action),
  volumeUsd: (mine) => mine.reduce((sum, item) => sum + item.value, 0) / 1e6,
}

const distinct = (items, pick) => new Set(items.map(pick)).size

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

const readSet = (item) => ({
  name: item.text('name'),
  chain: item.text('chain'),
  criteria: item.items('criteria').map((criterion) => ({
    metric: criterion.text('metric', undefined, Object.keys(METRICS)),
    atLeast: criterion.whole('atLeast', 1, 1e9),
  })),
})

function judge(address, set, activity) {
  const mine = activity.filter((item) => item.address === address && (set.chain === 'any' || item.chain === set.chain))
  const results = set.criteria.map(({ metric, atLeast }) => ({ metric, atLeast, value: METRICS[metric](mine) }))
  const met = results.filter((result) => result.value >= result.atLeast).length
  return { address, set: set.name, met, of: results.length, open: results.filter((result) => result.value < result.atLeast) }
}

const { values: options } = parseArgs({
  options: { config: { type: 'string', default: 'config.json' }, out: { type: 'string', default: 'out' } },
})
await requireLease('eligibility-ledger')
const { addresses, activity, sets } = orExplain(() => {
  const config = loadConfig(options.config)
  const file = config.text('activityCsv')
  const activity = readActivity(join(dirname(resolve(options.config)), file), file)
  const sets = config.items('sets').map(readSet)
  config.finish()
  if (activity.length === 0) throw new ConfigError(`${file}: no activity`)
  return { addresses: [...new Set(activity.map((item) => item.address))].sort(), activity, sets }
})
const ledger = addresses.map((address) => {
  const mine = activity.filter((item) => item.address === address)
  const volume = fromMicro(mine.reduce((sum, item) => sum + item.value, 0)).slice(0, -4)
  return { address, ...Object.fromEntries(Object.entries(METRICS).map(([name, metric]) => [name, metric(mine)])), volumeUsd: volume }
})
const verdicts = addresses.flatMap((address) => sets.map((set) => judge(address, set, activity)))
mkdirSync(options.out, { recursive: true })
writeFileSync(join(options.out, 'ledger.csv'), toCsv(ledger))
const flat = verdicts.map(({ open, ...rest }) => ({ ...rest, missing: open.map((gap) => gap.metric).join(' ') }))
writeFileSync(join(options.out, 'criteria.csv'), toCsv(flat))
console.log(`Airdrop Eligibility Ledger ${VERSION} - ${addresses.length} addresses, ${sets.length} criteria sets`)
for (const row of flat) console.log(`${row.address}  ${row.set}: ${row.met} of ${row.of}${row.missing ? `, missing ${row.missing}` : ''}`)
