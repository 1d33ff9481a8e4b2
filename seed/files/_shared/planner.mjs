// Planning core of the Windfall scripts: config checks, seeded randomness, time slots, simulation, output.
//
// It works offline: it opens no connection, signs nothing and sends nothing. Amounts are whole millionths of a
// token (micro) inside and decimal text outside, so that no rounding error creeps into a plan.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { requireLease } from './lease.mjs'

const MICRO = 1_000_000
export const MINUTE = 60_000
export const DAY = 86_400_000

/** The configuration cannot be used; the message names the field and what to write instead. */
export class ConfigError extends Error {}

export function toMicro(text, where) {
  if (typeof text !== 'string' || !/^\d{1,9}(\.\d{1,6})?$/.test(text)) {
    throw new ConfigError(`${where}: write an amount as text with at most 6 decimals, for example "0.25"`)
  }
  const [whole, fraction = ''] = text.split('.')
  return Number(whole) * MICRO + Number(fraction.padEnd(6, '0'))
}

export function fromMicro(value) {
  const size = Math.abs(value)
  return `${value < 0 ? '-' : ''}${Math.floor(size / MICRO)}.${String(size % MICRO).padStart(6, '0')}`
}

export function evmAddress(value, where) {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) {
    throw new ConfigError(`${where}: not a public EVM address (0x and 40 hexadecimal digits)`)
  }
  return value
}

export function isoDay(value, where) {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== value) {
    throw new ConfigError(`${where}: write a date as YYYY-MM-DD`)
  }
  return at
}

/** One JSON object that knows its place in the file; a field nobody asked for is an error (finish). */
export class Config {
  constructor(data, where = 'config') {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) {
      throw new ConfigError(`${where}: expected an object in braces`)
    }
    Object.assign(this, { data, where, used: new Set(), children: [] })
  }
  raw(name, fallback) {
    this.used.add(name)
    if (Object.hasOwn(this.data, name)) return this.data[name]
    if (fallback === undefined) throw new ConfigError(`${this.where}.${name}: missing`)
    return fallback
  }
  text(name, fallback, options) {
    const value = this.raw(name, fallback)
    if (typeof value !== 'string' || value.trim() === '') throw new ConfigError(`${this.where}.${name}: expected text`)
    if (options && !options.includes(value)) {
      throw new ConfigError(`${this.where}.${name}: choose one of ${options.join(', ')}`)
    }
    return value
  }
  whole(name, low, high, fallback) {
    const value = this.raw(name, fallback)
    if (!Number.isInteger(value) || value < low || value > high) {
      throw new ConfigError(`${this.where}.${name}: expected a whole number from ${low} to ${high}`)
    }
    return value
  }
  amount(name, fallback) {
    return toMicro(this.raw(name, fallback), `${this.where}.${name}`)
  }
  day(name, fallback) {
    return isoDay(this.raw(name, fallback), `${this.where}.${name}`)
  }
  pair(name, low, high, fallback) {
    const value = this.raw(name, fallback)
    const good = Array.isArray(value) && value.length === 2 && value.every(Number.isInteger)
    if (!good || value[0] < low || value[1] < value[0] || value[1] > high) {
      throw new ConfigError(`${this.where}.${name}: expected [from, to], whole numbers from ${low} to ${high}`)
    }
    return value
  }
  child(name, fallback) {
    const inner = new Config(this.raw(name, fallback), `${this.where}.${name}`)
    this.children.push(inner)
    return inner
  }
  items(name) {
    const value = this.raw(name)
    if (!Array.isArray(value) || value.length === 0) {
      throw new ConfigError(`${this.where}.${name}: expected a list with at least 1 entry`)
    }
    const found = value.map((item, place) => new Config(item, `${this.where}.${name}[${place}]`))
    this.children.push(...found)
    return found
  }
  finish() {
    for (const name of Object.keys(this.data)) {
      if (!this.used.has(name) && !name.startsWith('_')) {
        throw new ConfigError(`${this.where}.${name}: unknown field (start a name with _ to keep a note)`)
      }
    }
    for (const inner of this.children) inner.finish()
  }
}

export function loadConfig(path) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(`${path}: not found; copy config.example.json to config.json and edit it`)
  }
  try {
    return new Config(JSON.parse(text))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${path}: not valid JSON (${error.message})`)
  }
}

/** SHA-256 over a counter: the same seed gives the same plan on every machine and Node version. */
export class Rng {
  constructor(...scope) {
    this.scope = scope.join('/')
    this.count = 0
  }
  random() {
    const digest = createHash('sha256').update(`${this.scope}#${this.count++}`).digest()
    return digest.readUIntBE(0, 6) / 2 ** 48
  }
  between(low, high) {
    return low + Math.floor(this.random() * (high - low + 1))
  }
  pick(items) {
    return items[this.between(0, items.length - 1)]
  }
  sample(items, count) {
    const pool = [...items]
    return Array.from({ length: Math.min(count, pool.length) }, () => pool.splice(this.between(0, pool.length - 1), 1)[0])
  }
}

