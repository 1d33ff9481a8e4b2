// Scroll Session Planner: short sessions of actions placed into the cheapest hours of the day. Offline, signs nothing.
import { ConfigError, main } from './planner.mjs'

const CHAIN = 'scroll'
const CHAIN_ID = 534352

// A session is a fixed order of actions; 'back' returns what the named earlier action moved.
const SESSIONS = {
  'swap-pair': [{ action: 'swap', percent: [3, 8] }, { action: 'swap-back', back: 'swap' }],
  lending: [{ action: 'supply', percent: [5, 12] }, { action: 'withdraw', back: 'supply' }],
  liquidity: [{ action: 'wrap', percent: [4, 10] }, { action: 'add-liquidity' }, { action: 'remove-liquidity' }, { action: 'unwrap', back: 'wrap' }],
  profile: [{ action: 'mint-badge' }, { action: 'vote' }],
}

function cheapestHours(config, run, count) {
  const gas = config.raw('gasByHourUtc')
  if (!Array.isArray(gas) || gas.length !== 24 || gas.some((price) => typeof price !== 'number' || !(price >= 0))) {
    throw new ConfigError('config.gasByHourUtc: expected 24 numbers, one for each hour from 0 to 23')
  }
  const allowed = [...gas.keys()].filter((hour) => hour >= run.hours[0] && hour < run.hours[1])
  const hours = allowed.sort((a, b) => gas[a] - gas[b] || a - b).slice(0, count)
  const mean = (list) => list.reduce((sum, hour) => sum + gas[hour], 0) / list.length
  return { hours, chosen: mean(hours), usual: mean(allowed) }
}

function build(config, run) {
  const names = config.raw('sessions')
  if (!Array.isArray(names) || names.length === 0 || names.some((name) => !Object.hasOwn(SESSIONS, name))) {
    throw new ConfigError(`config.sessions: a list out of ${Object.keys(SESSIONS).join(', ')}`)
  }
  const perWeek = config.whole('sessionsPerWeek', 1, 7)
  const pause = config.pair('minutesBetweenActions', 1, 120)
  const { hours, chosen, usual } = cheapestHours(config, run, config.whole('cheapestHours', 1, 24))
  const steps = []
  for (const wallet of run.wallets) {
    const rng = run.rng('scroll', wallet.label)
    for (let first = 0; first < run.days; first += 7) {
      const week = Array.from({ length: Math.min(7, run.days - first) }, (_, place) => first + place)
      for (const day of rng.sample(week, perWeek).sort((a, b) => a - b)) {
        const name = rng.pick(names)
        const hour = rng.pick(hours)
        let at = run.slots(rng, day, 1, [hour, hour + 1])[0]
        const moved = {}
        let needs
        for (const { action, percent, back } of SESSIONS[name]) {
          const amount = percent ? run.take(rng, wallet, ...percent) : 0
          const step = { at, wallet, chain: CHAIN, chainId: CHAIN_ID, action, asset: 'ETH', amount, needs, detail: `session ${name}` }
          if (back) {
            step.returns = moved[back]
            wallet.budget += moved[back]
          }
          moved[action] = amount
          steps.push(step)
          needs = step
          at += Math.max(rng.between(...pause), run.gap) * 60_000
        }
      }
    }
  }
  const saving = usual > 0 ? Math.round((1 - chosen / usual) * 100) : 0
  const list = hours.toSorted((a, b) => a - b).join(', ')
  return { steps, notes: [`Sessions start in hours ${list} UTC: ${saving}% below the mean of your gas table in the allowed hours.`] }
}

main({ product: 'scroll', title: 'Scroll Session Planner', version: '1.0.0', build })
