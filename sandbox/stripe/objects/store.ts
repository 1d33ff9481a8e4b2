import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { resourceMissing } from '../errors.ts'

/** Every kind of object that the sandbox keeps, by its `object` field. */
export interface StripeObjects {
  'checkout.session': Stripe.Checkout.Session
  customer: Stripe.Customer
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  payment_method: Stripe.PaymentMethod
  setup_intent: Stripe.SetupIntent
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  coupon: Stripe.Coupon
  'billing_portal.session': Stripe.BillingPortal.Session
}
export type Kind = keyof StripeObjects
export type StripeObject = StripeObjects[Kind]

type Row = { body: string }

/** Stores a new or changed object and returns it. `backstage` is data that the API never shows; absent: not changed. */
export function save<K extends Kind>(
  box: Box,
  object: StripeObjects[K] & { object: K },
  backstage?: unknown,
) {
  box.sql.exec(
    `INSERT INTO stripe_objects (id, kind, body, backstage) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET body = excluded.body, backstage = coalesce(excluded.backstage, backstage)`,
    ...[object.id, object.object, JSON.stringify(object), backstage ? JSON.stringify(backstage) : null],
  )
  return object as StripeObjects[K]
}

export function find<K extends Kind>(box: Box, kind: K, id: string): StripeObjects[K] | undefined {
  const row = box.sql
    .exec<Row>('SELECT body FROM stripe_objects WHERE id = ? AND kind = ?', id, kind)
    .toArray()[0]
  return row && JSON.parse(row.body)
}

/** The object, or Stripe's 404. */
export function load<K extends Kind>(box: Box, kind: K, id: string, param?: string): StripeObjects[K] {
  const found = find(box, kind, id)
  if (!found) throw resourceMissing(kind, id, param)
  return found
}

/** Any kind of object by id, for expansion. */
export function findAny(box: Box, id: string): StripeObject | undefined {
  const row = box.sql.exec<Row>('SELECT body FROM stripe_objects WHERE id = ?', id).toArray()[0]
  return row && JSON.parse(row.body)
}

/** The objects whose fields have these values, newest first. */
export function listKind<K extends Kind>(
  box: Box,
  kind: K,
  limit = -1,
  fields: Record<string, string> = {},
): StripeObjects[K][] {
  const wanted = Object.entries(fields)
  const where = wanted.map(() => ' AND json_extract(body, ?) = ?').join('')
  return box.sql
    .exec<Row>(
      `SELECT body FROM stripe_objects WHERE kind = ?${where} ORDER BY seq DESC LIMIT ?`,
      ...[kind, ...wanted.flatMap(([name, value]) => [`$.${name}`, value]), limit],
    )
    .toArray()
    .map((row) => JSON.parse(row.body))
}

export function countKind(box: Box, kind: Kind): number {
  const sql = 'SELECT count(*) AS count FROM stripe_objects WHERE kind = ?'
  return box.sql.exec<{ count: number }>(sql, kind).one().count
}

/** The object's `backstage` data, as `save` stored it. */
export function backstageOf<T>(box: Box, id: string): T {
  const sql = 'SELECT backstage AS body FROM stripe_objects WHERE id = ?'
  return JSON.parse(box.sql.exec<Row>(sql, id).one().body)
}

export function remove(box: Box, id: string): void {
  box.sql.exec('DELETE FROM stripe_objects WHERE id = ?', id)
}

/** The id of a field that may be expanded. */
export function idOf(ref: string | { id?: string } | null | undefined): string | null {
  return (typeof ref === 'string' ? ref : ref?.id) ?? null
}
