import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { answerConditions, askedBytes, attachment, checkLink } from './rules.ts'

/** Parses the header as a browser does (RFC 6266, RFC 8187). */
function readBack(header: string): { plain: string; extended: string } {
  const match = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(
    header,
  )
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

  test('gives a valid header with one harmless name, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const header = attachment(name)
        new Headers({ 'content-disposition': header })
        const { plain, extended } = readBack(header)
        expect(plain.length).toBeGreaterThan(0)
        expect(extended).not.toMatch(/[\p{Cc}/\\]/u)
      }),
      runs(125),
    )
  })
})

describe('a link', () => {
  const claim = { paymentId: 1, productId: 7, version: '1.0', expiresAt: 1000 }
  test.each([
    ['nothing that we signed', null, 7, 0, 403],
    ['another product', claim, 8, 0, 403],
    ['another product, and late', claim, 8, 9999, 403],
    ['in time', claim, 7, 999, null],
    ['at its last instant', claim, 7, 1000, 410],
    ['late', claim, 7, 9999, 410],
  ])('%s', (_, read, productId, now, status) => {
    const checked = checkLink(read, productId, now)
    expect(checked.ok ? null : checked.status).toBe(status)
  })
})

describe('a range', () => {
  test.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=10-', { first: 10, last: 99 }],
    ['bytes=-5', { first: 95, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=99-', { first: 99, last: 99 }],
    ['bytes=0-999999', { first: 0, last: 99 }],
    ['bytes=100-', 'outside'],
    ['bytes=100-200', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=9-8', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['pages=1-2', null],
    ['bytes=a-b', null],
    ['bytes=0x1-2', null],
    [`bytes=${'9'.repeat(40)}-`, null],
    ['', null],
  ] as const)('%j of 100 bytes is %j', (header, part) => {
    expect(askedBytes(header, 100)).toEqual(part)
  })

  test('is always within the file, for any header', () => {
    const headers = fc.oneof(
      fc.tuple(fc.nat(), fc.nat()).map(([first, last]) => `bytes=${first}-${last}`),
      fc.nat().map((first) => `bytes=${first}-`),
      fc.nat().map((length) => `bytes=-${length}`),
      fc.string(),
    )
    fc.assert(
      fc.property(headers, fc.integer({ min: 1, max: 1000 }), (header, size) => {
        const part = askedBytes(header, size)
        if (part === null || part === 'outside') return
        expect(part.first).toBeGreaterThanOrEqual(0)
        expect(part.last).toBeGreaterThanOrEqual(part.first)
        expect(part.last).toBeLessThan(size)
      }),
      runs(100),
    )
  })
})

describe('a conditional request', () => {
  const ETAG = '"abc"'
  const none = { ifMatch: null, ifNoneMatch: null, ifRange: null, range: null }
  test.each([
    ['nothing asked', none, 200, false],
    ['If-None-Match of this file', { ...none, ifNoneMatch: '"abc"' }, 304, false],
    ['… weak, in a list', { ...none, ifNoneMatch: '"x", W/"abc"' }, 304, false],
    ['… of any file', { ...none, ifNoneMatch: '*' }, 304, false],
    ['… of another file', { ...none, ifNoneMatch: '"abcd"' }, 200, false],
    ['… unquoted', { ...none, ifNoneMatch: 'abc' }, 200, false],
    ['If-Match of this file', { ...none, ifMatch: '"abc"' }, 200, false],
    ['… of another file', { ...none, ifMatch: '"x"' }, 412, false],
    ['… of any file', { ...none, ifMatch: '*' }, 200, false],
    [
      'If-Match of another wins over If-None-Match',
      { ...none, ifMatch: '"x"', ifNoneMatch: '"abc"' },
      412,
      false,
    ],
    ['a range', { ...none, range: 'bytes=0-1' }, 200, true],
    ['a range of this file', { ...none, range: 'bytes=0-1', ifRange: '"abc"' }, 200, true],
    ['a range of another file', { ...none, range: 'bytes=0-1', ifRange: '"x"' }, 200, false],
    ['a range of a file we only resemble', { ...none, range: 'bytes=0-1', ifRange: 'W/"abc"' }, 200, false],
  ])('%s', (_, asked, status, range) => {
    expect(answerConditions(asked, ETAG)).toEqual({ status, range })
  })
})
