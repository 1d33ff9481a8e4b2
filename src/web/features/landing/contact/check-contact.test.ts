import { expect, test } from 'vitest'
import { checkContact } from './check-contact.ts'

const filled = {
  firstName: ' Ada ',
  lastName: 'Lovelace',
  email: 'ada@buyer.example',
  subject: 'A question',
  message: 'Does it run on ten wallets?',
}

function formOf(values: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

test('an empty form reports every field, with the specified messages', () => {
  const empty = Object.fromEntries(Object.keys(filled).map((name) => [name, ' ']))
  expect(checkContact(formOf(empty))).toEqual({
    ok: false,
    errors: {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Invalid email address',
      subject: 'Subject is required',
      message: 'Message must be at least 10 characters',
    },
  })
})

// spec: contact-length
test('a message of nine characters is too short, ten are enough', () => {
  expect(checkContact(formOf({ ...filled, message: '123456789' })).ok).toBe(false)
  expect(checkContact(formOf({ ...filled, message: '1234567890' })).ok).toBe(true)
})

test('the newsletter is requested only if its box is ticked', () => {
  expect(checkContact(formOf(filled))).toMatchObject({ contact: { firstName: 'Ada', newsletter: false } })
  expect(checkContact(formOf({ ...filled, newsletter: 'on' }))).toMatchObject({
    contact: { newsletter: true },
  })
})
