import { expect, test } from 'vitest'
import { toOrderReference } from './order-reference.ts'

test.each([
  ['WF-7K3M-Q9TX', 'WF-7K3M-Q9TX'],
  ['wf7k3mq9tx', 'WF-7K3M-Q9TX'],
  ['#WF-7K3M-Q9TX', 'WF-7K3M-Q9TX'],
  ['WF-7K3M-Q9T', null],
  ['WF-7K3M-Q9T0', null],
  ['41', null],
])('%s is the order reference %s', (text, reference) => {
  expect(toOrderReference(text)).toBe(reference)
})
