import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openDb } from '../db/client.ts'
import { contactMessages } from '../db/schema/contact.ts'
import { describeError } from './describe-error.ts'

test('the description of a failed query has its cause and none of its parameters', async () => {
  const secret = 'argon2id-hash-of-somebody'
  const row = { firstName: secret, lastName: secret, email: secret, subject: secret, createdAt: 1 }
  const failed = await openDb(env.DB)
    .insert(contactMessages)
    // @ts-expect-error: the message is missing, which the table refuses
    .values(row)
    .then(
      () => null,
      (error: unknown) => error,
    )
  expect(failed).not.toBeNull()
  const described = describeError(failed)
  expect(described).not.toContain(secret)
  expect(described).toContain('NOT NULL constraint failed: contact_messages.message')
})
