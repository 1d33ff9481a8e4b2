import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_SHOP } from './worker/pages/verify-script.ts'

test('verify.py has the line that names the shop, once', () => {
  expect(readFileSync('public/verify.py', 'utf8').split(DEFAULT_SHOP)).toHaveLength(2)
})
