// npm run coverage: updates the last column of docs/specification-coverage.md and docs/invariants.md with the test
// files of each line. A test names the ids of its lines in a comment above it:
//   // spec: pricing-cards, plan-prices
import { globSync, readFileSync, writeFileSync } from 'node:fs'

const TABLES = [
  { path: 'docs/specification-coverage.md', mark: 'spec' },
  { path: 'docs/invariants.md', mark: 'invariant' },
] as const

export type Row = { id: string; cells: string[] }
export type Table = {
  path: string
  text: string
  rows: Row[]
  /** The test files of each id that a test names, including ids that the table does not have. */
  tests: ReadonlyMap<string, string[]>
  /** The text with an updated last column. */
  updated: string
}

/** @throws Error if the code below an id comment is not a test */
export const readTables = (): Table[] => TABLES.map(readTable)

function readTable({ path, mark }: (typeof TABLES)[number]): Table {
  const tests = readMarks(mark)
  const text = readFileSync(path, 'utf8')
  const rows: Row[] = []
  const lines = text.split('\n').map((line) => {
    const [, id] = /^\| `([\w-]+)` \| /.exec(line) ?? []
    if (id === undefined) return line
    const cells = line.slice(2, -2).split(' | ')
    rows.push({ id, cells })
    const heldBy = (tests.get(id) ?? []).map((file) => `\`${file.replace(/^src\/web\//, '')}\``).join(', ')
    return `| ${[...cells.slice(0, -1), heldBy].join(' | ')} |`
  })
  return { path, text, rows, tests, updated: lines.join('\n') }
}

const TEST = /^\s*(test|it|describe)(\.\w+)*\(/

function readMarks(mark: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of globSync('{src,e2e,sandbox,simulate}/**/*.{test,spec}.ts').sort()) {
    const lines = readFileSync(file, 'utf8').split('\n')
    for (const [index, line] of lines.entries()) {
      const [, ids] = new RegExp(`^\\s*// ${mark}: (.+)$`).exec(line) ?? []
      if (ids === undefined) continue
      const below = lines.slice(index + 1).find((next) => !/^\s*(\/\/|\/?\*)/.test(next)) ?? ''
      if (!TEST.test(below)) throw new Error(`${file}:${index + 1}: there is no test below`)
      for (const id of ids.split(', ')) found.set(id, [...new Set([...(found.get(id) ?? []), file])])
    }
  }
  return found
}

if (import.meta.main) for (const { path, updated } of readTables()) writeFileSync(path, updated)
