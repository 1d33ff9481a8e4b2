// Start-up: the processor time in which a new isolate loads the Worker's modules, before it answers anything.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root, workerFrom } from '../scripts/local.ts'
import { toolEnv } from '../scripts/prepare.mjs'
import { median, type Section } from './figures.ts'
import { cpuMsOf, withBareWorker } from './measured-shop.ts'

const STARTS = 9
const ANSWER = "export default { fetch: () => new Response('') }"

export async function measure(): Promise<Section> {
  const { modules, modulesRoot, compatibilityFlags } = await workerFrom(
    'windfall',
    join(root, 'dist', 'windfall', 'wrangler.json'),
  )
  // Answers without the shop's bindings, so that only its modules are run.
  const entry = {
    type: 'ESModule',
    path: join(modulesRoot, 'start-up.js'),
    contents: `import './index.js'\n${ANSWER}`,
  }
  const shop = { modules: [entry, ...modules], modulesRoot, compatibilityFlags }
  const starts: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const empty = await withBareWorker(ANSWER, cpuOfFirstAnswer)
    starts.push((await withBareWorker(shop, cpuOfFirstAnswer)) - empty)
  }
  const active = Array.from({ length: STARTS }, activeMs)
  const spread = (all: readonly number[]) =>
    `middle of ${STARTS} starts, ${Math.min(...all)} to ${Math.max(...all)} ms`
  return {
    title: 'Start-up of the Worker',
    how: 'The time in which an isolate evaluates the modules, as `wrangler check startup` profiles it; and the processor time of a new workerd until its first answer, less that of one with an empty Worker, most of which is for carrying the modules.',
    figures: [
      { what: 'active time', value: median(active), unit: 'ms', goal: { most: 50 }, note: spread(active) },
      { what: 'processor time of a workerd', value: median(starts), unit: 'ms', note: spread(starts) },
    ],
  }
}

/** The active time of Cloudflare's own start-up profile of the build, in milliseconds. */
function activeMs(): number {
  const built = join(root, 'dist', 'windfall', 'wrangler.json')
  const profile = join(root, '.cache', 'start-up.cpuprofile')
  const args = ['check', 'startup', `--args=-c ${built} --no-bundle`, '--outfile', profile]
  const text = execFileSync('wrangler', args, { cwd: root, encoding: 'utf8', env: toolEnv() })
  const [, ms] = /Active: ([\d.]+) ms/.exec(text) ?? []
  if (ms === undefined) throw new Error(`No active time in: ${text}`)
  return Number(ms)
}

async function cpuOfFirstAnswer({ direct, pid }: { direct: URL; pid: number }): Promise<number> {
  await (await fetch(direct)).text()
  return cpuMsOf(pid)
}
