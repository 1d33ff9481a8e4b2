// Start-up: the processor time in which a new workerd loads the Worker's modules, before it answers anything.
import { join } from 'node:path'
import { root, workerFrom } from '../scripts/local.ts'
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
  return {
    title: 'Start-up of the Worker',
    how: 'Processor time of a new workerd until its first answer, less that of one with an empty Worker.',
    figures: [
      {
        what: 'processor time of the modules',
        value: median(starts),
        unit: 'ms',
        goal: { most: 50 },
        note: `middle of ${STARTS} starts, ${Math.min(...starts)} to ${Math.max(...starts)} ms`,
      },
    ],
  }
}

async function cpuOfFirstAnswer({ direct, pid }: { direct: URL; pid: number }): Promise<number> {
  await (await fetch(direct)).text()
  return cpuMsOf(pid)
}
