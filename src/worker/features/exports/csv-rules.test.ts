import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../testing/csv.ts'
import { runs } from '../../testing/depth.ts'
import { type Cell, money, toCsvLine } from './csv-rules.ts'

test('a field with a comma, a quote or a line break is quoted, a quote in it doubled; a line ends with CRLF', () => {
  expect(toCsvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', null, true, 7])).toBe(
    'plain,"a,b","say ""hi""","two\nlines",,true,7\r\n',
  )
})

test.each([
  ['=HYPERLINK("http://evil.test")', `"'=HYPERLINK(""http://evil.test"")"`],
  ['+1+cmd', `'+1+cmd`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1', `'＝1`],
])('%j is no longer a formula', (text, cell) => {
  expect(toCsvLine([text])).toBe(`${cell}\r\n`)
})

test.each([
  ['-12.50', '-12.50'],
  ['-7', '-7'],
  ['a=b', 'a=b'],
  ['me@mail.test', 'me@mail.test'],
])('%j is unchanged', (text, cell) => {
  expect(toCsvLine([text])).toBe(`${cell}\r\n`)
})

test('money has two decimals, also below zero', () => {
  expect([money(1950), money(-5), money(0), money(null)]).toEqual(['19.50', '-0.05', '0.00', null])
})

test('cells are read back as they were written, except for the added apostrophes', () => {
  const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 }), (rows) => {
      const read = readCsv(rows.map((row) => toCsvLine(row as Cell[])).join(''))
      const plain = (text: string) => text.replace(/^'/, '')
      expect(read.map((row) => row.map(plain))).toEqual(
        rows.map((row) => row.map((value) => plain(value === null ? '' : String(value)))),
      )
      expect(read.flat().filter((text) => /^[=+@\t\r]/.test(text))).toEqual([])
    }),
    runs(100),
  )
})
