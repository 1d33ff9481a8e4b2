import { expect, test } from 'vitest'
import type { Payout } from '#shared/referrals/contract.ts'
import { payoutsCsv } from './payouts-csv.ts'

const payout: Payout = {
  id: 7,
  affiliate: { id: 3, username: '=cmd()', email: 'a,"b@mail.test' },
  period: '2026-10',
  total: 12.5,
  status: 'open',
  address: '0xAb',
  payableFrom: null,
  reference: null,
  createdAt: '',
  paidAt: null,
}

test('the CSV of open payouts has one address and one amount in each row, and no text typed by a user', () => {
  expect(payoutsCsv([payout, { ...payout, id: 8, total: 0.3 }])).toBe(
    'payout,period,address,usdc\r\n7,2026-10,0xAb,12.50\r\n8,2026-10,0xAb,0.30\r\n',
  )
})

test('the CSV leaves out payouts without an address, and those that wait after a change of the address', () => {
  expect(payoutsCsv([{ ...payout, payableFrom: '2026-11-02T10:00:00.000Z' }])).toBe(
    'payout,period,address,usdc\r\n',
  )
  expect(payoutsCsv([{ ...payout, address: null }])).toBe('payout,period,address,usdc\r\n')
})
