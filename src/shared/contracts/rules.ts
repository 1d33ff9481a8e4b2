import { WITHDRAWAL_MS } from '#shared/payments/consent-rules.ts'

export const WITHDRAWAL_VERDICTS = [
  'open',
  'too-late',
  /** The buyer asked for the file at once, and the download has begun. */
  'download-began',
  'withdrawn',
  'refunded',
  'under-way',
  'disputed',
  /** Its unused time is credited to an upgrade. */
  'credited',
] as const
export type WithdrawalVerdict = (typeof WITHDRAWAL_VERDICTS)[number]

export type Contract = {
  paidAt: number
  /** The money can be refunded: it was collected, and some of it is with the shop. */
  state: 'paid' | 'refunded' | 'disputed'
  wasWithdrawn: boolean
  /** A refund is open, or waits for support. */
  refundUnderWay: boolean
  hasConsent: boolean
  downloadBegan: boolean
  isCredited: boolean
}

/** Whether a contract can be withdrawn from now, or why not. */
export function withdrawalVerdict(contract: Contract, now: number): WithdrawalVerdict {
  if (contract.wasWithdrawn) return 'withdrawn'
  if (contract.state !== 'paid') return contract.state
  if (contract.refundUnderWay) return 'under-way'
  if (now > contract.paidAt + WITHDRAWAL_MS) return 'too-late'
  if (contract.isCredited) return 'credited'
  return contract.hasConsent && contract.downloadBegan ? 'download-began' : 'open'
}
