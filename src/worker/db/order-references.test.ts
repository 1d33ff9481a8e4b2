import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toOrderReference } from '#shared/core/order-reference.ts'
import { aProduct } from '../testing/products.ts'
import { unique } from '../testing/shop.ts'

const NAME = 'payments_order_reference'
let trigger = ''

beforeEach(async () => {
  const stored = env.DB.prepare('SELECT sql FROM sqlite_master WHERE name = ?').bind(NAME)
  trigger = (await stored.first<string>('sql')) ?? ''
})
afterEach(() => create(trigger))

const create = (sql: string) => env.DB.batch([env.DB.prepare(`DROP TRIGGER ${NAME}`), env.DB.prepare(sql)])

/** Draws each letter from the first `letters` of the 30. */
const withLetters = (letters: number) => create(trigger.replaceAll('% 30', `% ${letters}`))

/** Inserts orders in one statement, and returns their references. */
async function anyOrders(count: number): Promise<string[]> {
  const { id } = await aProduct()
  const { results } = await env.DB.prepare(
    `INSERT INTO payments (reference, script_id, purchase_type, payment_provider, status, amount_cents, original_cents, created_at, updated_at)
      SELECT ?1 || value, ?2, 'one-time', 'stripe', 'expired', 100, 100, 1, 1 FROM json_each(?3) RETURNING id`,
  )
    .bind(unique('order'), id, JSON.stringify(Array.from({ length: count }, (_, at) => at)))
    .all<{ id: number }>()
  const stored = await env.DB.prepare(
    'SELECT order_reference AS reference FROM payments WHERE id IN (SELECT value FROM json_each(?))',
  )
    .bind(JSON.stringify(results.map((row) => row.id)))
    .all<{ reference: string }>()
  return stored.results.map(({ reference }) => reference)
}

test('an order whose drawn reference is taken gets another one', async () => {
  // 256 references: without another draw, one of 60 orders is refused in 999 of 1000 runs.
  await withLetters(2)
  const references = await anyOrders(60)
  expect(new Set(references).size).toBe(60)
  for (const reference of references) expect(toOrderReference(reference)).toBe(reference)
})

test('an order for which ten draws are taken is refused', async () => {
  await withLetters(1)
  expect(await anyOrders(1)).toEqual(['WF-AAAA-AAAA'])
  await expect(anyOrders(1)).rejects.toThrow('payments.order_reference')
})
