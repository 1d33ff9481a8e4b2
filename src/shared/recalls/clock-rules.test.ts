import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { clockState, DEFAULT_CLOCKS, parseClocks } from './clock-rules.ts'

describe('parseClocks', () => {
  test('reads names with hours or days, and the default', () => {
    expect(parseClocks(' Early warning = 24h ;Final report=14 d;')).toEqual([
      { name: 'Early warning', ms: 24 * HOUR },
      { name: 'Final report', ms: 14 * DAY },
    ])
    expect(parseClocks(DEFAULT_CLOCKS)?.map(({ ms }) => ms)).toEqual([24 * HOUR, 72 * HOUR, 14 * DAY])
  })

  test.each([
    '',
    ';',
    'Early warning',
    'Early warning=24',
    'Early warning=0h',
    'Early warning=24m',
    '=24h',
    'A=1h;;B=2h',
    'A=1h; A=2h',
    `${'x'.repeat(61)}=1h`,
    Array.from({ length: 11 }, (_, at) => `${at}=1h`).join(';'),
  ])('refuses %j', (text) => expect(parseClocks(text)).toBeNull())
})

test.each([
  [2 * DAY + 3 * HOUR, null, '2 days 3 hours left', false],
  [DAY, null, '1 day left', false],
  [HOUR + MINUTE, null, '1 hour 1 minute left', false],
  [2 * HOUR, null, '2 hours left', false],
  [1, null, '1 minute left', false],
  [-5 * MINUTE, null, 'Overdue by 5 minutes', true],
  [5 * MINUTE, 0, 'Done in time', false],
  [-DAY, 0, 'Done 1 day late', true],
])('a clock that is due in %d ms (done: %s) says "%s"', (due, done, text, isOverdue) => {
  const now = Date.UTC(2027, 0, 2)
  expect(clockState(now + due, done === null ? null : now + done, now)).toEqual({ text, isOverdue })
})
