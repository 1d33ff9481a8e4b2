import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTables } from '../scripts/coverage.ts'

/** The path from the root of the repository. The tables omit the prefix src/web. */
const fromRoot = (path: string) =>
  /^(src|e2e|migrations|scripts|seed)\b/.test(path) ? path : `src/web/${path}`

const tables = readTables()

test.each(tables)(
  'every row of $path has a unique id, names only existing files, and has a test',
  ({ rows, tests }) => {
    expect(rows.length).toBeGreaterThan(25)
    const ids = rows.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !tests.has(id))).toEqual([])
    const missing = rows.flatMap(({ id, cells: [, , where = ''] }) => {
      const paths = [...where.matchAll(/`([^`]*[/.][^`]*)`|`(migrations)`/g)].map(
        ([, path, folder]) => path ?? folder,
      )
      return paths.length > 0 && paths.every((path = '') => existsSync(fromRoot(path))) ? [] : [id]
    })
    expect(missing).toEqual([])
  },
)

test.each(tables)(
  'every id named above a test is in $path, and the last column is up to date (npm run coverage)',
  ({ rows, tests, text, updated }) => {
    const known = new Set(rows.map(({ id }) => id))
    expect([...tests.keys()].filter((id) => !known.has(id))).toEqual([])
    expect(text).toBe(updated)
  },
)
