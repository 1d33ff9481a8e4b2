import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import type { Order } from '#shared/orders/contract.ts'
import { openDb } from '../../db/client.ts'
import { payments } from '../../db/schema/payments.ts'
import { charge, takingAt } from '../../testing/charges.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, bought, buy } from '../../testing/purchases.ts'
import { aReader } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

let admin: SignedIn
beforeEach(async () => {
  admin ??= await aUser({ admin: true })
})

const list = (query: Record<string, string | number>) =>
  admin.get<Order[]>(
    `/api/secure-management/purchases?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  )
const idsOf = async (query: Record<string, string | number>) => (await list(query)).data.map(({ id }) => id)

/** The ids on all pages of a list, read with `limit` rows per page. */
async function walk(query: Record<string, string | number>, limit: number): Promise<number[]> {
  const found: number[] = []
  let cursor: string | number | null = null
  do {
    const page = await list({ ...query, limit, ...(cursor !== null && { cursor }) })
    expect(page.status, page.text).toBe(200)
    found.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

/** Inserts only the payment row, which is all that the lists read. */
async function aRow(row: Partial<typeof payments.$inferInsert> & { scriptId: number }): Promise<number> {
  const [made] = await openDb(env.DB)
    .insert(payments)
    .values({
      reference: unique('ref'),
      purchaseType: 'one-time',
      paymentProvider: 'stripe',
      amountCents: 1950,
      originalCents: 1950,
      createdAt: 1,
      updatedAt: 1,
      ...row,
    })
    .returning({ id: payments.id })
  return made?.id ?? 0
}

describe('the list of orders', () => {
  // spec: admin-purchase-view, call-admin-lists
  test('shows buyer, product, amount and status of an order', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    const [order] = (await list({ user: user.id })).data
    expect(order).toMatchObject({
      id: paymentId,
      userId: user.id,
      productId: product.id,
      amount: 19.5,
      refundedAmount: 0,
      status: 'completed',
      purchaseType: 'one-time',
      provider: 'stripe',
      email: user.email,
      couponCode: null,
      flaggedReason: null,
      product: { id: product.id, slug: product.slug, name: product.name },
      user: { id: user.id, username: user.username, email: user.email },
    })
    expect(Date.now() - Date.parse(order?.purchaseDate ?? '')).toBeLessThan(60_000)
  })

  test('has one purchase type, newest first, and is filtered by status, by product, and by both', async () => {
    const [one, other] = [(await aProduct()).id, (await aProduct()).id]
    const now = Date.now()
    const a = await aRow({ scriptId: one, createdAt: now })
    const b = await aRow({ scriptId: one, createdAt: now - 1, status: 'refunded' })
    const c = await aRow({ scriptId: one, createdAt: now + 1 })
    const d = await aRow({ scriptId: one, createdAt: now + 2, purchaseType: 'subscription' })
    const e = await aRow({ scriptId: other, createdAt: now + 3, status: 'refunded' })
    expect(await idsOf({ product: one })).toEqual([c, a, b])
    expect(await idsOf({ product: one, type: 'subscription' })).toEqual([d])
    expect(await idsOf({ product: one, status: 'refunded' })).toEqual([b])
    expect((await idsOf({ status: 'refunded', limit: 2 })).slice(0, 2)).toEqual([e, b])
    expect(await idsOf({ product: one, status: 'disputed' })).toEqual([])
  })

  test('is filtered by whole days in UTC, both ends included', async () => {
    const product = (await aProduct()).id
    const noon = Date.UTC(2026, 2, 10, 12)
    const [first, second, third] = [
      await aRow({ scriptId: product, createdAt: noon - DAY }),
      await aRow({ scriptId: product, createdAt: Date.UTC(2026, 2, 11) - 1 }),
      await aRow({ scriptId: product, createdAt: noon + DAY }),
    ]
    expect(await idsOf({ product, from: '2026-03-10', to: '2026-03-10' })).toEqual([second])
    expect(await idsOf({ product, to: '2026-03-10' })).toEqual([second, first])
    expect(await idsOf({ product, from: '2026-03-10' })).toEqual([third, second])
    expect(await walk({ product, from: '2026-03-09', to: '2026-03-10' }, 1)).toEqual([second, first])
    expect((await list({ from: '2026-02-30' })).status).toBe(400)
  })

  // spec: admin-purchases
  test('has every order once over all pages, also where many were made at the same moment', async () => {
    const product = (await aProduct()).id
    const ids: number[] = []
    for (let n = 0; n < 7; n += 1) ids.push(await aRow({ scriptId: product, createdAt: n < 5 ? 1000 : 2000 }))
    const newestFirst = [ids[6], ids[5], ids[4], ids[3], ids[2], ids[1], ids[0]]
    for (const limit of [1, 2, 3, 7]) expect(await walk({ product }, limit), `${limit}`).toEqual(newestFirst)
    expect(await walk({ product, status: 'completed' }, 2)).toEqual(newestFirst)
  })

  test('has both purchase types where only flagged orders are requested', async () => {
    const product = (await aProduct()).id
    const a = await aRow({ scriptId: product, flaggedReason: 'Too little' })
    const b = await aRow({ scriptId: product, flaggedReason: 'Too much', purchaseType: 'subscription' })
    expect((await walk({ flagged: 'true' }, 1)).slice(0, 2)).toEqual([b, a])
    expect((await list({ flagged: 'true', limit: 1 })).data[0]?.flaggedReason).toBe('Too much')
  })

  test('refuses the cursor of another list and an invalid cursor', async () => {
    for (const cursor of ['9', '1@a@b', 'x', '1-x']) {
      const answer = await list({ cursor })
      expect([answer.status, answer.message], cursor).toEqual([400, 'This is not a valid cursor.'])
    }
  })
})

describe('a search', () => {
  test('by number finds the order of any type and despite any filter', async () => {
    const id = await aRow({ scriptId: 2, purchaseType: 'subscription', status: 'expired' })
    expect(await idsOf({ q: id, status: 'completed' })).toEqual([id])
    expect(await idsOf({ q: `#${id}` })).toEqual([id])
    expect(await idsOf({ q: '#999999999' })).toEqual([])
  })

  test('by an exact id, ours or the provider’s, finds the order', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    const row = await env.DB.prepare(
      'SELECT reference, checkout_id, transaction_id, intent_id FROM payments WHERE id = ?',
    )
      .bind(paymentId)
      .first<Record<string, string>>()
    expect(Object.values(row ?? {}).every(Boolean)).toBe(true)
    for (const q of Object.values(row ?? {})) {
      expect(await idsOf({ q }), q).toEqual([paymentId])
      expect(await idsOf({ q: q.slice(0, -1) }), q).toEqual([])
    }
    const crypto = await aUser({ bindings: takingAt('coinbase') })
    const opened = await charge(crypto, (await aProduct()).id)
    expect(await idsOf({ q: opened.checkoutId })).toEqual([opened.paymentId])
  })

  test('by the beginning of an address ignores case, and each page continues below the last', async () => {
    const product = (await aProduct()).id
    const begin = unique('Search')
    const ids: number[] = []
    for (const tail of ['.a@Mail.test', '.a@Mail.test', '.a@Mail.test', '.b@Mail.test', '.c@Mail.test'])
      ids.push(await aRow({ scriptId: product, email: `${begin}${tail}` }))
    const [a1, a2, a3, b, c] = ids
    expect(await idsOf({ q: begin.toLowerCase() })).toEqual([c, b, a3, a2, a1])
    for (const limit of [1, 2]) expect(await walk({ q: begin }, limit)).toEqual([c, b, a3, a2, a1])
    expect(await idsOf({ q: `${begin}.A@mail.test` })).toEqual([a3, a2, a1])
    // Text from the middle of an address finds nothing: the search does not scan all addresses.
    expect(await idsOf({ q: `${begin.slice(1)}.a@mail.test` })).toEqual([])
  })

  test('by a username finds all orders of that account, and none by an address that begins with the name', async () => {
    const reader = await aReader()
    const product = (await aProduct()).id
    const ids = [
      await aRow({ scriptId: product, userId: reader.id, email: 'elsewhere@mail.test' }),
      await aRow({ scriptId: product, userId: reader.id, purchaseType: 'subscription' }),
    ]
    await aRow({ scriptId: product, email: `${reader.username}-not@mail.test` })
    expect(await walk({ q: reader.username.toUpperCase() }, 1)).toEqual(ids.toReversed())
  })

  test('by an order reference finds the order, also without hyphens and capitals, and no other one', async () => {
    const product = (await aProduct()).id
    const ids = [await aRow({ scriptId: product }), await aRow({ scriptId: product })]
    const references: string[] = []
    for (const id of ids) {
      const { payment } = await booksOf(id)
      references.push(payment?.order_reference ?? '')
    }
    expect(new Set(references).size).toBe(2)
    for (const [index, reference] of references.entries()) {
      expect(reference).toMatch(/^WF-[A-HJKMNP-TV-Z2-9]{4}-[A-HJKMNP-TV-Z2-9]{4}$/)
      for (const q of [reference, reference.toLowerCase().replaceAll('-', '')])
        expect((await list({ q })).data, q).toMatchObject([{ id: ids[index], orderReference: reference }])
    }
  })

  test('finds the order of a guest, and an open order', async () => {
    const guest = `${unique('guest')}@mail.test`
    const id = await aRow({ scriptId: 2, email: guest })
    const [found] = (await list({ q: guest })).data
    expect(found).toMatchObject({ id, userId: null, user: null, email: guest })
    const user = await aUser()
    const opened = await buy(user, (await aProduct()).id)
    const { payment } = await booksOf(opened.paymentId)
    expect((await list({ q: payment?.reference ?? '' })).data[0]).toMatchObject({ status: 'pending' })
  })
})
