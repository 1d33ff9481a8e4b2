import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { InvoiceDocument, OrderInvoices } from '#shared/invoices/contract.ts'
import { taxIn } from '#shared/seller/tax-rules.ts'
import { openDb } from '../../db/client.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aCoupon } from '../../testing/coupons.ts'
import { aMailbox } from '../../testing/mailbox.ts'
import { aProduct } from '../../testing/products.ts'
import { booksOf, bought, buy, deliver, happens, intentOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { aSeller, stateTax } from '../../testing/seller.ts'
import { depsOf, unique } from '../../testing/shop.ts'
import { signInvoiceLink } from '../email/invoice-link.ts'
import { INVOICE_COLUMNS } from '../exports/columns.ts'
import { pageOfInvoices } from '../exports/store.ts'
import { sweepGuestPurchases } from '../payments/guests/sweep-guest-purchases.ts'
import { readSellerSetting, saveSeller } from '../seller/save-setting.ts'
import { correctBilling, MOST_CORRECTIONS } from './correct-billing.ts'
import { readOrderInvoices } from './store.ts'

beforeAll(sandbox.calm)

const db = openDb(env.DB)
const billing = { name: 'Ann Buyer', address: '2 Buyer Road\nBuyertown', vatId: 'YY987654321' }

async function anOrder(cents = 2999) {
  const user = await aUser()
  const product = await aProduct({ priceCents: cents })
  const { paymentId, events } = await bought(user, product.id)
  const { payment } = await booksOf(paymentId)
  return { user, product, paymentId, events, reference: payment?.order_reference ?? '' }
}

const pathOf = (reference: string) => `/api/orders/${reference}/invoices`
const invoicesOf = async (user: SignedIn, reference: string) =>
  (await user.get<OrderInvoices>(pathOf(reference))).data

const inShort = ({ documents }: OrderInvoices) =>
  documents.map(({ series, cause, amount }) => `${cause} ${series === 'invoice' ? '' : '-'}${amount}`)

/** Every number from 1 to the last one, each once. */
async function expectNoGaps() {
  for (const series of ['invoice', 'credit_note']) {
    const { results } = await env.DB.prepare('SELECT number FROM invoices WHERE series = ? ORDER BY number')
      .bind(series)
      .all<{ number: number }>()
    expect(results.map(({ number }) => number)).toEqual(results.map((_, index) => index + 1))
  }
}

// invariant: invoice-per-payment, invoice-numbers
test('twenty copies of each event of three payments at once give one invoice each, numbered without gaps', async () => {
  const orders = await Promise.all(Array.from({ length: 3 }, () => anOrder()))
  const copies = orders.flatMap(({ events }) => Array.from({ length: 20 }, () => events.at(-1)?.id ?? ''))
  await Promise.all(copies.map(async (id) => deliver(await sandbox.signed(id))))
  for (const { user, reference } of orders)
    expect(inShort(await invoicesOf(user, reference))).toEqual(['sale 29.99'])
  await expectNoGaps()
})

// invariant: invoice-per-payment, invoice-numbers
test('a partial refund, the rest and repeats of both give one credit note each; a lost dispute gives one too', async () => {
  const { user, paymentId, reference } = await anOrder(10_000)
  const intent = await intentOf(paymentId)
  const partial = await happens(() => sandbox.refund(intent, 2500))
  const rest = await happens(() => sandbox.refund(intent, 7500))
  await Promise.all([...partial, ...rest].map(async ({ id }) => deliver(await sandbox.signed(id))))
  const found = await invoicesOf(user, reference)
  expect(inShort(found)).toEqual(['sale 100', 'refund -25', 'refund -75'])
  const [invoice] = found.documents
  expect(found.documents.map(({ credits }) => credits)).toEqual([null, invoice?.number, invoice?.number])
  expect(found.canCorrect).toBe(false)

  const other = await anOrder(5000)
  const disputed = await intentOf(other.paymentId)
  await happens(() => sandbox.dispute(disputed))
  expect(inShort(await invoicesOf(other.user, other.reference))).toEqual(['sale 50', 'dispute -50'])
  await expectNoGaps()
})

test('an order that costs nothing has no invoice', async () => {
  const user = await aUser()
  const coupon = await aCoupon({ discountType: 'free_product', discountValue: 100 })
  const { paymentId } = await buy(user, (await aProduct()).id, 'one-time', coupon.id)
  const { payment } = await booksOf(paymentId)
  expect(payment?.status).toBe('completed')
  expect((await invoicesOf(user, payment?.order_reference ?? '')).documents).toEqual([])
})

// invariant: invoice-immutable
describe('billing details', () => {
  test('a change leaves the issued invoice as it is, and gives a credit note and a new invoice; the same details change nothing', async () => {
    const setting = await readSellerSetting(db)
    await saveSeller(db, { id: 1, ip: null }, { ...aSeller, revision: setting.revision }, Date.now())
    const { user, product, reference } = await anOrder(2000)
    const path = `/api/orders/${reference.toLowerCase()}/billing`
    const put = (details: object) => user.put<OrderInvoices>(path, details)
    const { data } = await put(billing)
    expect(inShort(data)).toEqual(['sale 20', 'correction -20', 'correction 20'])
    const [first, credit, second] = data.documents as [InvoiceDocument, InvoiceDocument, InvoiceDocument]
    expect([first.buyer, credit.buyer, second.buyer]).toEqual([null, null, billing])
    expect([credit.credits, second.credits]).toEqual([first.number, first.number])
    expect(second).toMatchObject({ seller: aSeller, product: product.name, amount: 20 })
    expect((await put(billing)).data.documents).toHaveLength(3)

    // The seller, the product and the details change: what was issued stays.
    const { revision } = await readSellerSetting(db)
    const another = { ...aSeller, name: 'Another Seller', revision }
    await saveSeller(db, { id: 1, ip: null }, another, Date.now())
    await env.DB.prepare('UPDATE scripts SET name = ? WHERE id = ?').bind('Renamed', product.id).run()
    expect((await invoicesOf(user, reference)).documents).toEqual(data.documents)
    for (const change of ["UPDATE invoices SET facts = '{}'", 'DELETE FROM invoices'])
      await expect(env.DB.prepare(change).run(), change).rejects.toThrow('append-only')

    // The account's next invoice has the details, and the new seller.
    const { paymentId } = await bought(user, (await aProduct()).id)
    const { payment } = await booksOf(paymentId)
    const next = await invoicesOf(user, payment?.order_reference ?? '')
    expect(next.documents[0]).toMatchObject({ buyer: billing, seller: { name: 'Another Seller' } })
    await expectNoGaps()
  })

  test('ten changes at once never credit more than was invoiced', async () => {
    const { user, reference } = await anOrder(3000)
    const found = await readOrderInvoices(db, reference)
    if (!found) throw new Error('no order')
    await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        correctBilling(db, found, { ...billing, name: `Buyer ${n % 2}` }, Date.now()),
      ),
    )
    const { documents } = await invoicesOf(user, reference)
    let open = 0
    for (const { series, amount } of documents) {
      open += series === 'invoice' ? amount : -amount
      expect([0, 30]).toContain(open)
    }
    expect(open).toBe(30)
    await expectNoGaps()
  })

  test('after a partial refund only the rest is issued again; after a full one nothing can be corrected', async () => {
    const { user, paymentId, reference } = await anOrder(4000)
    const intent = await intentOf(paymentId)
    await happens(() => sandbox.refund(intent, 1000))
    const path = `/api/orders/${reference}/billing`
    const { data } = await user.put<OrderInvoices>(path, billing)
    expect(inShort(data)).toEqual(['sale 40', 'refund -10', 'correction -30', 'correction 30'])
    await happens(() => sandbox.refund(intent, 3000))
    const refused = await user.put(path, { ...billing, name: 'Somebody else' })
    expect([refused.status, refused.message]).toEqual([
      409,
      'This order was refunded in full, so there is no invoice left to correct.',
    ])
  })

  test('show invisible characters that the buyer typed, on the document and in the export', async () => {
    const { user, reference } = await anOrder(2000)
    const typed = { name: 'Ann \u202exfdp.exe', address: '1 Road\u0007\nTown', vatId: 'X\u200b1' }
    const { data } = await user.put<OrderInvoices>(`/api/orders/${reference}/billing`, typed)
    const shown = { name: 'Ann [U+202E]xfdp.exe', address: '1 Road[U+0007]\nTown', vatId: 'X[U+200B]1' }
    expect(data.documents.at(-1)?.buyer).toEqual(shown)
    const rows = await pageOfInvoices(db, {}, null)
    const mine = rows.filter((row) => row.orderReference === reference).at(-1)
    expect(mine && INVOICE_COLUMNS.buyer?.(mine)).toBe(shown.name)
  })

  test('can be corrected ten times, so that one order has no end of documents', async () => {
    const { reference } = await anOrder(2000)
    const correctTo = async (n: number) => {
      const found = await readOrderInvoices(db, reference)
      if (!found) throw new Error('no order')
      return correctBilling(db, found, { ...billing, name: `Buyer ${n}` }, Date.now())
    }
    for (let n = 0; n < MOST_CORRECTIONS; n += 1) await correctTo(n)
    await expect(correctTo(MOST_CORRECTIONS)).rejects.toMatchObject({ status: 409 })
    expect((await correctTo(MOST_CORRECTIONS - 1)).rows).toHaveLength(1 + 2 * MOST_CORRECTIONS)
  })

  test('name and address are needed', async () => {
    const { user, reference } = await anOrder()
    const { status, data } = await user.put<{ fields: object }>(`/api/orders/${reference}/billing`, {
      ...{ name: '', address: ' ', vatId: '' },
    })
    expect(status).toBe(400)
    expect(data.fields).toEqual({ name: 'Name is required', address: 'Address is required' })
  })
})

