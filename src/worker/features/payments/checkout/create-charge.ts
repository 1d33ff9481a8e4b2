import { toIsoOrNull } from '#shared/core/time.ts'
import type { CreateCharge, OpenedCharge } from '#shared/payments/contract.ts'
import { Problem } from '../../../core/problem.ts'
import { batchOf } from '../../../db/account-batch.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { findById } from '../store.ts'
import { createPayment, findSellable } from './create-payment.ts'
import { purchaseTypeOf } from './rules.ts'

/**
 * Opens a crypto charge: a payment at the configured crypto provider. A buyer has one open checkout per product, so a
 * double click is one charge even where the request has no `clientPaymentId`.
 * @throws Problem 404 no such product, 422 no file to sell, 503 no crypto provider; and as createPayment
 */
export async function createCharge(
  deps: ShopDeps,
  userId: number,
  input: CreateCharge & { network?: string | null | undefined },
  now: number,
): Promise<OpenedCharge & { id: number }> {
  const product = await findSellable(deps, userId, input.productId, now)
  const provider = deps.providers.newCrypto
  if (provider === null) {
    throw new Problem(503, 'Crypto payments are not available in this shop right now. Please pay by card.')
  }
  const { amount, clientPaymentId, ...shown } = input
  const order = {
    ...shown,
    provider,
    purchaseType: purchaseTypeOf(product),
    clientPaymentId: clientPaymentId ?? crypto.randomUUID(),
    finalAmount: amount,
  }
  const { id, url } = await createPayment(deps, batchOf(deps.db, userId), order, now)
  const opened = await findById(deps.db, id)
  return { id, hostedUrl: url, provider, expiresAt: toIsoOrNull(opened?.payment.expiresAt ?? null) }
}
