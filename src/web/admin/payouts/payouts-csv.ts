import type { Payout } from '#shared/referrals/contract.ts'

/** For paying them in one go: those that have an address. Nothing in it was written by a person. */
export function payoutsCsv(payouts: readonly Payout[]): string {
  const rows = payouts.flatMap(({ id, period, address, total }) =>
    address === null ? [] : [[id, period, address, total.toFixed(2)].join(',')],
  )
  return `${['payout,period,address,usdc', ...rows].join('\r\n')}\r\n`
}
