// Pages on a phone: Lighthouse's four scores, the time of the largest paint and the layout shift of the first pages, and
// the bytes of the landing page. Lighthouse is large and rarely used, so it is not a dependency: the first run downloads
// the pinned version into .cache.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { devices } from '@playwright/test'
import { toolEnv } from '../scripts/prepare.mjs'
import { chromiumPath, withBrowser } from './browser.ts'
import type { Figure, Section } from './figures.ts'
import { installPinned } from './install-pinned.ts'
import { withShop } from './measured-shop.ts'
import { weighPage } from './weigh-page.ts'

const VERSION = '13.5.0'
const CATEGORIES = 'performance,accessibility,best-practices,seo'

/** `unlisted`: not for search engines, so it is not asked whether they may read it. */
const PAGES: [what: string, path: string, points: number, unlisted?: true][] = [
  ['landing page', '/', 100],
  ['plans', '/pricing', 95],
  ['catalogue', '/products', 95],
  ['page of a product', '/products/monad', 95],
  ['checkout, signed out', '/checkout?productId=1', 95, true],
]

export async function measure(port: number): Promise<Section> {
  const home = installPinned('lighthouse', VERSION)
  const figures = await withShop({ port }, async ({ base }) => {
    const all = await weigh(base)
    for (const [what, path, points, unlisted] of PAGES) {
      // The first request of an isolate also loads the renderer's code. This warm-up request excludes that time.
      await fetch(base + path, { headers: { accept: 'text/html' } })
      const options = unlisted ? ['--skip-audits=is-crawlable'] : []
      all.push(...figuresOf(what, points, await runLighthouse(home, base + path, options)))
    }
    return all
  })
  return {
    title: 'Pages on a phone',
    how: 'Bytes after gzip, and Lighthouse with its simulated slow network and processor: the lowest of its four scores.',
    figures,
  }
}

/** The landing page's bytes before any interaction, after the first touch of its menu, of a field, and the first letter. */
async function weigh(base: string): Promise<Figure[]> {
  const { before, tapped, touched, typed } = await withBrowser(async (browser) => {
    const page = await (await browser.newContext(devices['Pixel 7'])).newPage()
    const weight = weighPage(page)
    await page.goto(base)
    const before = await weight()
    await page.getByRole('button', { name: 'Menu' }).tap()
    const tapped = await weight()
    await page.keyboard.press('Escape')
    await page.locator('#contact input').first().tap()
    const touched = await weight()
    await page.keyboard.press('A')
    return { before, tapped, touched, typed: await weight() }
  })
  const kB = (bytes: number) => bytes / 1000
  return [
    {
      what: 'landing page, script before any touch',
      value: kB(before.script),
      unit: 'kB',
      goal: { most: 5 },
    },
    {
      what: 'landing page, script with the first touch of its menu',
      value: kB(tapped.script),
      unit: 'kB',
      goal: { most: 90 },
    },
    {
      what: 'landing page, script with the first touch of a field',
      value: kB(touched.script),
      unit: 'kB',
      goal: { most: 90 },
    },
    {
      what: 'landing page, script with the first letter in a form',
      value: kB(typed.script),
      unit: 'kB',
      goal: { most: 90 },
    },
    { what: 'landing page, style sheet', value: kB(before.css), unit: 'kB', goal: { most: 20 } },
    {
      what: 'landing page, layout shift when the app starts',
      value: typed.shift,
      unit: '',
      goal: { most: 0 },
    },
  ]
}

async function runLighthouse(home: string, address: string, options: string[]): Promise<Report> {
  const report = join(home, 'report.json')
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
      ...options,
    ],
    { env: toolEnv({ CHROME_PATH: chromiumPath() }), stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const [status] = await once(lighthouse, 'exit')
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}`)
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}

type Report = {
  categories: Record<string, { title: string; score: number }>
  audits: Record<string, { numericValue?: number } | undefined>
}

function figuresOf(what: string, points: number, { categories, audits }: Report): Figure[] {
  const scores = Object.values(categories).map(
    ({ title, score }) => [title, Math.round(score * 100)] as const,
  )
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const blocked = Math.round(value('total-blocking-time'))
  return [
    {
      what,
      value: Math.min(...scores.map(([, score]) => score)),
      unit: 'points',
      goal: { least: points },
      note: scores.map(([title, score]) => `${title} ${score}`).join(', '),
    },
    {
      what: `${what}, largest paint`,
      value: value('largest-contentful-paint') / 1000,
      unit: 's',
      goal: { most: 1.2 },
      note: `blocked ${blocked} ms`,
    },
    { what: `${what}, layout shift`, value: value('cumulative-layout-shift'), unit: '', goal: { most: 0 } },
  ]
}
