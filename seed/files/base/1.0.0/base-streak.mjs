// Base Streak Planner: one small action a day, a larger one each week and month, as plan and calendar file.
// Offline, signs nothing.
import { ConfigError, DAY, main, stamp } from './planner.mjs'

const CHAIN = 'base'
const CHAIN_ID = 8453
const ACTIONS = ['swap', 'mint-nft', 'lend', 'add-liquidity', 'vote', 'deploy-contract', 'transfer-to-self', 'game-session']
const ONLY_FEE = ['vote', 'deploy-contract', 'game-session']

function readTier(config, name) {
  const tier = config.child(name)
  const actions = tier.raw('actions')
  if (!Array.isArray(actions) || actions.length === 0 || actions.some((action) => !ACTIONS.includes(action))) {
    throw new ConfigError(`config.${name}.actions: a list out of ${ACTIONS.join(', ')}`)
  }
  return { name, actions, percent: tier.pair('percent', 0, 30) }
}

/** Picks an action, but never the one of the day before when there is a choice. */
function pickOther(rng, actions, previous) {
  const others = actions.filter((action) => action !== previous)
  return rng.pick(others.length > 0 ? others : actions)
}

function planWallet(run, wallet, { daily, weekly, monthly, breaks }) {
  const rng = run.rng('base', wallet.label)
  const weekday = rng.between(0, 6)
  const steps = []
  let streak = 0
  let longest = 0
  let previous
  for (let day = 0; day < run.days; day++) {
    const date = new Date(run.start + day * DAY)
    if (breaks.includes(date.toISOString().slice(0, 10))) {
      streak = 0
      continue
    }
    const tiers = [daily]
    if (date.getUTCDay() === weekday) tiers.push(weekly)
    if (date.getUTCDate() === 1 + (weekday % 5)) tiers.push(monthly)
    run.slots(rng, day, tiers.length).forEach((at, place) => {
      const tier = tiers[place]
      const action = pickOther(rng, tier.actions, previous)
      const amount = tier.percent[1] > 0 && !ONLY_FEE.includes(action) ? run.take(rng, wallet, ...tier.percent) : 0
      const returns = action === 'transfer-to-self' ? amount : 0
      steps.push({ at, wallet, chain: CHAIN, chainId: CHAIN_ID, action, asset: 'ETH', amount, returns, detail: tier.name })
      previous = action
    })
    streak += 1
    longest = Math.max(longest, streak)
  }
  return { steps, longest }
}

/** An iCalendar file with one reminder per step; lines end as RFC 5545 asks. */
function calendar(steps) {
  const compact = (at) => stamp(at).replaceAll(/[-:]/g, '')
  const events = steps.toSorted((a, b) => a.at - b.at).flatMap((step, place) => [
    'BEGIN:VEVENT',
    `UID:base-streak-${place + 1}-${compact(step.at)}@windfall.invalid`,
    `DTSTAMP:${compact(step.at)}`,
    `DTSTART:${compact(step.at)}`,
    'DURATION:PT15M',
    `SUMMARY:${step.wallet.label}: ${step.action} on Base`,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Windfall//Base Streak Planner//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

function build(config, run) {
  const [daily, weekly, monthly] = ['daily', 'weekly', 'monthly'].map((name) => readTier(config, name))
  const breaks = config.raw('breaks', [])
  if (!Array.isArray(breaks) || breaks.some((date) => !/^\d{4}-\d{2}-\d{2}$/.test(date))) {
    throw new ConfigError('config.breaks: a list of dates as YYYY-MM-DD, or []')
  }
  const plans = run.wallets.map((wallet) => planWallet(run, wallet, { daily, weekly, monthly, breaks }))
  const steps = plans.flatMap((plan) => plan.steps)
  const notes = run.wallets.map((wallet, place) => `${wallet.label}: longest streak ${plans[place].longest} days`)
  return { steps, notes: [...notes, 'calendar.ics holds one reminder per step.'], files: () => ({ 'calendar.ics': calendar(steps) }) }
}

main({ product: 'base', title: 'Base Streak Planner', version: '1.0.0', build })
