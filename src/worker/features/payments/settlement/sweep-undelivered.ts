import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { logError } from '../../../core/log-error.ts'
import { type Db, refusedBy } from '../../../db/client.ts'
import { grantedIds } from '../../../db/granted-ids.ts'
import { bundledFiles, currentFile } from '../../../db/order-files.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { payments } from '../../../db/schema/payments.ts'
import type { Env } from '../../../providers/env.ts'
import { bundledFileSchema, fileSchema } from '../../email/order-mail-rules.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { notifyFileAvailable } from '../notices/notify-buyer.ts'
import { endDelivery, postponeDelivery, recordOnce } from '../writes.ts'

const SWEPT_AT_ONCE = 50

/**
 * Mails the file to buyers whose product had none when they paid, and clears the flag of their payments. Each payment
 * has a batch of its own. Payments that this run does not reach are found by the next one. A delivery that fails is tried
 * again an hour later, so that it does not delay others.
 */
export async function sweepUndelivered(env: Env, db: Db, now: number): Promise<number> {
  const found = await listDelivered(db, now)
  for (const { payment, product, file, bundle } of found) {
    try {
      const writes = [
        recordOnce(db, { paymentId: payment.id, kind: 'file-ready', source: 'sweep', details: {}, now }),
        endDelivery(db, payment, now),
        ...notifyFileAvailable(db, payment, product, { file, bundle }, now),
      ]
      await commitAndDispatch({ env, db }, writes, now)
    } catch (error) {
      // The payment changed since it was read: the next run reads it again.
      if (refusedBy(error, 'payments', 'revision')) continue
      // None: another sweep was faster. A postponement that fails as well leaves the others their turn.
      const postponed = await postponeDelivery(db, payment.id, now).catch(() => [payment])
      if (postponed.length > 0) logError('sweep-undelivered', { payment: payment.id, error })
    }
  }
  return found.length
}

/** Payments that wait for a file, whose product, or each of whose bundle, has one by now: those that are due first. */
export const listDelivered = (db: Db, now: number) =>
  db
    .select({
      payment: payments,
      product: scripts,
      file: currentFile(sql`${payments.scriptId}`, now)
        .mapWith((json: string) => fileSchema.parse(JSON.parse(json)))
        .as('file'),
      bundle: bundledFiles(sql`${payments.id}`, now)
        .mapWith((json: string) => bundledFileSchema.array().parse(JSON.parse(json)))
        .as('bundle'),
    })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .where(
      and(
        lte(payments.nextDeliveryAt, now),
        // The + excludes the index by status, which has all sales.
        sql`+${payments.status} in ('completed', 'partially_refunded')`,
        sql`not exists (select 1 from json_each(${grantedIds('payments')}) i
          where ${currentFile(sql`i.value`, now)} is null)`,
      ),
    )
    .orderBy(asc(payments.nextDeliveryAt), asc(payments.id))
    .limit(SWEPT_AT_ONCE)
