// What a payment costs the database: its bytes, and the rows that D1 writes for one.
import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from '../figures.ts'
import { finderOf } from './compare.ts'
import type { SizedShop } from './shop.ts'

/** The tables that are named one by one. */
const LARGEST = 8
const PURCHASES = 5
/** Until the queues have handled everything of the purchases. */
const QUIET_MS = 6000

/** Bytes of each payment: the whole database, and its largest tables with their indexes. */
export function bytesOf({ file, all }: SizedShop, payments: number): Figure[] {
  const tables = all<{ name: string; bytes: number; rows: number }>(
    `SELECT m.tbl_name AS name, sum(s.pgsize) AS bytes, sum(iif(m.name = m.tbl_name AND s.pagetype = 'leaf', s.ncell, 0)) AS rows
     FROM dbstat s JOIN sqlite_master m ON m.name = s.name GROUP BY m.tbl_name ORDER BY bytes DESC LIMIT ${LARGEST}`,
  )
  const each = (bytes: number) => bytes / payments / 1000
  return [
    { what: 'database, for each payment', value: each(statSync(file).size), unit: 'kB' },
    ...tables.map(({ name, bytes, rows }) => ({
      what: `of it \`${name}\` with its indexes`,
      value: each(bytes),
      unit: 'kB' as const,
      note: `${(rows / payments).toFixed(1)} rows`,
    })),
  ]
}

/** Rows written for a purchase by card, from its checkout to the receipt's delivery: real calls of the shop and the sandbox. */
export async function writesOf(shop: SizedShop, base: string): Promise<Figure[]> {
  const written = async () => Number(await (await fetch(new URL('/bench/written', shop.direct))).text())
  const products = shop.all<{ id: number }>(
    `SELECT s.id FROM scripts s WHERE s.id > 100 AND NOT EXISTS (
       SELECT 1 FROM user_scripts g JOIN sessions x ON x.user_id = g.user_id WHERE x.sess LIKE '%null%' AND g.script_id = s.id)
     LIMIT ${PURCHASES}`,
  )
  const email = finderOf(shop).one(
    `SELECT u.email FROM users u JOIN sessions x ON x.user_id = u.id WHERE x.sess LIKE '%null%' AND u.is_admin = 0`,
  )
  const before = await written()
  for (const { id } of products) await buy(shop, base, id, email)
  await wait(QUIET_MS)
  const each = ((await written()) - before) / products.length
  return [
    {
      what: 'rows written for a purchase',
      value: each,
      unit: '',
      note: 'index entries included, as D1 bills them',
    },
  ]
}

async function buy(shop: SizedShop, base: string, productId: number, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: base, cookie: shop.cookies.user }
  const body = {
    productId,
    provider: 'stripe',
    email,
    clientPaymentId: `bench-${productId}`,
    purchaseType: 'one-time',
  }
  const answer = await fetch(new URL('/api/payment/create', shop.direct), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The checkout answered ${answer.status}: ${text}`)
  const { data } = JSON.parse(text) as { data: { url: string } }
  await fetch(`${base}${new URL(data.url).pathname}/pay`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base },
  })
}