describe('tax', () => {
  afterEach(() => stateTax(null))

  test('is part of the price while it is on; credit notes of parts add up to it, and a later rate changes nothing', async () => {
    await stateTax({ name: 'VAT', percent: 19 })
    const { user, paymentId, reference } = await anOrder(10_000)
    await stateTax({ name: 'VAT', percent: 25.5 })
    const intent = await intentOf(paymentId)
    for (const cents of [3333, 3333, 3334]) await happens(() => sandbox.refund(intent, cents))
    const { documents } = await invoicesOf(user, reference)
    const [invoice, ...notes] = documents.map(({ tax }) => tax)
    // $100 includes $15.97: 100 - 100 / 1.19.
    expect(invoice).toMatchObject({ name: 'VAT', percent: 19, country: null, amount: 15.97 })
    const cents = notes.map((tax) => Math.round((tax?.amount ?? 0) * 100))
    expect(cents.reduce((sum, part) => sum + part, 0)).toBe(1597)
    expect(notes.every((tax) => tax?.percent === 19)).toBe(true)
  })

  test('is nowhere while it is off; a corrected invoice states the tax of the first one', async () => {
    const without = await anOrder(2000)
    expect((await invoicesOf(without.user, without.reference)).documents[0]?.tax).toBeNull()
    await stateTax({ name: 'VAT', percent: 19 })
    const { user, reference } = await anOrder(2000)
    await stateTax(null)
    const { data } = await user.put<OrderInvoices>(`/api/orders/${reference}/billing`, billing)
    expect(data.documents.map(({ tax }) => tax?.amount)).toEqual([3.19, 3.19, 3.19])
  })
})

