import { expect, test } from 'vitest'
import { emailIdentity, emailKey } from './email-address.ts'

test('an address is one key in any case, and one mailbox with any tag and, at Gmail, any dots', () => {
  expect(emailKey('  Ann.Lee@Mail.Test ')).toBe('ann.lee@mail.test')
  for (const same of [
    'annlee@gmail.com',
    'Ann.Lee@gmail.com',
    'a.n.n.l.e.e+x+y@GoogleMail.com',
    'annlee+@gmail.com',
  ])
    expect(emailIdentity(same)).toBe('annlee@gmail.com')
  expect(emailIdentity('Ann.Lee+shop@mail.test')).toBe('ann.lee@mail.test')
  expect(emailIdentity('annlee@mail.test')).not.toBe(emailIdentity('ann.lee@mail.test'))
  expect(emailIdentity('"a@b"+x@mail.test')).toBe('"a@b"@mail.test')
})

test('a letter that only looks like another once it is lower-cased is another address', () => {
  // U+212A: what was bought with it belonged to the account with the letter k.
  expect(emailKey('\u212Aim@mail.test')).not.toBe('kim@mail.test')
  expect(emailKey('KIM@mail.test')).toBe('kim@mail.test')
})
