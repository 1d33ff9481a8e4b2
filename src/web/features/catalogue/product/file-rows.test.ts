import { expect, test } from 'vitest'
import { fileRows } from './file-rows.ts'

test('folders come before files, each by name, with the size of all their files', () => {
  const rows = fileRows([
    { path: 'run.py', size: 5 },
    { path: 'samples/deep/b.csv', size: 3 },
    { path: 'README.md', size: 1 },
    { path: 'samples/a.csv', size: 2 },
  ])
  expect(rows.map(({ depth, name, size }) => [depth, name, size])).toEqual([
    [0, 'samples/', 5],
    [1, 'deep/', 3],
    [2, 'b.csv', 3],
    [1, 'a.csv', 2],
    [0, 'README.md', 1],
    [0, 'run.py', 5],
  ])
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length)
})

test('an empty archive has no rows, and odd paths cause no error', () => {
  expect(fileRows([])).toEqual([])
  const odd = fileRows([
    { path: '/', size: 9 },
    { path: '//a//b', size: 1 },
    { path: '__proto__/constructor', size: 2 },
  ])
  expect(odd.map(({ path }) => path)).toEqual(['__proto__/', '__proto__/constructor', 'a/', 'a/b'])
})
