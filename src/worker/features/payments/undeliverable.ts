import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { describeError } from '../../core/describe-error.ts'
import { Problem } from '../../core/problem.ts'
import { aliased, commit, type Db, refusedBy } from '../../db/client.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { payments } from '../../db/schema/payments.ts'
import type { Env } from '../../providers/env.ts'
import { LIFETIME_ID, PREMIUM_ID } from '../catalogue/contract.ts'
import { currentReleaseId, findProduct, type ProductRow, selectProducts } from '../catalogue/read-products.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import type { HostedLinks, HostedPlan } from './contract.ts'
import { fileOutboxKeys, notifyFileAvailable } from './notify-buyer.ts'
import { NO_FILE, REMOVED } from './rules.ts'
import type { Payment } from './store.ts'
import { clearFlag, recordOnce } from './writes.ts'

/**
 * The product, where it can be sold: it is listed and has a published file.
 * @throws Problem 404 no such product, 422 it has no file
 */
export async function findDeliverable(db: Db, productId: number, now: number): Promise<ProductRow['script']> {
  const [row] = await findProduct(db, productId, now)
  if (!row) throw new Problem(404, 'There is no such product.')
  if (row.release.id === null)
    throw new Problem(422, `${row.script.name} has no file yet, so it cannot be bought.`)
  return row.script
}

const PLAN_IDS: Partial<Record<HostedPlan, number>> = { premium: PREMIUM_ID, lifetime: LIFETIME_ID }

/** The pay pages outside the shop of plans that can be delivered. Other plans than the two are named by their slug. */
export async function deliverableLinks(db: Db, links: HostedLinks, now: number): Promise<HostedLinks> {
  const plans = Object.keys(links) as HostedPlan[]
  if (plans.length === 0) return {}
  const named = or(inArray(scripts.id, Object.values(PLAN_IDS)), inArray(scripts.slug, plans))
  const rows = await selectProducts(db, now).where(and(named, eq(scripts.isDeleted, false)))
  const isSold = (plan: HostedPlan) =>
    rows.some(({ script, release }) => {
      const isIt = plan in PLAN_IDS ? script.id === PLAN_IDS[plan] : script.slug === plan
      return isIt && release.id !== null
    })
  return Object.fromEntries(Object.entries(links).filter(([plan]) => isSold(plan as HostedPlan)))
}

/** Why a person must look at this payment though its money is right; null where nothing is wrong. */
export async function whyUndeliverable(
  db: Db,
  { scriptId, subscriptionId }: Pick<Payment, 'scriptId' | 'subscriptionId'>,
  now: number,
): Promise<string | null> {
  const [row] = await selectProducts(db, now).where(eq(scripts.id, scriptId)).limit(1)
  if (!row || row.release.id === null) return NO_FILE
  // A subscription to a removed product goes on: its later payments are no new sales.
  return row.script.isDeleted && subscriptionId === null ? REMOVED : null
}

const SWEPT_AT_ONCE = 50

/**
 * Mails the file to buyers whose product had none when they paid, and clears the flag of their payments. Each payment's
 * batch stands for itself; what is not reached now comes up again.
 */
export async function sweepUndelivered(env: Env, db: Db, now: number): Promise<number> {
  const found = await listDelivered(db, now)
  for (const { payment, product, file } of found) {
    try {
      await commit(db, [
        recordOnce(db, { paymentId: payment.id, kind: 'file-ready', source: 'sweep', details: {}, now }),
        clearFlag(db, payment, now),
        ...notifyFileAvailable(db, payment, product, file, now),
      ])
      await dispatchKeys(env, db, fileOutboxKeys(payment.id), now)
    } catch (error) {
      // Another sweep was faster, or the payment has moved on.
      if (refusedBy(error, 'payment_events') || refusedBy(error, 'payments', 'revision')) continue
      console.error(
        JSON.stringify({ at: 'sweep-undelivered', payment: payment.id, error: describeError(error) }),
      )
    }
  }
  return found.length
}

/** Payments that are flagged for want of a file, whose product has one by now. By the index of flagged payments. */
export const listDelivered = (db: Db, now: number) =>
  db
    .select({
      payment: payments,
      product: scripts,
      file: aliased('file', {
        name: scriptReleases.fileName,
        version: scriptReleases.version,
        sha256: scriptReleases.sha256,
      }),
    })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .innerJoin(scriptReleases, eq(scriptReleases.id, currentReleaseId(now)))
    .where(
      and(
        // As the index words it.
        isNotNull(payments.flaggedReason),
        eq(payments.flaggedReason, NO_FILE),
        inArray(payments.status, ['completed', 'partially_refunded']),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(SWEPT_AT_ONCE)
