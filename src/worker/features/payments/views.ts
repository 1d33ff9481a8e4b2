import { toUsd } from '../../core/money.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { PaymentView } from './contract.ts'
import type { PaymentWithProduct } from './store.ts'

export const toPaymentView = ({ payment, product }: PaymentWithProduct): PaymentView => ({
  id: payment.id,
  productId: payment.scriptId,
  productName: product.name,
  purchaseType: payment.purchaseType,
  amount: toUsd(payment.amountCents),
  status: payment.status,
  needsAttention: payment.flaggedReason !== null,
  email: payment.email,
  transactionId: payment.transactionId,
  createdAt: toIso(payment.createdAt),
  paymentDate: toIsoOrNull(payment.paymentDate),
})
