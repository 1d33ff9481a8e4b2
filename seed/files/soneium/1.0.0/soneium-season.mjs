// Soneium Season Farmer: spreads weekly activity targets over a season. Offline, signs nothing.
import { main } from './planner.mjs'

const CHAIN = 'soneium'
const CHAIN_ID = 1868
const ACTIONS = ['swap', 'add-liquidity', 'lend', 'bridge', 'mint-nft', 'game-session']

function build(config, run) {
  const targets = config.items('weeklyTargets').map((item) => ({
    action: item.text('action', undefined, ACTIONS),
    times: item.whole('times', 1, 7),
    percent: item.pair('percent', 0, 25),
  }))
  const steps = []
  for (const wallet of run.wallets) {
    const rng = run.rng('soneium', wallet.label)
    for (let first = 0; first < run.days; first += 7) {
      const week = Array.from({ length: Math.min(7, run.days - first) }, (_, place) => first + place)
      const byDay = new Map()
      for (const target of targets) {
        for (const day of rng.sample(week, target.times)) byDay.set(day, [...(byDay.get(day) ?? []), target])
      }
      for (const [day, todo] of [...byDay].sort(([a], [b]) => a - b)) {
        run.slots(rng, day, todo.length).forEach((at, place) => {
          const { action, percent } = todo[place]
          const amount = percent[1] > 0 ? run.take(rng, wallet, ...percent) : 0
          steps.push({ at, wallet, chain: CHAIN, chainId: CHAIN_ID, action, asset: 'ETH', amount })
        })
      }
    }
  }
  return { steps, notes: ['Spent amounts are not counted back; the simulated balance is the cautious one.'] }
}

main({ product: 'soneium', title: 'Soneium Season Farmer', version: '1.0.0', build })
