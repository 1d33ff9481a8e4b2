import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTables } from '../scripts/coverage.ts'

/** As the tables write them: below src/web unless they say otherwise. */
const fromRoot = (path: string) => (/^(src|e2e|migrations|scripts)\b/.test(path) ? path : `src/web/${path}`)

const tables = readTables()

test.each(tables)(
  'every line of $path has an id of its own, files that are there, and a test',
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
  'every id that a test names is in $path, and its last column is up to date: npm run coverage',
  ({ rows, tests, text, updated }) => {
    const known = new Set(rows.map(({ id }) => id))
    expect([...tests.keys()].filter((id) => !known.has(id))).toEqual([])
    expect(text).toBe(updated)
  },
)
