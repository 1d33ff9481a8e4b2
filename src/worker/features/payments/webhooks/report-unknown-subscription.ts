import { sql } from 'drizzle-orm'
import { logError } from '../../../core/log-error.ts'
import { noteFindings } from '../../../db/findings.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { queueMailOnce } from '../../email/writes.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { enqueueEmailOnce } from '../../notifications/writes.ts'

/**
 * Reports money that was collected for a subscription without an order of ours: one finding and one mail to support per
 * invoice. Returns the outcome. Reports nothing where nothing was collected, or all of the money was refunded.
 * @throws ProviderDown
 */
export async function reportUnknownSubscription(
  deps: ShopDeps,
  { invoiceId, subscriptionId }: { invoiceId: string; subscriptionId: string },
  checkout: string | null,
  now: number,
): Promise<string> {
  const { db, config, providers } = deps
  const paid = await providers.stripe.observe(invoiceId)
  if (paid.kind !== 'paid' || paid.amountCents <= (paid.refundedCents ?? 0))
    return 'ignored: nothing is collected for a subscription without an order'
  const reason = checkout ?? 'not opened by the shop'
  const { amountCents, currency } = paid
  const details = { reason, stripeSubscriptionId: subscriptionId, invoiceId, amountCents, currency }
  const key = `unknown-subscription:${invoiceId}`
  const isNew = sql`not exists (select 1 from email_deliveries d where d.key = ${key})`
  const finding = { kind: 'needs-attention' as const, subject: `invoice:stripe:${invoiceId}`, details }
  const mail = { template: 'unknown-subscription' as const, data: details }
  const writes = [
    ...noteFindings(db, [finding], now, isNew),
    queueMailOnce(db, { key, to: config.supportEmail, mail, now }),
    enqueueEmailOnce(db, { key: `${key}:1`, deliveryKey: key, now }),
  ]
  await commitAndDispatch(deps, writes, now)
  const outcome = `unmatched: no order for subscription ${subscriptionId}`
  logError('report-subscription', { invoice: invoiceId, outcome })
  return outcome
}
