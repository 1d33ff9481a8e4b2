import type { Payout } from '#shared/referrals/contract.ts'

/** A CSV for paying all payouts that have an address and do not wait, at once. It contains no text typed by a user. */
export function payoutsCsv(payouts: readonly Payout[]): string {
  const rows = payouts.flatMap(({ id, period, address, payableFrom, total }) =>
    address === null || payableFrom !== null ? [] : [[id, period, address, total.toFixed(2)].join(',')],
  )
  return `${['payout,period,address,usdc', ...rows].join('\r\n')}\r\n`
}
