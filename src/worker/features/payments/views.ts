import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import type { Viewer } from '../../http/app-env.ts'
import { imageUrlOf } from '../catalogue/image-url.ts'
import { dueCents, lostDiscount, situationOf, unappliedCents } from './balance/rules.ts'
import { isPayable } from './checkout/rules.ts'
import { awaitsFile, isCrypto, wasMade } from './rules.ts'
import type { PaymentSeen } from './store.ts'

/** The amounts of a payment that its buyer is shown. */
export function moneyOf({ payment, aside }: Pick<PaymentSeen, 'payment' | 'aside'>) {
  const made = wasMade(payment.status)
  const received = { ...payment, wasMade: made }
  const crypto = isCrypto(payment)
  return {
    receivedAmount: toUsd(payment.receivedCents),
    dueAmount: toUsd(crypto ? dueCents(received) : 0),
    excessAmount: toUsd(crypto && made ? unappliedCents(received) : 0),
    returnedAmount: toUsd(aside.unappliedRefundedCents),
    isSecondPayment: aside.isSecond === 1,
    couponReused: aside.reusedCoupon === 1,
    discountLost: crypto && lostDiscount(payment),
    situation: crypto ? situationOf(received, aside.wasClosed === 1) : null,
    claimUrl: aside.claimUrl,
  }
}

export const toPaymentView = (seen: PaymentSeen, now: number): PaymentView => ({
  ...toFacts(seen),
  ...moneyOf(seen),
  isCrypto: isCrypto(seen.payment),
  payUrl: isCrypto(seen.payment) && isOpenPage(seen, now) ? seen.payment.hostedUrl : null,
})

const isOpenPage = ({ payment }: PaymentSeen, now: number) =>
  payment.status === 'pending' && isPayable(payment, now)

const toFacts = ({ payment, product, aside }: PaymentSeen) => ({
  isProcessing: aside.isProcessing === 1,
  lostBy: aside.lostBy,
  id: payment.id,
  orderReference: payment.orderReference,
  productId: payment.scriptId,
  productName: product.name,
  purchaseType: payment.purchaseType,
  amount: toUsd(payment.amountCents),
  discountAmount: toUsd(payment.trialDays > 0 ? 0 : payment.discountCents),
  trialDays: payment.trialDays,
  trialStopped: aside.trialStopped,
  status: payment.status,
  // A settled payment is done for its buyer, even where support still has to review it.
  needsAttention: payment.flaggedReason !== null && !wasMade(payment.status),
  awaitsFile: awaitsFile(payment),
  email: payment.email,
  transactionId: payment.transactionId,
  createdAt: toIso(payment.createdAt),
  paymentDate: toIsoOrNull(payment.paymentDate),
})

/** A purchase as its buyer sees it, without its refund and the amount that may still be refunded. */
export const toBought = (seen: PaymentSeen, viewer: Viewer) => ({
  ...toSale(seen, viewer),
  ...moneyOf(seen),
})

const toSale = ({ payment, product }: PaymentSeen, viewer: Viewer) => ({
  id: payment.id,
  orderReference: payment.orderReference,
  userId: viewer.id,
  productId: payment.scriptId,
  amount: toUsd(payment.amountCents),
  refundedAmount: toUsd(payment.refundedCents),
  status: payment.status,
  purchaseType: payment.purchaseType,
  provider: payment.paymentProvider,
  purchaseDate: toIso(payment.paymentDate ?? payment.createdAt),
  product: { id: product.id, slug: product.slug, name: product.name, imageUrl: imageUrlOf(product) },
  user: { id: viewer.id, username: viewer.username, email: viewer.email },
})
