import { expect, test } from 'vitest'
import { readCsv, runTable, writeCsv } from '#shared/catalogue/run-table.ts'
import { runColumns, shortened } from './run-columns.ts'

test('a CSV file is read with quotes, commas and line breaks in its fields, and written again', () => {
  const csv = 'a,b,c\n1,"x, ""y""",\n2,"two\nlines",3'
  const rows = readCsv(csv)
  expect(rows).toEqual([
    ['a', 'b', 'c'],
    ['1', 'x, "y"', ''],
    ['2', 'two\nlines', '3'],
  ])
  expect(writeCsv(rows)).toBe(csv)
  expect(readCsv('a,b\r\n1,2\r\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('a table keeps its first rows and their number; a file without rows is no table', () => {
  const csv = ['n', ...Array.from({ length: 30 }, (_, index) => String(index))].join('\n')
  expect(runTable('plan.csv', csv)).toMatchObject({ file: 'plan.csv', rowCount: 30 })
  expect(runTable('plan.csv', csv)?.rows).toHaveLength(13)
  expect(runTable('plan.csv', 'step,at\n')).toBeNull()
  expect(runTable('plan.csv', '')).toBeNull()
})

test('columns that never change, or only repeat another one, are left out of a wide table only', () => {
  const rows = [
    ['step', 'chain', 'wallet', 'address', 'amount'],
    ['1', 'base', 'main', '0x1', '0.5'],
    ['2', 'base', 'second', '0x2', ''],
    ['3', 'base', 'main', '0x1', '-1'],
  ]
  expect(runColumns(rows)).toMatchObject({ header: rows[0], left: 0 })
  expect(runColumns(rows, 3)).toEqual({
    header: ['step', 'wallet', 'amount'],
    rows: [
      ['1', 'main', '0.5'],
      ['2', 'second', ''],
      ['3', 'main', '-1'],
    ],
    isNumber: [true, false, true],
    left: 2,
  })
})

test('an address is shown with its two ends', () => {
  expect(shortened(`0x${'1'.repeat(40)}`)).toBe('0x1111…1111')
  expect(shortened('claim-faucet')).toBe('claim-faucet')
})
