import { expect, test } from 'vitest'
import { comparePair } from './compare-pair.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()
const release = (version: string, on: number, isSecurityUpdate = false) => ({
  version,
  publishedAt: day(on),
  isSecurityUpdate,
})
const releases = [release('2.0.1', 31, true), release('2.0', 21), release('1.1', 11), release('1.0', 1)]
const owner = (fileVersion: string | null, on: number, updatesUntil: string | null = null) => ({
  fileVersion,
  releasedAt: fileVersion === null ? null : day(on),
  access: {
    source: 'purchase' as const,
    since: day(1),
    until: null,
    renews: false,
    updatesUntil,
    purchase: null,
  },
})

test('an owner with all updates compares the newest version with the one before', () => {
  expect(comparePair(releases, owner('2.0.1', 31))).toEqual({ from: '2.0', to: '2.0.1' })
})

test('an owner whose updates ended compares the last version they may have with the one before', () => {
  const plain = releases.slice(1)
  expect(comparePair(plain, owner('1.1', 11, day(15)))).toEqual({ from: '1.0', to: '1.1' })
  // Version 2.0 is not theirs, the security update after it is.
  expect(comparePair(releases, owner('2.0.1', 31, day(15)))).toEqual({ from: '1.1', to: '2.0.1' })
})

test('an owner of a beta version compares it with the newest stable version before it', () => {
  expect(comparePair(releases, owner('3.0-beta', 35))).toEqual({ from: '2.0.1', to: '3.0-beta' })
})

test('nothing is compared without a file or without an earlier version', () => {
  expect(comparePair(releases, owner(null, 0))).toBeNull()
  expect(comparePair(releases, owner('1.0', 1))).toBeNull()
})
