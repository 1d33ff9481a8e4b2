import { expect, test } from 'vitest'
import { securityPromise } from './security-promise.ts'

test('a promise runs until the end of its day in UTC, and is shown as ended after it', () => {
  const at = (now: string) => securityPromise('2026-06-30', Date.parse(now))
  expect(at('2026-06-30T23:59:59Z')).toEqual({
    title: 'Security updates until 30 Jun 2026',
    text: expect.stringContaining('We repair security flaws until then'),
  })
  expect(at('2026-07-01T00:00:00Z')).toEqual({
    title: 'Security updates ended on 30 Jun 2026',
    text: 'If we publish one later, every owner gets it.',
  })
})

test('without a day nothing is promised', () => {
  expect(securityPromise(null, 0).title).toBe('No day is promised for security updates')
})
