import { toIsoOrNull } from '#shared/core/time.ts'
import type { CreateCharge, OpenedCharge } from '#shared/payments/contract.ts'
import { Problem } from '../../../core/problem.ts'
import type { AccountBatch } from '../../../db/account-batch.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { createPayment } from './create-payment.ts'
import { findDeliverable } from './find-deliverable.ts'

/**
 * Opens a crypto charge: a payment at the configured crypto provider. A buyer has one open checkout per product, so a
 * double click is one charge even where the request has no `clientPaymentId`.
 * @throws Problem 503 no crypto provider; and as createPayment
 */
export async function createCharge(
  deps: ShopDeps,
  batch: AccountBatch,
  input: CreateCharge & { network?: string | null | undefined },
  now: number,
): Promise<OpenedCharge & { id: number }> {
  const provider = deps.providers.newCrypto
  if (provider === null) {
    await findDeliverable(deps.db, input.productId, now)
    throw new Problem(503, 'Crypto payments are not available in this shop right now. Please pay by card.')
  }
  const { amount: finalAmount, clientPaymentId, ...shown } = input
  const order = { ...shown, provider, clientPaymentId: clientPaymentId ?? crypto.randomUUID(), finalAmount }
  const { id, url, expiresAt } = await createPayment(deps, batch, order, now)
  return { id, hostedUrl: url, provider, expiresAt: toIsoOrNull(expiresAt) }
}
