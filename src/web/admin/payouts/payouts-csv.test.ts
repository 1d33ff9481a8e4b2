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
  reference: null,
  createdAt: '',
  paidAt: null,
}

test('the list for paying has an address and an amount each, and no words of anybody', () => {
  expect(payoutsCsv([payout, { ...payout, id: 8, total: 0.3 }])).toBe(
    'payout,period,address,usdc\r\n7,2026-10,0xAb,12.50\r\n8,2026-10,0xAb,0.30\r\n',
  )
})

test('who has no address yet cannot be paid, and is left out', () => {
  expect(payoutsCsv([{ ...payout, address: null }])).toBe('payout,period,address,usdc\r\n')
})