test('the tax in an amount is the amount less the amount without it, rounded to the cent', () => {
  for (const percent of [5, 7.7, 19, 20, 25.5])
    for (let cents = 1; cents < 30_000; cents += 7)
      expect(taxIn(cents, { percent })).toBe(cents - Math.round(cents / (1 + percent / 100)))
})

async function aGuestOrder(email: string) {
  const { id: productId } = await aProduct()
  const order = { productId, email, method: 'card', clientPaymentId: unique('visit') }
  const { data } = await visitor().post<{ url: string }>('/api/payment/guest', order)
  await happens(() => sandbox.pay(data.url.split('/').at(-1) ?? ''))
  const row = await env.DB.prepare('SELECT id, order_reference AS reference FROM payments WHERE email = ?')
    .bind(email)
    .first<{ id: number; reference: string }>()
  const { id = 0, reference = '' } = row ?? {}
  return { id, reference, token: await signInvoiceLink({ id, email }, env.LINK_SIGNING_KEY) }
}

// invariant: own-data-only
test('only the account, the holder of a guest’s mailed link and the staff read the invoices of an order', async () => {
  const { user, reference, paymentId } = await anOrder()
  const email = `${unique('guest')}@mail.test`
  const guest = await aGuestOrder(email)
  const of = (order: { id: number; email: string }) => signInvoiceLink(order, env.LINK_SIGNING_KEY)
  const others = [
    { id: guest.id + 1, email },
    { id: guest.id, email: user.email },
  ].map(of)
  const stranger = await aUser()
  const staff = await aUser({ admin: true })
  const read = async (who: { get: SignedIn['get'] }, headers = {}) =>
    (await who.get(pathOf(reference), headers)).status
  expect(await read(stranger)).toBe(404)
  expect(await read(visitor())).toBe(404)
  const byLink = async (order: string, token: string) =>
    (await visitor().get(pathOf(order), { authorization: `Bearer ${token}` })).status
  expect(await byLink(guest.reference, guest.token)).toBe(200)
  for (const token of [`${guest.token}x`, ...(await Promise.all(others))])
    expect(await byLink(guest.reference, token)).toBe(404)
  expect(await byLink(reference, await of({ id: paymentId, email: user.email }))).toBe(404)
  expect(await read(staff)).toBe(200)
  expect((await staff.put(`/api/orders/${reference}/billing`, billing)).status).toBe(403)
  expect((await stranger.get(pathOf('WF-AAAA-AAAA'))).status).toBe(404)
})

