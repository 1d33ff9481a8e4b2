import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const NAMED = /`([^`]+\.(?:spec|test)\.ts)`: (.+)/

/** As the table writes them: below src/web unless they say otherwise. */
const fromRoot = (path: string) => (/^(src|e2e|migrations)\b/.test(path) ? path : `src/web/${path}`)

const rows = readFileSync('docs/specification-coverage.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!Specification)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('what docs/specification-coverage.md names is there: every file, and every test by its name', () => {
  expect(rows.length).toBeGreaterThan(100)
  const wrong = rows.flatMap(([line, where = '', held = '', ...more]) => {
    const files = [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    const missing = files.filter((path) => !existsSync(fromRoot(path)))
    const tests = held.split('<br>').map((one) => NAMED.exec(one))
    const untold = tests.filter((named) => {
      const [, file = '', name = ''] = named ?? []
      return !file || !existsSync(fromRoot(file)) || !readFileSync(fromRoot(file), 'utf8').includes(name)
    })
    const malformed = more.length > 0 || files.length === 0
    return malformed || missing.length > 0 || untold.length > 0 ? [{ line, missing, held }] : []
  })
  expect(wrong).toEqual([])
})
