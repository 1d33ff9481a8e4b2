import { expect, test } from 'vitest'
import { emailIdentity, emailKey } from './email-address.ts'

test('an address has one key in any case, and one identity with any tag and, at Gmail, any dots', () => {
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

test('a non-ASCII letter that lower-cases to an ASCII letter makes another address', () => {
  // U+212A, the Kelvin sign: as a k, purchases with it would belong to another account.
  expect(emailKey('\u212Aim@mail.test')).not.toBe('kim@mail.test')
  expect(emailKey('KIM@mail.test')).toBe('kim@mail.test')
})