/** What every plan has: dates, hours, pacing, fee assumption, reserve and the wallets. */
export class Run {
  constructor(config, seed, walletFields) {
    this.seed = seed ?? config.text('seed')
    config.raw('seed', '')
    this.start = config.day('start')
    this.days = config.whole('days', 1, 366)
    this.hours = config.pair('hoursUtc', 0, 24)
    if (this.hours[0] === this.hours[1]) throw new ConfigError('config.hoursUtc: the two hours must differ')
    this.gap = config.whole('minGapMinutes', 0, 720)
    this.reserve = config.amount('reserve')
    this.fee = config.amount('feePerAction')
    this.wallets = config.items('wallets').map((item) => {
      const wallet = {
        label: item.text('label'),
        address: evmAddress(item.raw('address'), `${item.where}.address`),
        balance: item.amount('balance'),
        budget: item.amount('budget'),
        more: walletFields?.(item) ?? {},
      }
      if (wallet.budget > wallet.balance) throw new ConfigError(`${item.where}.budget: larger than the balance`)
      return wallet
    })
    for (const name of ['label', 'address']) {
      if (new Set(this.wallets.map((wallet) => wallet[name].toLowerCase())).size < this.wallets.length) {
        throw new ConfigError(`config.wallets: the same ${name} appears twice`)
      }
    }
  }
  rng(...scope) {
    return new Rng(this.seed, ...scope)
  }
  /** A random share of what the wallet's budget still holds, cut to whole hundred-micro units and taken off it. */
  take(rng, wallet, lowPercent, highPercent) {
    const basisPoints = rng.between(lowPercent * 100, highPercent * 100)
    const share = Math.floor((wallet.budget * basisPoints) / 10_000 / 100) * 100
    wallet.budget -= share
    return share
  }
  /** `count` random times of one day inside the allowed hours, never closer than the gap. */
  slots(rng, day, count, hours = this.hours) {
    const gap = this.gap * MINUTE
    const slack = (hours[1] - hours[0]) * 60 * MINUTE - 1000 - gap * (count - 1)
    if (slack < 0) {
      throw new ConfigError(`config: ${count} actions with a ${this.gap} minute gap do not fit into the allowed hours`)
    }
    const offsets = Array.from({ length: count }, () => Math.floor((rng.random() * slack) / 1000) * 1000)
    const first = this.start + day * DAY + hours[0] * 60 * MINUTE
    return offsets.sort((a, b) => a - b).map((offset, place) => first + offset + place * gap)
  }
}

/** Moves steps later where needed: every wallet keeps the gap and the allowed hours, the order stays. */
function spread(steps, run) {
  const last = new Map()
  for (const step of steps.toSorted((a, b) => a.at - b.at)) {
    let at = Math.max(step.at, (last.get(step.wallet) ?? Number.NEGATIVE_INFINITY) + run.gap * MINUTE)
    const midnight = Math.floor(at / DAY) * DAY
    const [opens, closes] = run.hours.map((hour) => midnight + hour * 60 * MINUTE)
    if (at < opens) at = opens
    else if (at >= closes) at = opens + DAY
    step.at = at
    last.set(step.wallet, at)
  }
}

/** Walks the plan in time order with the balances you entered; marks steps that could not be paid. */
function simulate(steps, run) {
  steps.sort((a, b) => a.at - b.at || run.wallets.indexOf(a.wallet) - run.wallets.indexOf(b.wallet))
  const balances = new Map(run.wallets.map((wallet) => [wallet, wallet.balance]))
  steps.forEach((step, place) => {
    Object.assign(step, { number: place + 1, status: 'planned', reason: '' })
    step.amount ??= 0
    step.returns ??= 0
    step.fee ??= run.fee
    const left = balances.get(step.wallet) - step.amount - step.fee
    const floor = step.amount > 0 ? run.reserve : 0
    if (step.needs && step.needs.status !== 'planned') {
      Object.assign(step, { status: 'skipped', reason: `needs step ${step.needs.number}, which is skipped` })
    } else if (left < floor) {
      Object.assign(step, { status: 'skipped', reason: `would leave ${fromMicro(left)}, below ${fromMicro(floor)}` })
    } else {
      balances.set(step.wallet, left + step.returns)
    }
    step.balance = balances.get(step.wallet)
  })
}

export const stamp = (at) => `${new Date(at).toISOString().slice(0, 19)}Z`

