// npm run bench:lighthouse: Lighthouse's four scores for the shop's first pages on a phone, with the time of the largest
// paint and the layout shift. Name paths to measure only these. Lighthouse is large and rarely used, so it is not a dependency: the first run downloads the pinned version into .cache.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../scripts/chromium.mjs'
import { startLocal } from '../scripts/local.ts'
import { build, createDevVars, run, toolEnv } from '../scripts/prepare.mjs'
import { seed } from '../scripts/seed.ts'
import { installPinned } from './install-pinned.ts'

const VERSION = '13.5.0'
/** Points of each category. A page that is not for search engines has no SEO score to reach. */
const WANTED = 95
const UNLISTED = ['/auth', '/checkout?productId=1']
const PATHS = ['/', '/pricing', '/products', '/products/monad', ...UNLISTED]
const paths = process.argv.length > 2 ? process.argv.slice(2) : PATHS
const CATEGORIES = 'performance,accessibility,best-practices,seo'
const port = Number(process.env.PORT ?? 5195)
const base = `http://localhost:${port}`
const home = installPinned('lighthouse', VERSION)
const report = join(home, 'report.json')

createDevVars()
await build()
const state = mkdtempSync(join(tmpdir(), 'windfall-bench-'))
run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
const shop = await startLocal({ port, stateDir: state })
try {
  await seed(shop, base, state)
  for (const path of paths) {
    // The first request of an isolate also loads the renderer's code. This warm-up request excludes that time.
    await fetch(base + path, { headers: { accept: 'text/html' } })
    await measure(base + path)
    print(path, JSON.parse(readFileSync(report, 'utf8')) as Report)
  }
} finally {
  await shop.dispose()
  rmSync(state, { recursive: true, force: true })
}

async function measure(address: string) {
  const lighthouse = spawn(
    'node',
    [
      join(home, 'node_modules', 'lighthouse', 'cli', 'index.js'),
      address,
      '--quiet',
      `--only-categories=${CATEGORIES}`,
      '--output=json',
      `--output-path=${report}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
    ],
    {
      env: toolEnv({ CHROME_PATH: ensureChromium() ?? '/usr/bin/chromium' }),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const [status] = await once(lighthouse, 'exit')
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}`)
}

type Report = {
  categories: Record<string, { id: string; title: string; score: number }>
  audits: Record<string, { displayValue?: string } | undefined>
}

function print(path: string, { categories, audits }: Report) {
  console.log(path)
  for (const { id, title, score } of Object.values(categories)) {
    const points = Math.round(score * 100)
    const isLow = points < WANTED && !(id === 'seo' && UNLISTED.includes(path))
    if (isLow) process.exitCode = 1
    console.log(`  ${title.padEnd(16)} ${points}${isLow ? `  (below ${WANTED})` : ''}`)
  }
  const shown = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ]
  console.log(`  ${shown.map((id) => `${id} ${audits[id]?.displayValue}`).join(' · ')}`)
}
