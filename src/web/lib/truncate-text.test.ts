import { expect, test } from 'vitest'
import { truncateText } from './truncate-text.ts'

test('text up to the limit stays as it is', () => {
  expect(truncateText('a'.repeat(80), 80)).toBe('a'.repeat(80))
  expect(truncateText('', 80)).toBe('')
})

// spec: featured-limits
test('longer text keeps its first 80 characters and gains an ellipsis', () => {
  expect(truncateText('a'.repeat(81), 80)).toBe(`${'a'.repeat(80)}…`)
})

test('trailing spaces are removed before the ellipsis, and no emoji is split', () => {
  expect(truncateText('abcd efgh', 5)).toBe('abcd…')
  expect(truncateText('ab🪂cd', 3)).toBe('ab🪂…')
})
