import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attachment, refuseLink, servedBytes } from './rules.ts'

/** What a browser reads out of the header (RFC 6266, RFC 8187). */
function readBack(header: string): { plain: string; extended: string } {
  const match = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header)
  if (!match) throw new Error(`Not a well-formed header: ${header}`)
  return { plain: match[1] ?? '', extended: decodeURIComponent(match[2] ?? '') }
}

describe('the name of a downloaded file', () => {
  test.each([
    ['monad-farmer-1.2.0.zip', 'monad-farmer-1.2.0.zip', 'monad-farmer-1.2.0.zip'],
    ['скрипт.zip', '______.zip', 'скрипт.zip'],
    ['a"; filename="evil.exe', 'a__ filename=_evil.exe', 'a"; filename="evil.exe'],
    ['../../etc/passwd', '....etcpasswd', '....etcpasswd'],
    ['a\r\nSet-Cookie: x=1', 'aSet-Cookie: x=1', 'aSet-Cookie: x=1'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe', 'invoicefdp.exe'],
    ['C:\\boot.ini', 'C:boot.ini', 'C:boot.ini'],
    ["it's 100%.zip", "it's 100_.zip", "it's 100%.zip"],
    ['\u0000\u0007', 'download', 'download'],
  ])('%j is offered as %j and %j', (name, plain, extended) => {
    expect(readBack(attachment(name))).toEqual({ plain, extended })
  })

  test('of any file name is a valid header that says one harmless name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const header = attachment(name)
        new Headers({ 'content-disposition': header })
        const { plain, extended } = readBack(header)
        expect(plain.length).toBeGreaterThan(0)
        expect(extended).not.toMatch(/[\p{Cc}/\\]/u)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a link', () => {
  const claim = { paymentId: 1, productId: 7, expiresAt: 1000 }
  test.each([
    ['nothing that we signed', null, 7, 0, 403],
    ['another product', claim, 8, 0, 403],
    ['another product, and late', claim, 8, 9999, 403],
    ['in time', claim, 7, 999, null],
    ['at its last instant', claim, 7, 1000, 410],
    ['late', claim, 7, 9999, 410],
  ])('%s', (_, read, productId, now, status) => {
    expect(refuseLink(read, productId, now)?.status ?? null).toBe(status)
  })
})

describe('the part of a file', () => {
  test('is first and last byte, inclusive, within the file', () => {
    expect(servedBytes(undefined, 100)).toEqual({ first: 0, last: 99 })
    expect(servedBytes({ offset: 0, length: 10 }, 100)).toEqual({ first: 0, last: 9 })
    expect(servedBytes({ offset: 10 }, 100)).toEqual({ first: 10, last: 99 })
    expect(servedBytes({ suffix: 5 }, 100)).toEqual({ first: 95, last: 99 })
    expect(servedBytes({ suffix: 500 }, 100)).toEqual({ first: 0, last: 99 })
    expect(servedBytes({ offset: 90, length: 50 }, 100)).toEqual({ first: 90, last: 99 })
  })
})
