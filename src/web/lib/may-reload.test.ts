import { expect, test } from 'vitest'
import { mayReload } from './may-reload.ts'

const now = 1_000_000
const state = { online: true, asked: false, returned: false, reloadedAt: 0, now }

test.each([
  [{}, true],
  [{ online: false }, false],
  [{ online: false, asked: true }, false],
  [{ reloadedAt: now - 5_000 }, false],
  [{ reloadedAt: now - 5_000, asked: true }, true],
  [{ reloadedAt: now - 5_000, returned: true }, true],
  [{ online: false, returned: true }, false],
  [{ reloadedAt: now - 60_000 }, true],
])('a reload in the state %o is allowed: %s', (change, expected) => {
  expect(mayReload({ ...state, ...change })).toBe(expected)
})
