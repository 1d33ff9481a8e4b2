// Soneium Season Farmer: spreads what a season still asks of each wallet over the days left. Offline, signs nothing.
//
// New in 1.1.0: season totals instead of weekly counts, what you have already done is subtracted, an even pace with
// a daily limit, positions (lend, liquidity) are closed again before the season ends, progress.csv.
import { ConfigError, DAY, main, toCsv } from './planner.mjs'

const CHAIN = 'soneium'
const CHAIN_ID = 1868
const ACTIONS = ['swap', 'add-liquidity', 'lend', 'bridge', 'mint-nft', 'game-session']
const CLOSES = { 'add-liquidity': 'remove-liquidity', lend: 'withdraw' }

const done = (item) => {
  const counts = item.child('done', {})
  return { done: Object.fromEntries(ACTIONS.map((action) => [action, counts.whole(action, 0, 10_000, 0)])) }
}

/** Evenly spaced days with a random shift inside each share, so that the last action is not left to the last day. */
const evenDays = (rng, count, days) =>
  Array.from({ length: count }, (_, place) => Math.min(days - 1, Math.floor(((place + rng.random()) * days) / count)))

function planWallet(run, wallet, targets, days, perDay) {
  const rng = run.rng('soneium', wallet.label)
  const load = Array.from({ length: days }, () => [])
  let missed = 0
  const rows = targets.map((target) => {
    const open = Math.max(0, target.total - wallet.more.done[target.action])
    let placed = 0
    for (const wanted of evenDays(rng, open, days)) {
      const day = [...load.keys()].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)
        .find((candidate) => load[candidate].length < perDay)
      if (day === undefined) continue
      load[day].push(target)
      placed += 1
    }
    missed += open - placed
    return { wallet: wallet.label, action: target.action, target: target.total, done: wallet.more.done[target.action], planned: placed, short: open - placed }
  })
  const steps = []
  const open = []
  load.forEach((todo, day) => {
    if (todo.length === 0) return
    run.slots(rng, day, todo.length).forEach((at, place) => {
      const { action, percent } = todo[place]
      const amount = percent[1] > 0 ? run.take(rng, wallet, ...percent) : 0
      const step = { at, wallet, chain: CHAIN, chainId: CHAIN_ID, action, asset: 'ETH', amount }
      steps.push(step)
      if (CLOSES[action] && amount > 0) open.push(step)
    })
  })
  if (open.length > 0) {
    const last = run.start + (days - 1) * DAY + run.hours[0] * 3_600_000
    for (const needs of open) {
      const at = Math.max(last, needs.at + 1)
      steps.push({ ...needs, at, action: CLOSES[needs.action], amount: 0, returns: needs.amount, needs })
    }
  }
  return { steps, rows, missed }
}

function build(config, run) {
  const ends = config.day('seasonEnds')
  const days = Math.min(run.days, Math.round((ends - run.start) / DAY) + 1)
  if (days < 1) throw new ConfigError('config.seasonEnds: before the start date')
  const perDay = config.whole('maxActionsPerDay', 1, 20)
  const targets = config.items('seasonTargets').map((item) => ({
    action: item.text('action', undefined, ACTIONS),
    total: item.whole('total', 1, 1000),
    percent: item.pair('percent', 0, 25),
  }))
  const plans = run.wallets.map((wallet) => planWallet(run, wallet, targets, days, perDay))
  const missed = plans.reduce((sum, plan) => sum + plan.missed, 0)
  const notes = [`Days left in the season: ${days}.`]
  if (missed > 0) notes.push(`Does not fit: ${missed} actions. Raise maxActionsPerDay or start earlier.`)
  notes.push('Targets are the numbers you entered from the season page; the project decides what counts.')
  return { steps: plans.flatMap((plan) => plan.steps), notes, files: () => ({ 'progress.csv': toCsv(plans.flatMap((plan) => plan.rows)) }) }
}

main({ product: 'soneium', title: 'Soneium Season Farmer', version: '1.1.0', build, walletFields: done })
