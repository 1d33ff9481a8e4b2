import { expect, test } from 'vitest'
import { comparePair } from './compare-pair.ts'

const owner = (fileVersion: string | null, ...versions: string[]) => ({
  fileVersion,
  versions: versions.map((version) => ({ version, publishedAt: null, fileSize: 1 })),
})

test('an owner compares the version they get with the one before it that they may have', () => {
  expect(comparePair(owner('2.0.1', '2.0.1', '1.1', '1.0'))).toEqual({ from: '1.1', to: '2.0.1' })
  expect(comparePair(owner('1.1', '2.0', '1.1', '1.0'))).toEqual({ from: '1.0', to: '1.1' })
})

test('there is nothing to compare where the owner has one version, or none', () => {
  expect(comparePair(owner('1.0', '1.0'))).toBeNull()
  expect(comparePair(owner(null))).toBeNull()
  expect(comparePair(owner('3.0', '1.0'))).toBeNull()
})
