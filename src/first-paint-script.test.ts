import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { firstPaintScript } from './web/app/first-paint-script.ts'

const isSignedIn = (cookie: string): boolean => {
  const dataset: Record<string, string> = {}
  runInNewContext(firstPaintScript, {
    document: { cookie, documentElement: { dataset } },
    localStorage: null,
  })
  return 'signedIn' in dataset
}

test.each([
  ['signed_in=1', true],
  ['__Host-signed_in=1', true],
  ['theme=dark; __Host-signed_in=1', true],
  ['', false],
  ['not_signed_in=1', false],
  ['x__Host-signed_in=1', false],
])('with the cookie %j the page knows before the first paint: %s', (cookie, expected) => {
  expect(isSignedIn(cookie)).toBe(expected)
})
