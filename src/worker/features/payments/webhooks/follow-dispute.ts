import { refusedBy } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import type { About } from '../../../providers/payment-provider.ts'
import { queueMail } from '../../email/writes.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../../notifications/writes.ts'
import type { Source } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import { recordOnce } from '../writes.ts'
import { type DisputeKind, type DisputeState, isSameDispute, readDispute } from './dispute-rules.ts'
import { findDisputeHistory } from './store.ts'

/** Maximum attempts when another writer recorded a state between our read and our write. */
const MAX_ATTEMPTS = 5

type AboutDispute = Extract<About, { kind: DisputeKind }>

/**
 * Records the current state of a dispute or of an early fraud warning in the payment's history, and mails support: once
 * per state, in any order of events. The history is read before the provider is asked, and its next entry can be
 * written once, so an older answer never follows a newer one. True where the state was new.
 * @throws ProviderDown
 */
export async function followDispute(
  deps: ShopDeps,
  target: PaymentWithProduct,
  about: AboutDispute,
  source: Source,
  now: number,
): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const prefix = `${about.kind}:${about.kind === 'dispute' ? about.disputeId : about.warningId}:`
    const { count, latest } = await findDisputeHistory(deps.db, target.payment.id, prefix)
    const current = await ask(deps, about)
    if (!current || (latest && isSameDispute(readDispute(latest), current))) return false
    // A warning that was closed before its first event was handled needs no action.
    if (!latest && current.status === 'closed') return false
    if (await write(deps, target, { kind: `${prefix}${count + 1}`, about, current }, source, now)) return true
  }
  throw new Error(`The dispute of payment ${target.payment.id} did not stand still`)
}

const ask = ({ providers: { stripe } }: ShopDeps, about: AboutDispute): Promise<DisputeState | null> =>
  about.kind === 'dispute' ? stripe.findDispute(about.disputeId) : stripe.findFraudWarning(about.warningId)

async function write(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  { kind, about, current }: { kind: string; about: AboutDispute; current: DisputeState },
  source: Source,
  now: number,
): Promise<boolean> {
  const { db, config } = deps
  const { id: paymentId, email, amountCents: paidCents } = payment
  const record = recordOnce(db, { paymentId, kind, source, details: { ...current }, now })
  const data = { paymentId, productName: product.name, email, paidCents, about: about.kind, ...current }
  const mail = { template: 'dispute' as const, data }
  const alert = [
    queueMail(db, { key: kind, to: config.supportEmail, paymentId, mail, now }),
    enqueueEmail(db, { key: `${kind}:mail`, deliveryKey: kind, now }),
  ]
  try {
    // Support is mailed when a warning opens, not when it closes.
    await commitAndDispatch(deps, [record, ...(current.status === 'closed' ? [] : alert)], now)
  } catch (error) {
    if (refusedBy(error, 'payment_events')) return false
    throw error
  }
  return true
}
