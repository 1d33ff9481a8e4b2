// npm run bench:landing: the landing page's cost on a phone, against its budget. Bytes and layout shifts are the same
// on every machine; compare the time of the largest paint only on one machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, devices } from '@playwright/test'
import { ensureChromium } from '../scripts/chromium.mjs'
import { startLocal } from '../scripts/local.ts'
import { build, createDevVars, run } from '../scripts/prepare.mjs'
import { seed } from '../scripts/seed.ts'
import { type Weight, weighPage } from './weigh-page.ts'

const kB = 1000
/** Limits before the first interaction; `scriptAfterwards` is the total script after it. */
const BUDGET = { script: 120 * kB, css: 20 * kB, shift: 0, scriptAfterwards: 140 * kB }
const port = Number(process.env.PORT ?? 5194)
const base = `http://localhost:${port}`

createDevVars()
await build()
const state = mkdtempSync(join(tmpdir(), 'windfall-bench-'))
run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
const shop = await startLocal({ port, stateDir: state })
try {
  await seed(shop, base, state)
  const browser = await chromium.launch({
    executablePath: ensureChromium() ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  const { before, after } = await visit(await browser.newContext(devices['Pixel 7']))
  await browser.close()
  const rows: [what: string, measured: number, budget: number | null, unit: string][] = [
    ['script before interaction', before.script, BUDGET.script, 'B gzip'],
    ['script after the first touch', after.script, BUDGET.scriptAfterwards, 'B gzip'],
    ['style sheet', before.css, BUDGET.css, 'B gzip'],
    ['layout shift', after.shift, BUDGET.shift, ''],
    ['largest paint', before.largestPaint, null, 'ms'],
  ]
  for (const [what, measured, budget, unit] of rows) {
    const over = budget !== null && measured > budget
    if (over) process.exitCode = 1
    const limit = budget === null ? '' : `  of ${budget}${over ? '  OVER BUDGET' : ''}`
    console.log(`${what.padEnd(30)} ${String(measured).padStart(8)} ${unit}${limit}`)
  }
} finally {
  await shop.dispose()
  rmSync(state, { recursive: true, force: true })
}

async function visit(
  context: Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>['newContext']>>,
) {
  const page = await context.newPage()
  const weigh = weighPage(page)
  await page.goto(base)
  const before: Weight = await weigh()
  await page.touchscreen.tap(5, 300)
  return { before, after: await weigh() }
}
