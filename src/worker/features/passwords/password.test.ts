import { argon2id } from '@noble/hashes/argon2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hmacSha256 } from '../../core/tokens.ts'
import { runs } from '../../testing/depth.ts'
import { hashPassword, needsRehash, verifyPassword } from './password.ts'

const PEPPER = 'a pepper of thirty-two characters'
const PEPPERS = { passwordPepper: PEPPER, passwordPreviousPeppers: [] as string[] }

describe('a password', () => {
  test('is stored as Argon2id with OWASP’s parameters and a salt of its own', async () => {
    const [one, two] = [
      await hashPassword('correct horse', PEPPER),
      await hashPassword('correct horse', PEPPER),
    ]
    expect(one).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[0-9a-f]{8}\$[A-Za-z0-9+/]{22,}\$[A-Za-z0-9+/]{43}$/,
    )
    expect(two).not.toBe(one)
    expect(await verifyPassword('correct horse', one, PEPPERS)).toBe(true)
    expect(await verifyPassword('correct horse ', one, PEPPERS)).toBe(false)
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
    expect(await verifyPassword(right, phc, PEPPERS)).toBe(true)
    expect(await verifyPassword(wrong, phc, PEPPERS)).toBe(false)
    expect(await verifyPassword(right.slice(0, -1), phc, PEPPERS)).toBe(false)
  })

  test('verifies for composed and decomposed Unicode letters', async () => {
    const phc = await hashPassword('caf\u00e9 noir', PEPPER)
    expect(await verifyPassword('cafe\u0301 noir', phc, PEPPERS)).toBe(true)
  })

  test('does not verify with another pepper', async () => {
    const phc = await hashPassword('correct horse', PEPPER)
    expect(await verifyPassword('correct horse', phc, { ...PEPPERS, passwordPepper: `${PEPPER}!` })).toBe(
      false,
    )
  })

  test('of any text verifies against its own hash, and no other password does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
        fc.string(),
        async (right, other) => {
          const phc = await hashPassword(right, PEPPER)
          expect(await verifyPassword(right, phc, PEPPERS)).toBe(true)
          expect(await verifyPassword(right + other, phc, PEPPERS)).toBe(other.normalize('NFC') === '')
        },
      ),
      runs(4),
    )
  })
})

test('a hash with old parameters needs a rehash; a current one does not', async () => {
  expect(await needsRehash(await hashPassword('x', PEPPER), PEPPER)).toBe(false)
  for (const old of [
    '$argon2id$v=19$m=9216,t=4,p=1$',
    '$argon2i$v=19$m=19456,t=2,p=1$',
    '$argon2id$v=19$m=19456,t=1,p=1$',
  ])
    expect(await needsRehash(`${old}c2FsdHNhbHRzYWx0$aGFzaA`, PEPPER)).toBe(true)
})

describe('after the pepper was replaced', () => {
  const OLD = 'the pepper before it, also long enough'
  const after = { passwordPepper: PEPPER, passwordPreviousPeppers: [OLD] }

  test('a hash still verifies while the old pepper is configured, needs a rehash, and says which pepper it has', async () => {
    const phc = await hashPassword('correct horse', OLD)
    expect(await verifyPassword('correct horse', phc, after)).toBe(true)
    expect(await verifyPassword('correct hors', phc, after)).toBe(false)
    expect([await needsRehash(phc, PEPPER), await needsRehash(phc, OLD)]).toEqual([true, false])
    expect(await verifyPassword('correct horse', phc, PEPPERS)).toBe(false)
  })

  test('a hash from before peppers had names has the oldest one', async () => {
    const phc = (await hashPassword('correct horse', OLD)).replace(/,keyid=\w+/, '')
    const twice = { passwordPepper: `${PEPPER}!`, passwordPreviousPeppers: [PEPPER, OLD] }
    const before = { passwordPepper: OLD, passwordPreviousPeppers: [] }
    for (const peppers of [before, after, twice])
      expect(await verifyPassword('correct horse', phc, peppers)).toBe(true)
    expect(await verifyPassword('correct horse', phc, PEPPERS)).toBe(false)
    expect(await needsRehash(phc, OLD)).toBe(true)
  })
})
