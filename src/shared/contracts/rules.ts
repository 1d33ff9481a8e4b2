import type { WithdrawalVerdict } from '#shared/contracts/contract.ts'
import { WITHDRAWAL_MS } from '#shared/payments/consent-rules.ts'

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
