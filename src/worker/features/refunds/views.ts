import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { Purchase } from '#shared/payments/contract.ts'
import type { PurchaseRefund, Refundable, RefundView } from '#shared/refunds/contract.ts'
import { visibleText } from '../../core/visible-text.ts'
import type { Viewer } from '../../http/app-env.ts'
import { CLAIM_SHOWN_MS } from '../payments/rules.ts'
import { toBought } from '../payments/views.ts'
import { REVIEW_TEXT, refundEligibility, refusalText } from './rules.ts'
import type { RefundablePayment, RefundWithPayment } from './store.ts'

/** A purchase as its buyer sees it, with its refund and the amount that may still be refunded. */
export const toPurchase = (row: RefundablePayment, viewer: Viewer, now: number): Purchase => ({
  ...toBought(row, viewer),
  refundable: toRefundable(row, now),
  refund: row.refund && toPurchaseRefund(row.refund, now),
})

function toRefundable(row: RefundablePayment, now: number): Refundable {
  const found = refundEligibility(row.payment, historyOf(row), now)
  const until = toIsoOrNull(found.until)
  if (found.verdict === 'no') {
    return { verdict: 'no', amount: 0, until, reason: refusalText(found.why), endsSubscription: false }
  }
  return {
    verdict: found.verdict,
    amount: toUsd(found.cents),
    until,
    reason: found.verdict === 'review' ? REVIEW_TEXT : null,
    endsSubscription: row.renews,
  }
}

export const historyOf = ({ refund, repeated, credited }: RefundablePayment) => ({
  latest: refund?.status ?? null,
  repeated,
  credited,
})

const toPurchaseRefund = (refund: NonNullable<RefundablePayment['refund']>, now: number): PurchaseRefund => ({
  status: refund.status,
  amount: toUsd(refund.amountCents),
  askedAt: toIso(refund.createdAt),
  claimUrl: now - refund.createdAt < CLAIM_SHOWN_MS ? refund.claimUrl : null,
})

/** Omits the address of the claim page, because the first person to open that page chooses the wallet. */
export const toRefundView = ({ refund, payment, productName }: RefundWithPayment): RefundView => ({
  id: refund.id,
  paymentId: refund.paymentId,
  productName,
  userId: payment.userId,
  email: payment.email,
  amount: toUsd(refund.amountCents),
  paid: toUsd(payment.amountCents),
  paymentStatus: payment.status,
  status: refund.status,
  askedBy: refund.askedBy,
  reason: refund.reason === null ? null : visibleText(refund.reason),
  lastError: refund.lastError,
  createdAt: toIso(refund.createdAt),
  updatedAt: toIso(refund.updatedAt),
})
