import { toUsd } from '../../core/money.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { Purchase } from '../payments/contract.ts'
import type { PurchaseRefund, Refundable, RefundView } from './contract.ts'
import { REVIEW_TEXT, refundEligibility, refusalText } from './rules.ts'
import type { RefundablePayment, RefundWithPayment } from './store.ts'

/** A purchase as its buyer sees it, with what became of its money and what may still be asked. */
export const toPurchase = (row: RefundablePayment, viewer: Viewer, now: number): Purchase => {
  const { payment, product } = row
  return {
    id: payment.id,
    userId: viewer.id,
    productId: payment.scriptId,
    amount: toUsd(payment.amountCents),
    refundedAmount: toUsd(payment.refundedCents),
    status: payment.status,
    purchaseType: payment.purchaseType,
    provider: payment.paymentProvider,
    purchaseDate: toIso(payment.paymentDate ?? payment.createdAt),
    product: { id: product.id, slug: product.slug, name: product.name, imageUrl: product.imageUrl },
    user: { id: viewer.id, username: viewer.username, email: viewer.email },
    refundable: toRefundable(row, now),
    refund: row.refund && toPurchaseRefund(row.refund),
  }
}

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

export const historyOf = ({ refund, repeated }: RefundablePayment) => ({
  latest: refund?.status ?? null,
  repeated,
})

const toPurchaseRefund = (refund: NonNullable<RefundablePayment['refund']>): PurchaseRefund => ({
  status: refund.status,
  amount: toUsd(refund.amountCents),
  askedAt: toIso(refund.createdAt),
  claimUrl: refund.claimUrl,
})

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
  reason: refund.reason,
  lastError: refund.lastError,
  claimUrl: refund.claimUrl,
  createdAt: toIso(refund.createdAt),
  updatedAt: toIso(refund.updatedAt),
})
