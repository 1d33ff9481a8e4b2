import { expect, test } from 'vitest'
import { PREFERENCES } from '#shared/email/contract.ts'
import { isOfAccount, topicOf } from './mail-topic.ts'

test('every kind of mail that can be left has words of its own', () => {
  const words = [...PREFERENCES, 'newsletter', 'purchase'].map((kind) => topicOf(`${kind}.41.signature`))
  expect(new Set(words).size).toBe(5)
  expect(words).not.toContain(topicOf('nonsense'))
})

test('a link that is no link, or none at all, still makes a sentence', () => {
  for (const token of [null, '', '.', 'constructor.1.x', 'x.y.z']) expect(topicOf(token)).toBe('these emails')
})

test('only a newsletter without an account has no profile to go to', () => {
  expect(isOfAccount('newsletter.7.x')).toBe(false)
  expect(isOfAccount('purchase.7.x')).toBe(false)
  expect(isOfAccount('newAirdrops.7.x')).toBe(true)
})
