// Abstract Badge Planner: orders badge tasks by deadline and priority within budget. Offline, signs nothing.
import { ConfigError, DAY, fromMicro, main, toCsv } from './planner.mjs'

const CHAIN = 'abstract'
const CHAIN_ID = 2741
const ACTIONS = ['swap', 'mint-nft', 'play-game', 'stream-tip', 'vote', 'bridge', 'add-liquidity', 'connect-app']

const readBadge = (item) => ({
  name: item.text('name'),
  priority: item.whole('priority', 1, 5),
  ends: item.day('ends'),
  tasks: item.items('tasks').map((task) => ({
    action: task.text('action', undefined, ACTIONS),
    app: task.text('app'),
    times: task.whole('times', 1, 60),
    cost: task.amount('costEach', '0'),
    daysApart: task.whole('daysApart', 0, 30, 0),
  })),
})

const walletFields = (item) => {
  const earned = item.raw('earned', [])
  if (!Array.isArray(earned)) throw new ConfigError(`${item.where}.earned: a list of badge names, or []`)
  return { earned }
}

/** First day the task may run again, and days that still have room, up to the badge's last day. */
function placeTask(load, task, lastDay, perDay) {
  const days = []
  let earliest = 0
  for (let time = 0; time < task.times; time++) {
    let day = earliest
    while (day <= lastDay && load[day] + days.filter((used) => used === day).length >= perDay) day += 1
    if (day > lastDay) return undefined
    days.push(day)
    earliest = day + task.daysApart
  }
  return days
}

function planWallet(run, wallet, badges, perDay) {
  const rng = run.rng('abstract', wallet.label)
  const load = Array.from({ length: run.days }, () => 0)
  const todo = Array.from({ length: run.days }, () => [])
  const rows = []
  for (const badge of badges.filter((candidate) => !wallet.more.earned.includes(candidate.name))) {
    const lastDay = Math.min(run.days - 1, Math.round((badge.ends - run.start) / DAY))
    const cost = badge.tasks.reduce((sum, task) => sum + task.cost * task.times, 0)
    const before = [...load]
    const placed = []
    let verdict = cost > wallet.budget ? 'over budget' : 'planned'
    for (const task of verdict === 'planned' ? badge.tasks : []) {
      const days = placeTask(load, task, lastDay, perDay)
      if (!days) {
        verdict = 'not enough days'
        before.forEach((count, day) => { load[day] = count })
        break
      }
      for (const day of days) {
        load[day] += 1
        placed.push({ day, task })
      }
    }
    if (verdict === 'planned') {
      wallet.budget -= cost
      for (const { day, task } of placed) todo[day].push({ badge, task })
    }
    rows.push({ wallet: wallet.label, badge: badge.name, priority: badge.priority, cost: fromMicro(cost), verdict })
  }
  const steps = todo.flatMap((tasks, day) =>
    tasks.length === 0 ? [] : run.slots(rng, day, tasks.length).map((at, place) => {
      const { badge, task } = tasks[place]
      return { at, wallet, chain: CHAIN, chainId: CHAIN_ID, action: task.action, asset: 'ETH', amount: task.cost, detail: `${badge.name}: ${task.app}` }
    }),
  )
  return { steps, rows }
}

function build(config, run) {
  const perDay = config.whole('maxActionsPerDay', 1, 20)
  const badges = config.items('badges').map(readBadge)
    .sort((a, b) => b.priority - a.priority || a.ends - b.ends || (a.name < b.name ? -1 : 1))
  const plans = run.wallets.map((wallet) => planWallet(run, wallet, badges, perDay))
  const rows = plans.flatMap((plan) => plan.rows)
  const steps = plans.flatMap((plan) => plan.steps)
  if (rows.length === 0) throw new ConfigError('config.badges: every wallet has earned all of them')
  const notes = rows.map((row) => `${row.wallet}: ${row.badge} - ${row.verdict}`)
  notes.push('Highest priority first, then the nearest deadline; a badge is planned whole or not at all.')
  return { steps, notes, files: () => ({ 'badges.csv': toCsv(rows) }) }
}

main({ product: 'abstract', title: 'Abstract Badge Planner', version: '1.0.0', build, walletFields })
