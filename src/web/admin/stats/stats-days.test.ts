import { expect, test } from 'vitest'
import { firstCustomDays, readStatsQuery } from './stats-days.ts'

const NOW = Date.parse('2026-03-10T23:30:00Z')

test('custom days start with the days on the screen', () => {
  const shown = { from: '2026-01-01', to: '2026-01-31' }
  expect(firstCustomDays({ range: '7d' }, shown, NOW)).toEqual(shown)
})

test('before any figures have loaded, custom days start with the requested days, or with the last thirty', () => {
  expect(firstCustomDays({ range: '7d' }, undefined, NOW)).toEqual({ from: '2026-03-04', to: '2026-03-10' })
  expect(firstCustomDays({ range: 'today' }, undefined, NOW)).toEqual({
    from: '2026-03-10',
    to: '2026-03-10',
  })
  expect(firstCustomDays({ range: 'custom' }, undefined, NOW)).toEqual({
    from: '2026-02-09',
    to: '2026-03-10',
  })
})

test('an address with custom days that are missing or wrong requests the last thirty days', () => {
  const read = (address: string) => {
    const params = new URLSearchParams(address)
    return readStatsQuery((name) => params.get(name) ?? '', NOW)
  }
  const last = { range: 'custom', from: '2026-02-09', to: '2026-03-10' }
  for (const address of ['range=custom', 'range=custom&from=2026-01-01', 'range=custom&from=x&to=y'])
    expect(read(address), address).toEqual(last)
  const asked = { range: 'custom', from: '2026-01-01', to: '2026-01-31' }
  expect(read(new URLSearchParams(asked).toString())).toEqual(asked)
  expect(read('range=7d&from=2026-01-01')).toEqual({ range: '7d' })
  expect(read('range=forever')).toEqual({ range: '30d' })
})
