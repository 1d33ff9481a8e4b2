import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [18_637, '18.2 KB'],
  [25 * 1024 * 1024, '25.0 MB'],
  [3 * 1024 ** 4, '3072.0 GB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
