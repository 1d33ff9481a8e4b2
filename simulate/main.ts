// npm run simulate: random customers and faults against the built shop, then a comparison of all books.
//   -- --seed N       repeats a run (default: a random seed, which is printed)
//   -- --minutes M    minutes with customers and faults (default 3); the comparison takes half a minute more
//   -- --moments N    ends after N moments of the plan, independent of the time
//   -- --verbose      prints every moment
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, createDevVars, install } from '../scripts/prepare.mjs'
import { check, type Finding } from './rules.ts'
import { Run } from './run.ts'
import { ShopProcess } from './shop-process.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '3' },
    moments: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
const minutes = Number(values.minutes)
const port = Number(process.env.PORT ?? 5188)

await install()
createDevVars()
await build()

const shop = new ShopProcess(port, String(seed))
const diary: string[] = []
const began = Date.now()
const say = (what: string) => {
  const line = `${((Date.now() - began) / 1000).toFixed(1)} s  ${what}`
  diary.push(line)
  if (values.verbose) console.log(line)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    await shop.stop()
    shop.remove()
    process.exit(130)
  })
}

console.log(`Seed ${seed}, ${minutes} minutes, at ${shop.baseUrl}`)
const run = new Run(shop, seed, say)
let findings: Finding[] = []
try {
  await run.live({
    forMs: minutes * 60_000,
    moments: values.moments === undefined ? Number.POSITIVE_INFINITY : Number(values.moments),
  })
  await run.heal()
  const books = await run.readBooks()
  findings = check(books)
  const { takings, payments, mails, answers } = books
  console.log(
    `${run.moments} moments, ${answers.length} calls (${answers.filter(({ status }) => status >= 500 || status === 0).length} failed under a fault or not), ` +
      `${payments.length} payments, ${takings.length} takings of $${(takings.reduce((sum, one) => sum + one.receivedCents, 0) / 100).toFixed(2)}, ${mails.length} mails`,
  )
} catch (error) {
  await shop.stop()
  findings = [{ rule: 'the run ends', verdict: 'unexplained', subject: 'simulation', details: String(error) }]
  console.error(error)
}

for (const verdict of ['lost', 'doubled', 'stuck', 'unexplained'] as const) {
  const found = findings.filter((finding) => finding.verdict === verdict)
  console.log(`${verdict}: ${found.length}`)
  for (const { rule, subject, details } of found.slice(0, 20)) {
    console.log(`  ${subject}: not so: ${rule}\n    ${JSON.stringify(details).slice(0, 600)}`)
  }
}
if (findings.length === 0) {
  console.log(`Seed ${seed}: everything is where it belongs.`)
  shop.remove()
} else {
  writeFileSync(join(shop.stateDir, 'plan.txt'), `${diary.join('\n')}\n`)
  writeFileSync(join(shop.stateDir, 'shop.log'), shop.log)
  writeFileSync(join(shop.stateDir, 'findings.json'), JSON.stringify(findings, null, 2))
  writeFileSync(join(shop.stateDir, 'answers.json'), JSON.stringify(run.answers, null, 1))
  console.log(`
Open what it left (plan.txt, findings.json, answers.json and shop.log lie there too):
  PORT=${port} STATE_DIR=${shop.stateDir} npm start
Repeat it with:
  npm run simulate -- --seed ${seed} --moments ${run.moments}`)
}
process.exit(findings.length === 0 ? 0 : 1)