// invariant: own-data-only
test('a guest’s mailed link ends once the order is in an account: it shows and changes none of its billing details', async () => {
  const user = await aUser({ confirmed: true })
  const { paymentId } = await bought(user, (await aProduct()).id)
  const { payment } = await booksOf(paymentId)
  await user.put(`/api/orders/${payment?.order_reference}/billing`, billing)
  const { reference, token } = await aGuestOrder(`${unique('later')}@mail.test`)
  const headers = { authorization: `Bearer ${token}` }
  expect((await visitor().get(pathOf(reference), headers)).status).toBe(200)
  await env.DB.prepare('UPDATE payments SET email = ?, email_identity = ? WHERE order_reference = ?')
    .bind(user.email, user.email, reference)
    .run()
  await sweepGuestPurchases(depsOf(), Date.now())
  expect((await user.get(pathOf(reference))).status).toBe(200)
  expect((await visitor().get(pathOf(reference), headers)).status).toBe(404)
  const change = { ...billing, name: 'Somebody else' }
  expect((await visitor().put(`/api/orders/${reference}/billing`, change, headers)).status).toBe(404)
})

test('the receipt of an account links to the invoice of its order by the order reference', async () => {
  const mailbox = aMailbox()
  const user = await aUser({ bindings: mailbox.bindings })
  const product = await aProduct()
  const { paymentId } = await bought(user, product.id)
  const { payment } = await booksOf(paymentId)
  const mail = await mailbox.mail(user.email, `Your receipt for ${product.name}`)
  const reference = payment?.order_reference ?? ''
  expect(mail?.text).toContain(`Order: ${reference}`)
  expect(mail?.text).toContain(`/orders/${reference.toLowerCase()}/invoice`)
})
