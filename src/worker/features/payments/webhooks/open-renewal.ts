import { TERMS_VERSION } from '#shared/legal/versions-rules.ts'
import { emailIdentity } from '../../../core/email-address.ts'
import type { Db } from '../../../db/client.ts'
import type { SubscriptionProvider } from '../../../providers/payment-provider.ts'
import { taxOfFound } from '../order-tax.ts'
import { nextCheckAt } from '../rules.ts'
import { findByCheckout, type PaymentWithProduct } from '../store.ts'
import { findRenewed } from '../subscription-store.ts'
import { insertFoundPayment } from '../writes.ts'

/**
 * Opens the payment of a renewal when the first event of its invoice arrives. Its status is `failed` until the provider
 * reports it as paid, so that it never conflicts with an open checkout of its buyer. Of many deliveries one inserts the
 * row. `not-yet`: we have no such subscription.
 * @throws ProviderDown
 */
export async function openRenewal(
  db: Db,
  provider: SubscriptionProvider,
  invoiceId: string,
  now: number,
): Promise<PaymentWithProduct | 'not-yet' | 'no-renewal'> {
  const known = await findByCheckout(db, provider.name, invoiceId)
  if (known) return known
  const invoice = await provider.findRenewal(invoiceId)
  if (!invoice) return 'no-renewal'
  const [renewed] = await findRenewed(db, invoice.subscriptionId)
  if (!renewed) return 'not-yet'
  await insertFoundPayment(db, {
    reference: crypto.randomUUID(),
    userId: renewed.userId,
    scriptId: renewed.scriptId,
    subscriptionId: renewed.id,
    purchaseType: 'subscription',
    paymentProvider: provider.name,
    checkoutId: invoiceId,
    status: 'failed',
    currency: invoice.currency,
    amountCents: invoice.amountCents,
    originalCents: invoice.amountCents,
    tax: await taxOfFound(db, provider.name),
    email: renewed.email,
    emailIdentity: renewed.email === null ? null : emailIdentity(renewed.email),
    referrerId: renewed.referrerId,
    // A subscription follows new terms from the first renewal after their publication.
    termsVersion: TERMS_VERSION,
    nextCheckAt: nextCheckAt(0, null, now),
    createdAt: now,
    updatedAt: now,
  })
  return (await findByCheckout(db, provider.name, invoiceId)) ?? 'not-yet'
}
