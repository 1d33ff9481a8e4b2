import { sql } from 'drizzle-orm'
import { adviceOn, isBook, readSubject } from '#shared/recovery/rules.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, refusedBy, type Write } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { deleteUnpaidGrant } from '../access/writes.ts'
import { sendAgain } from '../email/send-again.ts'
import { syncLicences } from '../licences/writes.ts'
import { refreshPayment } from '../payments/settlement/refresh-payment.ts'
import { repairPurchase } from '../payments/settlement/repair-purchase.ts'
import { followProvider } from '../payments/webhooks/follow-provider.ts'
import { retryEvent } from '../payments/webhooks/handle-event.ts'
import { findingIsTrue } from './compare-books.ts'
import { type FindingRow, findFinding, paymentBehind } from './store.ts'
import { cancelOwnerless, isFindingOpen, recountUses, resolveFinding } from './writes.ts'

/**
 * Repairs one finding. First the payment is refreshed from its provider. Rows that are still wrong are then written by
 * the statements of a settlement, with an audit entry in the same batch. A repeated repair changes nothing. `done`
 * closes a finding that only a person can resolve.
 * @throws Problem 404, 422 where a person is needed: `message` says what to do; ProviderDown
 */
export async function repairFinding(
  deps: ShopDeps,
  admin: Actor,
  id: number,
  { done }: { done: boolean },
  now: number,
): Promise<'repaired' | 'done' | 'resolved before'> {
  const finding = await findFinding(deps.db, id)
  if (!finding) throw new Problem(404, 'There is no such finding.')
  if (finding.resolvedAt !== null) return 'resolved before'
  await mend(deps, admin, finding, now)
  const { about } = readSubject(finding.subject)
  const isStillTrue =
    about === 'checkout' ||
    (about === 'invoice'
      ? await isWithoutOrder(deps, finding, now)
      : await findingIsTrue(deps.db, finding.kind, finding.subject))
  if (isStillTrue && !done) throw new Problem(422, adviceOn(finding.kind, about))
  const resolution = isStillTrue ? 'done' : 'repaired'
  const action = isStillTrue ? 'finding.done' : 'finding.repaired'
  try {
    await commit(deps.db, [
      noteAction(deps.db, { ...entryOf(admin, finding, now), action, onlyIf: isFindingOpen(id) }),
      resolveFinding(deps.db, id, { actorId: admin.id, resolution }, now),
    ])
  } catch (error) {
    if (refusedBy(error, 'audit_log', 'action')) return 'resolved before'
    throw error
  }
  return resolution
}

/** Processes the invoice again: its order may have arrived, or its money been refunded. @throws ProviderDown */
async function isWithoutOrder(deps: ShopDeps, { details }: FindingRow, now: number): Promise<boolean> {
  const invoiceId = String(details.invoiceId)
  const subscriptionId = String(details.stripeSubscriptionId)
  const about = { kind: 'invoice' as const, invoiceId, subscriptionId, isFirst: false }
  const outcome = await followProvider(deps, deps.providers.stripe, about, 'admin', now)
  return outcome.startsWith('unmatched')
}

async function mend(deps: ShopDeps, admin: Actor, finding: FindingRow, now: number): Promise<void> {
  const { about, id } = readSubject(finding.subject)
  if (about === 'event') await retryEvent(deps, id, now)
  if (about === 'mail') await sendAgain(deps.env, deps.db, id, now)
  if (!isBook(about)) return
  const paymentId = await paymentBehind(deps.db, about, id)
  if (paymentId !== null) await refreshPayment(deps, paymentId, 'admin', now)
  // The refresh may have repaired the finding already.
  if (!(await findingIsTrue(deps.db, finding.kind, finding.subject))) return
  const writes = [
    ...(finding.kind === 'access-not-paid' ? deleteUnpaidGrant(deps.db, id) : []),
    ...(paymentId === null ? [] : await repairPurchase(deps, paymentId, now)),
    ...ofRow(deps, finding, now),
  ]
  const entry = { ...entryOf(admin, finding, now), action: 'finding.repair' as const }
  await commit(deps.db, [...writes, noteAction(deps.db, entry)])
}

/** The writes that repair the row itself, not its payment. */
function ofRow({ db }: ShopDeps, finding: FindingRow, now: number): Write[] {
  const { about, id } = readSubject(finding.subject)
  if (about === 'referral') return [cancelOwnerless(db, id)]
  if (about === 'licence')
    return [syncLicences(db, sql`(select l.grant_id from licences l where l.id = ${id})`, now)]
  const { couponId } = finding.details
  if (about === 'coupon') return [recountUses(db, id)]
  return about === 'usage' && typeof couponId === 'number' ? [recountUses(db, couponId)] : []
}

/** Without the buyer's address: an entry of the audit log can never be removed. */
function entryOf(admin: Actor, { id, kind, subject, details }: FindingRow, now: number) {
  const { email, ...found } = details
  return {
    actorId: admin.id,
    ip: admin.ip,
    subject,
    now,
    before: found,
    after: { finding: id, kind },
  }
}
