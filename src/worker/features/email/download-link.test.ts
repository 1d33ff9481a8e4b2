import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { signText } from '../../core/signed-text.ts'
import { runs } from '../../testing/depth.ts'
import { LINK_LIFETIME_MS, readDownloadLink, signDownloadLink } from './download-link.ts'

const SECRET = 'a secret of the shop, long enough'
const KEYS = { linkSigningKey: SECRET, linkPreviousKeys: [] as string[] }
const ids = fc.integer({ min: 1, max: 999_999_999 })
const claims = fc.record({
  paymentId: ids,
  productId: ids,
  version: fc.stringMatching(/^[0-9A-Za-z][0-9A-Za-z._+-]{0,29}$/),
  expiresAt: fc.integer({ min: 0, max: 8.64e15 }),
})

describe('a download link', () => {
  test('can be read with its own key only, and needs no URL encoding', async () => {
    await fc.assert(
      fc.asyncProperty(claims, async (claim) => {
        const token = await signDownloadLink(claim, SECRET)
        expect(await readDownloadLink(token, KEYS)).toEqual(claim)
        expect(await readDownloadLink(token, { ...KEYS, linkSigningKey: `${SECRET}!` })).toBeNull()
        expect(encodeURIComponent(token)).toBe(token)
      }),
      runs(100),
    )
  })

  test('is refused with one character changed, with the signature of another link, or malformed', async () => {
    const claim = { paymentId: 41, productId: 7, version: '1.0', expiresAt: 1_800_000_000_000 }
    const token = await signDownloadLink(claim, SECRET)
    for (let at = 0; at < token.length - 1; at++) {
      for (const other of ['0', '1', 'a', 'z', '.', '-', ' ']) {
        if (token[at] === other) continue
        const altered = token.slice(0, at) + other + token.slice(at + 1)
        expect(await readDownloadLink(altered, KEYS), altered).toBeNull()
      }
    }
    const other = await signDownloadLink({ ...claim, productId: 8 }, SECRET)
    const [payment, product, expiry, version] = token.split('.')
    const mixed = [payment, product, expiry, version, other.split('.')[4]].join('.')
    for (const wrong of [
      mixed,
      '',
      'x',
      `${token}x`,
      ` ${token}`,
      `${token}\n`,
      '1.2.3',
      'null',
      '1.7.a.'.padEnd(50, 'A'),
    ])
      expect(await readDownloadLink(wrong, KEYS), wrong).toBeNull()
  })

  test('of the first format is read without a version', async () => {
    const token = await signText('41.7.a', 'download-link.v1', SECRET)
    expect(await readDownloadLink(token, KEYS)).toEqual({
      paymentId: 41,
      productId: 7,
      version: null,
      expiresAt: 10,
    })
  })

  test('lasts a week', () => expect(LINK_LIFETIME_MS).toBe(7 * DAY))
})
