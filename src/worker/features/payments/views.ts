import { toUsd } from '../../core/money.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { PaymentView, Purchase } from './contract.ts'
import type { PaymentWithProduct } from './store.ts'

export const toPaymentView = ({ payment, product }: PaymentWithProduct): PaymentView => ({
  id: payment.id,
  productId: payment.scriptId,
  productName: product.name,
  purchaseType: payment.purchaseType,
  amount: toUsd(payment.amountCents),
  discountAmount: toUsd(payment.discountCents),
  status: payment.status,
  needsAttention: payment.flaggedReason !== null,
  email: payment.email,
  transactionId: payment.transactionId,
  createdAt: toIso(payment.createdAt),
  paymentDate: toIsoOrNull(payment.paymentDate),
})

export const toPurchase = ({ payment, product }: PaymentWithProduct, viewer: Viewer): Purchase => ({
  id: payment.id,
  userId: viewer.id,
  productId: payment.scriptId,
  amount: toUsd(payment.amountCents),
  status: payment.status,
  purchaseType: payment.purchaseType,
  purchaseDate: toIso(payment.paymentDate ?? payment.createdAt),
  product: { id: product.id, slug: product.slug, name: product.name, imageUrl: product.imageUrl },
  user: { id: viewer.id, username: viewer.username, email: viewer.email },
})
