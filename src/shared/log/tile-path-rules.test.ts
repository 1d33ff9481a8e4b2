import { expect, test } from 'vitest'
import { hasTile, readTilePath, tilePath } from './tile-path-rules.ts'

test('a path names a tile, a partial tile or a bundle of entries', () => {
  expect(readTilePath('0/000')).toEqual({ level: 0, index: 0, width: 256 })
  expect(readTilePath('2/x001/x234/067')).toEqual({ level: 2, index: 1_234_067, width: 256 })
  expect(readTilePath('entries/273.p/112')).toEqual({ level: null, index: 273, width: 112 })
  for (const tile of [
    { level: 0, index: 0, width: 1 },
    { level: 1, index: 999, width: 256 },
    { level: null, index: 1000, width: 255 },
  ])
    expect(readTilePath(tilePath(tile).slice('tile/'.length))).toEqual(tile)
})

test.each([
  '00/000',
  '0/0',
  '0/x000/001',
  '0/1000',
  '0/000.p/0',
  '0/000.p/256',
  '0/000.p/01',
  '64/000',
  '-1/000',
  'entries',
  'entries/x001',
  '0/x001/x001/x001/x001/000',
  '0/000/',
  '../0/000',
])('the path %s names none', (path) => {
  expect(readTilePath(path)).toBeNull()
})

test('a tree of 70,000 leaves has the tiles of the specification’s example', () => {
  const has = (level: number | null, index: number, width = 256) => hasTile({ level, index, width }, 70_000)
  expect([has(0, 272), has(0, 273), has(0, 273, 112), has(0, 273, 113)]).toEqual([true, false, true, false])
  expect([has(1, 0), has(1, 1, 17), has(1, 1, 18)]).toEqual([true, true, false])
  expect([has(2, 0, 1), has(2, 0, 2), has(null, 273, 112), has(null, 274, 1)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})
