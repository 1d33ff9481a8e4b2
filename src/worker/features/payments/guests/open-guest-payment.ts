import type { CollectingProvider } from '#shared/payments/contract.ts'
import { emailIdentity } from '../../../core/email-address.ts'
import type { Db } from '../../../db/client.ts'
import type { HostedPurchase } from '../../../providers/payment-provider.ts'
import { purchaseTypeOf } from '../checkout/rules.ts'
import { taxOfFound } from '../order-tax.ts'
import { nextCheckAt } from '../rules.ts'
import { findByCheckout, findScript, type PaymentWithProduct } from '../store.ts'
import { insertFoundPayment } from '../writes.ts'

/**
 * Opens the payment of a purchase at a pay page, when its first event arrives. The payment asks for the product's own
 * price, so settling it flags any other amount. Of many deliveries one inserts the row, and all return it. Undefined
 * where there is no such product.
 */
export async function openGuestPayment(
  db: Db,
  provider: CollectingProvider,
  checkoutId: string,
  { productId, email }: HostedPurchase,
  now: number,
): Promise<PaymentWithProduct | undefined> {
  const [product] = await findScript(db, productId)
  if (!product) return undefined
  await insertFoundPayment(db, {
    reference: crypto.randomUUID(),
    scriptId: product.id,
    purchaseType: purchaseTypeOf(product),
    paymentProvider: provider,
    checkoutId,
    status: 'pending',
    amountCents: product.priceCents,
    originalCents: product.priceCents,
    tax: await taxOfFound(db, provider),
    email,
    emailIdentity: email === null ? null : emailIdentity(email),
    nextCheckAt: nextCheckAt(0, null, now),
    createdAt: now,
    updatedAt: now,
  })
  return findByCheckout(db, provider, checkoutId)
}
