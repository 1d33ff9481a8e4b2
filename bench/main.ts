// npm run bench [-- SECTION...]: measures the built shop, prints the figures, and writes them into docs/performance.md.
// Without a name, all sections are measured. Figures are ratios within one run where that is possible: they differ little
// between machines. Ends with 1 where a figure misses its budget. Loopback only, fixed numbers of requests.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { build, createDevVars, root } from '../scripts/prepare.mjs'
import { type Figure, type Measure, misses, type Section, shownGoal, shownValue } from './figures.ts'

/** In the order of the page. */
const SECTIONS: Record<string, () => Promise<{ measure: Measure }>> = {
  public: () => import('./public.ts'),
  account: () => import('./account.ts'),
  'price-changes': () => import('./price-changes.ts'),
  outage: () => import('./outage.ts'),
  live: () => import('./live.ts'),
  pages: () => import('./pages.ts'),
  interaction: () => import('./interaction.ts'),
  'start-up': () => import('./start-up.ts'),
  size: () => import('./size.ts'),
}
const FIRST_PORT = Number(process.env.PORT ?? 5193)

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in SECTIONS))
if (unknown.length > 0) {
  console.error(`No section ${unknown.join(', ')}. There are: ${Object.keys(SECTIONS).join(', ')}`)
  process.exit(2)
}

createDevVars()
await build()
for (const [at, [name, load]] of Object.entries(SECTIONS).entries()) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { measure } = await load()
  const section = await measure(FIRST_PORT + 10 * at)
  print(section)
  write(name, section)
  if (section.figures.some(misses)) process.exitCode = 1
}

function print({ title, how, figures }: Section): void {
  console.log(`\n${title}\n${how}`)
  const width = Math.max(...figures.map(({ what }) => what.length))
  for (const figure of figures) {
    const budget = figure.goal ? `  of ${shownGoal(figure)}${misses(figure) ? '  MISSED' : ''}` : ''
    console.log(`  ${figure.what.padEnd(width)}  ${shownValue(figure)}${budget}${noteOf(figure)}`)
  }
}

/** Replaces the section between its marks in docs/performance.md. */
function write(name: string, { title, how, figures }: Section): void {
  const file = join(root, 'docs', 'performance.md')
  const [begin, end] = [`<!-- bench ${name} -->`, `<!-- end of ${name} -->`]
  const page = readFileSync(file, 'utf8')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}`)
  const day = new Date().toISOString().slice(0, 10)
  const rows = figures.map(
    (figure) =>
      `| ${figure.what} | ${shownValue(figure)}${noteOf(figure)} | ${shownGoal(figure)}${misses(figure) ? ', missed' : ''} |`,
  )
  const text = [
    `### ${title}`,
    '',
    `${how} Measured on ${day} with ${cpus().length} cores: \`npm run bench -- ${name}\`.`,
    '',
    '| what | measured | budget |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
  writeFileSync(file, `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`)
}

function noteOf({ note }: Figure): string {
  return note ? ` (${note})` : ''
}
