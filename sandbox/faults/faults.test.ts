import { expect, test } from 'vitest'
import { mergeFaults, noFaults, spend } from './faults.ts'

test('a number of failures alone means that so many calls fail, then all is well', () => {
  let faults = mergeFaults(noFaults, { mailFailures: 2 })
  const modes = [1, 2, 3].map(() => {
    const { mode, rest } = spend(faults, 'mail')
    faults = rest
    return mode
  })
  expect(modes).toEqual(['fail', 'fail', 'ok'])
  expect(faults).toEqual(noFaults)
})

test('without a number a fault lasts', () => {
  const faults = mergeFaults(noFaults, { stripeApi: 'slow' })
  expect(spend(faults, 'stripeApi')).toEqual({ mode: 'slow', rest: faults })
})
