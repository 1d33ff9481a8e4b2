import type { ContractView, WithdrawalVerdict } from '#shared/contracts/contract.ts'
import { withdrawalVerdict } from '#shared/contracts/rules.ts'
import { toUsd } from '#shared/core/money.ts'
import { toIso } from '#shared/core/time.ts'
import { WITHDRAWAL_MS } from '#shared/payments/consent-rules.ts'
import { isCrypto } from '../payments/rules.ts'
import type { ContractRow } from './store.ts'

const stateOf = ({ status, amountCents, refundedCents }: ContractRow['payment']) => {
  if (status === 'disputed') return 'disputed'
  const isGone = amountCents > 0 && refundedCents >= amountCents
  return status === 'refunded' || isGone ? 'refunded' : 'paid'
}

export const verdictOf = (row: ContractRow, now: number): WithdrawalVerdict =>
  withdrawalVerdict(
    {
      paidAt: row.payment.paymentDate ?? 0,
      state: stateOf(row.payment),
      wasWithdrawn: row.withdrawal !== null,
      refundUnderWay: row.refundUnderWay,
      hasConsent: row.payment.consentVersion !== null,
      downloadBegan: row.downloadBegan,
      isCredited: row.isCredited,
    },
    now,
  )

export const toContract = (row: ContractRow, now: number): ContractView => {
  const { payment, withdrawal } = row
  const paidAt = payment.paymentDate ?? 0
  return {
    paymentId: payment.id,
    orderReference: payment.orderReference,
    productName: row.productName,
    purchaseType: payment.purchaseType,
    // What is left to refund; of a contract that was refunded, what was paid.
    amount: toUsd(payment.amountCents - payment.refundedCents || payment.amountCents),
    paidAt: toIso(paidAt),
    until: toIso(paidAt + WITHDRAWAL_MS),
    verdict: verdictOf(row, now),
    isCrypto: isCrypto(payment),
    withdrawal: withdrawal && {
      reference: withdrawal.reference,
      receivedAt: toIso(withdrawal.createdAt),
    },
  }
}
