import type { Billing } from '#shared/invoices/contract.ts'
import { Problem } from '../../core/problem.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import { readSeller } from '../../db/shop-settings.ts'
import { isSameBilling, openCents } from './rules.ts'
import { type OrderWithInvoices, readOrderInvoices } from './store.ts'
import { correct, saveBilling } from './writes.ts'

/** Maximum attempts when another document of the order was issued between read and write. */
const MAX_ATTEMPTS = 5

/** How often the details of one order can be corrected: each correction is two documents that are kept for years. */
export const MOST_CORRECTIONS = 10

/**
 * Puts other billing details on an order. The issued invoice stays as it is: a credit note cancels what is left of it,
 * and a new invoice has the new details. The same details again change nothing.
 * @throws Problem 409 nothing is invoiced any more, or it was corrected `MOST_CORRECTIONS` times
 */
export async function correctBilling(
  db: Db,
  found: OrderWithInvoices,
  billing: Billing,
  now: number,
): Promise<OrderWithInvoices> {
  const { orderReference } = found.order
  let current = found
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { order, rows } = current
    const latest = rows.findLast(({ series }) => series === 'invoice')
    const amountCents = openCents(rows)
    if (!latest || amountCents <= 0)
      throw new Problem(409, 'This order was refunded in full, so there is no invoice left to correct.')
    if (isSameBilling(latest.facts.buyer, billing)) return current
    if (rows.filter(({ cause }) => cause === 'correction').length >= 2 * MOST_CORRECTIONS)
      throw new Problem(
        409,
        `These details were corrected ${MOST_CORRECTIONS} times already. Write to support to change them again.`,
      )
    // An invoice from before a seller was set gets the present one.
    const seller = latest.facts.seller ?? (await readSeller(db))
    const facts = { ...latest.facts, seller, buyer: billing }
    const position = Math.max(...rows.map((row) => row.position))
    const correction = { paymentId: order.id, latest, position, amountCents, facts }
    const saved = order.userId === null ? [] : [saveBilling(db, order.userId, billing, now)]
    try {
      await commit(db, [...correct(db, correction, now), ...saved])
    } catch (error) {
      if (!refusedBy(error, 'invoices')) throw error
    }
    const again = await readOrderInvoices(db, orderReference)
    if (!again) throw new Error(`Order ${orderReference} is gone`)
    current = again
  }
  const latest = current.rows.findLast(({ series }) => series === 'invoice')
  if (isSameBilling(latest?.facts.buyer ?? null, billing)) return current
  throw new Error(`The invoices of ${orderReference} did not stand still`)
}