const row = (step) => ({
  step: step.number,
  at: stamp(step.at),
  wallet: step.wallet.label,
  address: step.wallet.address,
  chain: step.chain,
  chainId: step.chainId,
  action: step.action,
  detail: step.detail ?? '',
  amount: fromMicro(step.amount),
  asset: step.asset,
  returns: fromMicro(step.returns),
  fee: fromMicro(step.fee),
  balanceAfter: fromMicro(step.balance),
  status: step.status,
  reason: step.reason,
  needs: step.needs?.number ?? '',
})

/** What you still have to review, complete and sign in your own wallet. It carries no contract and no call. */
const intent = (step) => ({
  step: step.number,
  from: step.wallet.address,
  chainId: step.chainId,
  action: step.action,
  detail: step.detail ?? '',
  amount: fromMicro(step.amount),
  asset: step.asset,
  notBefore: stamp(step.at),
  needs: step.needs?.number ?? null,
  signed: false,
})

export const csvCell = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value))

export const toCsv = (rows) =>
  [Object.keys(rows[0]), ...rows.map(Object.values)].map((cells) => cells.map(csvCell).join(',') + '\n').join('')

function summarise(title, version, run, steps, notes) {
  const lines = [`${title} ${version} - dry run, nothing was signed or sent`, `Seed ${run.seed}, ${run.days} days`, '']
  for (const wallet of run.wallets) {
    const mine = steps.filter((step) => step.wallet === wallet)
    const planned = mine.filter((step) => step.status === 'planned')
    const sum = (name) => planned.reduce((total, step) => total + step[name], 0)
    const assets = [...new Set(planned.filter((step) => step.amount > 0).map((step) => step.asset))].sort().join('/')
    lines.push(
      `${wallet.label}: ${planned.length} planned, ${mine.length - planned.length} skipped, ` +
        `moved ${fromMicro(sum('amount'))} ${assets || '-'} in total, assumed fees ${fromMicro(sum('fee'))}`,
    )
  }
  const counts = {}
  for (const step of steps) counts[step.action] = (counts[step.action] ?? 0) + 1
  const byAction = Object.keys(counts).sort().map((name) => `${name} ${counts[name]}`)
  lines.push('', `By action: ${byAction.join(', ')}`)
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n') + '\n'
}

/** Prints a configuration error and leaves with status 2; anything else is a defect and keeps its stack. */
export function orExplain(work) {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

/** Command line of a planner. build(config, run) returns { steps, notes?, files? }; files() runs after pacing. */
export async function main({ product, title, version, build, walletFields }) {
  const { values: options } = parseArgs({
    options: {
      config: { type: 'string', default: 'config.json' },
      out: { type: 'string', default: 'out' },
      seed: { type: 'string' },
      export: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (options.version) return console.log(version)
  if (options.help) {
    console.log(`${title} ${version}. Plans and simulates offline; never signs or sends.`)
    return console.log('Options: --config config.json  --out out  --seed TEXT  --export (unsigned intents.json)')
  }
  await requireLease(product)
  const { run, built } = orExplain(() => {
    const config = loadConfig(options.config)
    const run = new Run(config, options.seed, walletFields)
    const built = build(config, run)
    config.finish()
    if (built.steps.length === 0) {
      throw new ConfigError('config: these settings plan nothing; raise the budget or the number of days')
    }
    return { run, built }
  })
  const { steps, notes = [], files = () => ({}) } = built
  spread(steps, run)
  simulate(steps, run)
  mkdirSync(options.out, { recursive: true })
  const write = (name, text) => writeFileSync(join(options.out, name), text)
  const rows = steps.map(row)
  write('plan.csv', toCsv(rows))
  const head = { product: title, version, seed: run.seed, mode: 'dry-run', start: stamp(run.start), days: run.days }
  write('plan.json', JSON.stringify({ ...head, steps: rows }, null, 2) + '\n')
  const log = rows.map((r) =>
    `${r.at} dry-run #${r.step} ${r.wallet} ${r.chain} ${r.action} ${r.amount} ${r.asset} ${r.status} balance ${r.balanceAfter} ${r.reason}`.trimEnd(),
  )
  write('run-log.txt', log.join('\n') + '\n')
  for (const [name, text] of Object.entries(files())) write(name, text)
  const summary = summarise(title, version, run, steps, notes)
  write('summary.txt', summary)
  process.stdout.write(summary)
  if (options.export) {
    const intents = steps.filter((step) => step.status === 'planned').map(intent)
    write('intents.json', JSON.stringify({ signed: false, intents }, null, 2) + '\n')
    console.log(`\nExported ${intents.length} unsigned intents. Review each one and sign it in your own wallet.`)
  }
}
