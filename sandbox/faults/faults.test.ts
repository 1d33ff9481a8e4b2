import { expect, test } from 'vitest'
import { mergeFaults, noFaults, spend } from './faults.ts'

test('a number of failures without a mode makes that many calls fail, and later calls succeed', () => {
  let faults = mergeFaults(noFaults, { mailFailures: 2 })
  const modes = [1, 2, 3].map(() => {
    const { mode, rest } = spend(faults, 'mail')
    faults = rest
    return mode
  })
  expect(modes).toEqual(['fail', 'fail', 'ok'])
  expect(faults).toEqual(noFaults)
})

test('a fault without a number lasts until it is reset', () => {
  const faults = mergeFaults(noFaults, { stripeApi: 'slow' })
  expect(spend(faults, 'stripeApi')).toEqual({ mode: 'slow', rest: faults })
})
