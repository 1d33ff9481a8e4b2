import { expect, test } from 'vitest'
import { readSignedText, signText } from './signed-text.ts'
import { hmacSha256, toBase64Url } from './tokens.ts'

const [OLD, NEW] = ['the key before the replacement', 'the key after the replacement']
const before = { linkSigningKey: OLD, linkPreviousKeys: [] }
const after = { linkSigningKey: NEW, linkPreviousKeys: [OLD] }
const removed = { linkSigningKey: NEW, linkPreviousKeys: [] }

test('a text signed before the key was replaced is read until that key is removed', async () => {
  const signed = await signText('41.7', 'test.v1', OLD)
  expect(signed).toMatch(/^41\.7\.[0-9a-f]{8}[\w-]{43}$/)
  expect(await readSignedText(signed, 'test.v1', before)).toBe('41.7')
  expect(await readSignedText(signed, 'test.v1', after)).toBe('41.7')
  expect(await readSignedText(signed, 'test.v1', removed)).toBeNull()
})

test('a signature from before keys had names is read with each configured key', async () => {
  const signed = `41.7.${toBase64Url(await hmacSha256(OLD, 'test.v1:41.7'))}`
  expect(await readSignedText(signed, 'test.v1', before)).toBe('41.7')
  expect(await readSignedText(signed, 'test.v1', after)).toBe('41.7')
  expect(await readSignedText(signed, 'test.v1', removed)).toBeNull()
})

test('a signature that names another key than its own, or another purpose, is refused', async () => {
  const [old, young] = [await signText('41.7', 'test.v1', OLD), await signText('41.7', 'test.v1', NEW)]
  const swapped = `41.7.${young.slice(5, 13)}${old.slice(13)}`
  for (const wrong of [swapped, old.replace('41.', '42.'), `${old}x`, `41.7.00000000${old.slice(13)}`])
    expect(await readSignedText(wrong, 'test.v1', after), wrong).toBeNull()
  expect(await readSignedText(old, 'test.v2', after)).toBeNull()
})
