import { argon2id } from '@noble/hashes/argon2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hmacSha256 } from '../../core/tokens.ts'
import { runs } from '../../testing/depth.ts'
import { DUMMY_HASH, hashPassword, needsRehash, verifyPassword } from './password.ts'

const PEPPER = 'a pepper of thirty-two characters'

describe('a password', () => {
  test('is stored as Argon2id with OWASP’s parameters and a salt of its own', async () => {
    const [one, two] = [
      await hashPassword('correct horse', PEPPER),
      await hashPassword('correct horse', PEPPER),
    ]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22,}\$[A-Za-z0-9+/]{43}$/)
    expect(two).not.toBe(one)
    expect(await verifyPassword('correct horse', one, PEPPER)).toBe(true)
    expect(await verifyPassword('correct horse ', one, PEPPER)).toBe(false)
  })

  test('has the same hash as from an independent implementation', async () => {
    const phc = await hashPassword('пароль🔑', PEPPER)
    const [, , , , salt = '', hash = ''] = phc.split('$')
    const input = (await hmacSha256(PEPPER, 'пароль🔑'.normalize('NFC'))).toBase64()
    const expected = argon2id(input, Uint8Array.fromBase64(salt), { m: 19456, t: 2, p: 1, dkLen: 32 })
    expect(Uint8Array.fromBase64(hash)).toEqual(expected)
  })

  test.each([
    ['Cyrillic', 'пароль123', 'пароль999'],
    ['emoji', '🔑🔑🔑🔑secret', '🔑🔑🔑🔑OTHER!'],
    ['66 characters', `${'a'.repeat(65)}b`, `${'a'.repeat(65)}c`],
    ['66 Greek characters', `${'λ'.repeat(65)}α`, `${'λ'.repeat(65)}β`],
    ['256 characters', `${'ж'.repeat(255)}a`, `${'ж'.repeat(255)}b`],
    ['a zero byte in it', 'secret\u0000one', 'secret\u0000two'],
  ])('of %s is not cut short: another one that differs at the end is refused', async (_, right, wrong) => {
    const phc = await hashPassword(right, PEPPER)
    expect(await verifyPassword(right, phc, PEPPER)).toBe(true)
    expect(await verifyPassword(wrong, phc, PEPPER)).toBe(false)
    expect(await verifyPassword(right.slice(0, -1), phc, PEPPER)).toBe(false)
  })

  test('verifies for composed and decomposed Unicode letters', async () => {
    const phc = await hashPassword('caf\u00e9 noir', PEPPER)
    expect(await verifyPassword('cafe\u0301 noir', phc, PEPPER)).toBe(true)
  })

  test('does not verify with another pepper', async () => {
    const phc = await hashPassword('correct horse', PEPPER)
    expect(await verifyPassword('correct horse', phc, `${PEPPER}!`)).toBe(false)
  })

  test('of any text verifies against its own hash, and no other password does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
        fc.string(),
        async (right, other) => {
          const phc = await hashPassword(right, PEPPER)
          expect(await verifyPassword(right, phc, PEPPER)).toBe(true)
          expect(await verifyPassword(right + other, phc, PEPPER)).toBe(other.normalize('NFC') === '')
        },
      ),
      runs(4),
    )
  })
})

test('a hash with old parameters needs a rehash; a current one and the dummy hash do not', async () => {
  expect(needsRehash(await hashPassword('x', PEPPER))).toBe(false)
  expect(needsRehash(DUMMY_HASH)).toBe(false)
  for (const old of [
    '$argon2id$v=19$m=9216,t=4,p=1$',
    '$argon2i$v=19$m=19456,t=2,p=1$',
    '$argon2id$v=19$m=19456,t=1,p=1$',
  ])
    expect(needsRehash(`${old}c2FsdHNhbHRzYWx0$aGFzaA`)).toBe(true)
})
