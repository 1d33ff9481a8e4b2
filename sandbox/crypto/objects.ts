import type { Box } from '../box.ts'
import type { Invoice } from '../btcpay/invoice.ts'
import type { PullPayment } from '../btcpay/pull-payment.ts'
import type { Checkout } from '../coinbase/checkout.ts'

/** Every kind of object that the crypto providers keep. */
export interface CryptoObjects {
  'coinbase.checkout': Checkout
  'btcpay.invoice': Invoice
  'btcpay.pull_payment': PullPayment
}
export type CryptoKind = keyof CryptoObjects

type Row = { body: string }

/** Stores an object, new or changed, and returns it. */
export function keep<K extends CryptoKind>(box: Box, kind: K, object: CryptoObjects[K]): CryptoObjects[K] {
  box.sql.exec(
    `INSERT INTO crypto_objects (id, kind, body) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
    ...[object.id, kind, JSON.stringify(object)],
  )
  return object
}

export function lookUp<K extends CryptoKind>(box: Box, kind: K, id: string): CryptoObjects[K] | undefined {
  const sql = 'SELECT body FROM crypto_objects WHERE id = ? AND kind = ?'
  const row = box.sql.exec<Row>(sql, id, kind).toArray()[0]
  return row && JSON.parse(row.body)
}

/** Newest first. */
export function listAll<K extends CryptoKind>(box: Box, kind: K, limit = -1): CryptoObjects[K][] {
  const sql = 'SELECT body FROM crypto_objects WHERE kind = ? ORDER BY seq DESC LIMIT ?'
  return box.sql
    .exec<Row>(sql, kind, limit)
    .toArray()
    .map((row) => JSON.parse(row.body))
}
