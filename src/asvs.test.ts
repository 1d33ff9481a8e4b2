import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The ids of ASVS 5.0.0 by section: the last numbers of its requirements of levels 1 and 2. */
const LEVELS: Record<1 | 2, string> = {
  1: `
  1.2: 1 2 3 4 5
  1.3: 1 2
  1.5: 1
  2.1: 1
  2.2: 1 2
  2.3: 1
  3.2: 1 2
  3.3: 1
  3.4: 1 2
  3.5: 1 2 3
  4.1: 1
  4.4: 1
  5.2: 1 2
  5.3: 1 2
  6.1: 1
  6.2: 1 2 3 4 5 6 7 8
  6.3: 1 2
  6.4: 1 2
  7.2: 1 2 3 4
  7.4: 1 2
  8.1: 1
  8.2: 1 2
  8.3: 1
  9.1: 1 2 3
  9.2: 1
  10.4: 1 2 3 4 5
  11.3: 1 2
  11.4: 1
  12.1: 1
  12.2: 1 2
  13.4: 1
  14.2: 1
  14.3: 1
  15.1: 1
  15.2: 1
  15.3: 1`,
  2: `
  1.1: 1 2
  1.2: 6 7 8 9
  1.3: 3 4 5 6 7 8 9 10 11
  1.4: 1 2 3
  1.5: 2
  2.1: 2 3
  2.2: 3
  2.3: 2 3 4
  2.4: 1
  3.3: 2 3 4
  3.4: 3 4 5 6
  3.5: 4 5
  3.7: 1 2
  4.1: 2 3
  4.2: 1
  4.3: 1 2
  4.4: 2 3 4
  5.1: 1
  5.2: 3
  5.4: 1 2 3
  6.1: 2 3
  6.2: 9 10 11 12
  6.3: 3 4
  6.4: 3 4
  6.5: 1 2 3 4 5
  6.6: 1 2 3
  6.8: 1 2 3 4
  7.1: 1 2 3
  7.3: 1 2
  7.4: 3 4 5
  7.5: 1 2
  7.6: 1 2
  8.1: 2
  8.2: 3
  8.4: 1
  9.2: 2 3 4
  10.1: 1 2
  10.2: 1 2
  10.3: 1 2 3 4
  10.4: 6 7 8 9 10 11
  10.5: 1 2 3 4 5
  10.6: 1 2
  10.7: 1 2 3
  11.1: 1 2
  11.2: 1 2 3
  11.3: 3
  11.4: 2 3 4
  11.5: 1
  11.6: 1
  12.1: 2 3
  12.3: 1 2 3 4
  13.1: 1
  13.2: 1 2 3 4 5
  13.3: 1 2
  13.4: 2 3 4 5
  14.1: 1 2
  14.2: 2 3 4
  14.3: 2 3
  15.1: 2 3
  15.2: 2 3
  15.3: 2 3 4 5 6 7
  16.1: 1
  16.2: 1 2 3 4 5
  16.3: 1 2 3 4
  16.4: 1 2 3
  16.5: 1 2 3
  17.1: 1
  17.2: 1 2 3 4
  17.3: 1 2`,
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const rows = [
  ...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.*) \|$/gm),
].map(([, id = '', level, requirement, state = '', how = '']) => ({ id, level, requirement, state, how }))

const idsOf = (level: 1 | 2): string[] =>
  LEVELS[level]
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [section = '', numbers = ''] = line.trim().split(': ')
      return numbers.split(' ').map((number) => `${section}.${number}`)
    })

test('docs/asvs.md has every requirement of ASVS 5.0 of levels 1 and 2 once', () => {
  expect([idsOf(1).length, idsOf(2).length]).toEqual([70, 183])
  for (const level of [1, 2] as const) {
    const listed = rows.filter((row) => row.level === String(level)).map(({ id }) => id)
    expect(listed.toSorted()).toEqual(idsOf(level).toSorted())
  }
})

test('each row is met or has a reason, none is open; files that it names exist', () => {
  for (const { id, state, how } of rows) {
    expect(['met', 'no', 'n/a'], id).toContain(state)
    expect(how.length, id).toBeGreaterThan(4)
    const files = [...how.matchAll(/`((?:src|e2e|docs|scripts)\/[^`]+\.\w+|[A-Z]+\.md|package\.json)`/g)]
    for (const [, file = ''] of files)
      expect(existsSync(new URL(`../${file}`, import.meta.url)), `${id}: ${file}`).toBe(true)
  }
})
