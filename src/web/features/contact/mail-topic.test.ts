import { expect, test } from 'vitest'
import { PREFERENCES } from '#shared/email/contract.ts'
import { isOfAccount, topicOf } from './mail-topic.ts'

test('every kind of mail that can be unsubscribed has its own label', () => {
  const topics = [...PREFERENCES, 'newsletter', 'purchase'].map((kind) => topicOf(`${kind}.41.signature`))
  expect(new Set(topics).size).toBe(5)
  expect(topics).not.toContain(topicOf('nonsense'))
})

test('an invalid or missing token gets a general label', () => {
  for (const token of [null, '', '.', 'constructor.1.x', 'x.y.z']) expect(topicOf(token)).toBe('these emails')
})

test('newsletter and purchase mails have no account, preference mails do', () => {
  expect(isOfAccount('newsletter.7.x')).toBe(false)
  expect(isOfAccount('purchase.7.x')).toBe(false)
  expect(isOfAccount('newAirdrops.7.x')).toBe(true)
})
