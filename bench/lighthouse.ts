// npm run bench:lighthouse: Lighthouse's four scores for the landing page on a phone. Lighthouse is large and rarely
// used, so it is not a dependency: the first run downloads the pinned version into .cache.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../scripts/chromium.mjs'
import { root, startLocal } from '../scripts/local.ts'
import { build, createDevVars, run, toolEnv } from '../scripts/prepare.mjs'
import { seed } from '../scripts/seed.ts'

const VERSION = '13.5.0'
const WANTED = 95
const CATEGORIES = 'performance,accessibility,best-practices,seo'
const port = Number(process.env.PORT ?? 5195)
const base = `http://localhost:${port}`
const home = join(root, '.cache', `lighthouse-${VERSION}`)
const report = join(home, 'report.json')

installLighthouse()
createDevVars()
await build()
const state = mkdtempSync(join(tmpdir(), 'windfall-bench-'))
run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
const shop = await startLocal({ port, stateDir: state })
try {
  await seed(shop, base, state)
  // The first request of an isolate also loads the renderer's code. This warm-up request excludes that time.
  await fetch(base, { headers: { accept: 'text/html' } })
  await measure()
  for (const { title, score } of Object.values(categories())) {
    const points = Math.round(score * 100)
    if (points < WANTED) process.exitCode = 1
    console.log(`${title.padEnd(16)} ${points}${points < WANTED ? `  (below ${WANTED})` : ''}`)
  }
} finally {
  await shop.dispose()
  rmSync(state, { recursive: true, force: true })
}

function installLighthouse() {
  if (existsSync(join(home, 'node_modules', 'lighthouse'))) return
  console.log(`Fetching lighthouse ${VERSION} …`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  run('npm', ['install', '--prefix', home, '--no-save', '--loglevel=error', `lighthouse@${VERSION}`])
}

async function measure() {
  const lighthouse = spawn(
    'node',
    [
      join(home, 'node_modules', 'lighthouse', 'cli', 'index.js'),
      base,
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

type Categories = Record<string, { title: string; score: number }>
function categories(): Categories {
  return (JSON.parse(readFileSync(report, 'utf8')) as { categories: Categories }).categories
}
