import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { InvoiceDocument, OrderInvoices } from '#shared/invoices/contract.ts'
import type { OrderDetail } from '#shared/orders/contract.ts'
import type { TaxSetting } from '#shared/seller/contract.ts'
import type { Stats } from '#shared/stats/contract.ts'
import { andTell, pageId, takingAt } from '../../testing/charges.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aMailbox } from '../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { stripe } from '../../testing/provider-world.ts'
import { booksOf, buy, flagStateOf, happens, intentOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { BY_COUNTRY, stateTax, taxOf } from '../../testing/seller.ts'
import { unique } from '../../testing/shop.ts'
import { aTrialProduct, MONTHLY_CENTS, openTrial } from '../../testing/subscriptions/trials.ts'

beforeAll(stockPlans)
beforeEach(async () => {
  await sandbox.calm()
  await stateTax(BY_COUNTRY)
})
afterEach(() => stateTax(null))

const documentsOf = async (user: SignedIn, paymentId: number): Promise<InvoiceDocument[]> => {
  const { payment } = await booksOf(paymentId)
  return (await user.get<OrderInvoices>(`/api/orders/${payment?.order_reference}/invoices`)).data.documents
}

async function paidByCard(at: { country: string; taxId?: string }, user?: SignedIn) {
  const buyer = user ?? (await aUser())
  const { paymentId, checkoutId } = await buy(buyer, (await aProduct({ priceCents: 11_900 })).id)
  await happens(() => sandbox.pay(checkoutId, undefined, at))
  return { user: buyer, paymentId, checkoutId }
}

const charge = (user: SignedIn, productId: number, billingCountry?: unknown) =>
  user.post<{ id: number; hostedUrl: string; fields: unknown }>('/api/coinbase/create-charge', {
    ...{ productId, email: user.email, clientPaymentId: unique('visit'), billingCountry },
  })

describe('a card in the mode by country', () => {
  test('is taxed by Stripe in the country of its page; the total, access and receipt are as ever', async () => {
    const mailbox = aMailbox()
    const user = await aUser({ bindings: mailbox.bindings })
    const product = await aProduct({ priceCents: 11_900 })
    const { paymentId, checkoutId } = await buy(user, product.id)
    const session = await stripe.checkout.sessions.retrieve(checkoutId, { expand: ['line_items'] })
    expect(session).toMatchObject({
      amount_total: 11_900,
      automatic_tax: { enabled: true, status: 'requires_location_inputs' },
      billing_address_collection: 'required',
      tax_id_collection: { enabled: true },
      line_items: { data: [{ price: { tax_behavior: 'inclusive' } }] },
    })
    await happens(() => sandbox.pay(checkoutId, undefined, { country: 'DE' }), user.bindings)
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'completed', flagged: null, access: [1] })
    expect(await taxOf(paymentId)).toEqual({
      ...{ by: 'stripe', name: 'VAT', percent: 19, country: 'DE', taxId: null, isReverseCharge: false },
      ...{ cents: 1900, ofCents: 11_900, status: 'complete' },
    })
    const [invoice] = await documentsOf(user, paymentId)
    expect(invoice).toMatchObject({
      amount: 119,
      tax: { name: 'VAT', percent: 19, country: 'DE', amount: 19 },
    })
    const mail = await mailbox.mail(user.email, `Your receipt for ${product.name}`)
    expect(mail?.text).toContain('Including 19% VAT (Germany): $19.00')
  })

  test('of a business in another country of the EU has no tax at the same total, and its tax id on the invoice', async () => {
    const { user, paymentId } = await paidByCard({ country: 'FR', taxId: 'FR12345678901' })
    const [invoice] = await documentsOf(user, paymentId)
    expect(invoice).toMatchObject({
      amount: 119,
      tax: { country: 'FR', taxId: 'FR12345678901', isReverseCharge: true, amount: 0 },
    })
    const home = await paidByCard({ country: 'DE', taxId: 'DE123456789' })
    expect((await documentsOf(home.user, home.paymentId))[0]).toMatchObject({
      tax: { taxId: 'DE123456789', isReverseCharge: false, amount: 19 },
    })
    const abroad = await paidByCard({ country: 'US' })
    expect((await documentsOf(abroad.user, abroad.paymentId))[0]).toMatchObject({
      tax: { country: 'US', isReverseCharge: false, amount: 0 },
    })
  })

  // invariant: order-tax
  test('is refunded in parts whose tax adds up to that of the invoice, also after a correction', async () => {
    const { user, paymentId } = await paidByCard({ country: 'FR' })
    const intent = await intentOf(paymentId)
    await happens(() => sandbox.refund(intent, 3333))
    const { payment } = await booksOf(paymentId)
    const billing = { name: 'Ann Buyer', address: '2 Buyer Road', vatId: '' }
    await user.put(`/api/orders/${payment?.order_reference}/billing`, billing)
    for (const cents of [3333, 5234]) await happens(() => sandbox.refund(intent, cents))
    const documents = await documentsOf(user, paymentId)
    expect(documents[0]?.tax?.amount).toBe(19.83)
    const left = documents.reduce(
      (sum, { series, tax }) =>
        sum + Math.round((tax?.amount ?? Number.NaN) * 100) * (series === 'invoice' ? 1 : -1),
      0,
    )
    expect(documents).toHaveLength(6)
    expect(left).toBe(0)
  })

  test('of a subscription is taxed at each renewal, where the customer lives', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, PREMIUM_ID, 'subscription')
    await happens(() => sandbox.pay(checkoutId, undefined, { country: 'FR' }))
    expect((await taxOf(paymentId)).cents).toBe(500)
    const { subscription } = await stripe.checkout.sessions.retrieve(checkoutId)
    // Stripe goes on as the subscription began, whatever the shop's setting says now.
    await stateTax(null)
    await happens(() => sandbox.subscription(String(subscription), 'renew'))
    const renewal = await env.DB.prepare('SELECT max(id) AS id FROM payments WHERE user_id = ?')
      .bind(user.id)
      .first<{ id: number }>()
    expect(renewal?.id).toBeGreaterThan(paymentId)
    expect(await taxOf(renewal?.id ?? 0)).toMatchObject({
      ...{ by: 'stripe', name: 'VAT', percent: 20, country: 'FR', cents: 500, status: 'complete' },
    })
    expect((await documentsOf(user, renewal?.id ?? 0))[0]).toMatchObject({
      amount: 29.99,
      tax: { amount: 5 },
    })
  })

  test.for(['failed', 'requires_location_inputs'] as const)(
    'is delivered where the answer of Stripe is "%s"; the invoice claims nothing, and the staff see why',
    async (tax) => {
      const admin = await aUser({ admin: true })
      const unknown = async () =>
        (await admin.get<Stats>('/api/secure-management/stats?range=today')).data.taxes.reduce(
          (sum, { unknownSales }) => sum + unknownSales,
          0,
        )
      const before = await unknown()
      await sandbox.faults({ tax })
      const { user, paymentId } = await paidByCard({ country: 'DE' })
      expect(await flagStateOf(paymentId)).toMatchObject({ status: 'completed', access: [1] })
      expect((await documentsOf(user, paymentId))[0]).toMatchObject({ amount: 119, tax: null })
      const order = await admin.get<OrderDetail>(`/api/secure-management/payments/${paymentId}`)
      expect(order.data).toMatchObject({ tax: null, taxProblem: tax })
      expect((await unknown()) - before).toBe(1)
    },
  )

  test('that begins with free days is taxed at its first charge', async () => {
    const user = await aUser()
    const { checkoutId } = await openTrial(user, (await aTrialProduct()).id)
    await happens(() => sandbox.pay(checkoutId, undefined, { country: 'FR' }))
    const { subscription } = await stripe.checkout.sessions.retrieve(checkoutId)
    await happens(() => sandbox.subscription(String(subscription), 'renew'))
    const charged = await env.DB.prepare('SELECT max(id) AS id FROM payments WHERE user_id = ?')
      .bind(user.id)
      .first<{ id: number }>()
    const [invoice] = await documentsOf(user, charged?.id ?? 0)
    expect(invoice?.amount).toBe(MONTHLY_CENTS / 100)
    expect(invoice?.tax).toMatchObject({ country: 'FR', percent: 20 })
    expect(invoice?.tax?.amount).toBe((MONTHLY_CENTS - Math.round(MONTHLY_CENTS / 1.2)) / 100)
  })

  test('of a guest is taxed the same way', async () => {
    const product = await aProduct({ priceCents: 11_900 })
    const answer = await visitor().post<{ url: string }>('/api/payment/guest', {
      ...{ productId: product.id, method: 'card', email: `${unique('guest')}@mail.test` },
      clientPaymentId: unique('visit'),
    })
    await happens(() => sandbox.pay(pageId(answer.data.url), undefined, { country: 'FR' }))
    const row = await env.DB.prepare('SELECT id FROM payments WHERE script_id = ?')
      .bind(product.id)
      .first<{ id: number }>()
    expect(await taxOf(row?.id ?? 0)).toMatchObject({ by: 'stripe', country: 'FR', cents: 1983 })
  })
})

describe.for(['coinbase', 'btcpay'] as const)('crypto at %s in the mode by country', (provider) => {
  test('needs the country, takes the rate of the table, and keeps the country for the account', async () => {
    const user = await aUser({ bindings: takingAt(provider) })
    const product = await aProduct({ priceCents: 11_900 })
    const refused = await charge(user, product.id)
    expect([refused.status, refused.data.fields]).toEqual([400, { billingCountry: 'Choose your country' }])
    const kept = () => user.get<{ country: string | null }>('/api/payment/billing-country')
    expect((await kept()).data.country).toBeNull()

    const opened = await charge(user, product.id, 'DE')
    expect(opened.status, opened.text).toBe(201)
    expect((await kept()).data.country).toBe('DE')
    await andTell(() => sandbox.cryptoPay(pageId(opened.data.hostedUrl)))
    expect(await taxOf(opened.data.id)).toMatchObject({
      by: 'country',
      name: 'VAT',
      percent: 19,
      country: 'DE',
    })
    expect((await documentsOf(user, opened.data.id))[0]).toMatchObject({
      amount: 119,
      tax: { name: 'VAT', percent: 19, country: 'DE', amount: 19 },
    })
  })

  test('of a country that is not in the table has no tax; another country is another order', async () => {
    const user = await aUser({ bindings: takingAt(provider) })
    const product = await aProduct()
    const german = await charge(user, product.id, 'DE')
    const american = await charge(user, product.id, 'US')
    expect(american.data.id).not.toBe(german.data.id)
    expect((await charge(user, product.id, 'US')).data.id).toBe(american.data.id)
    await andTell(() => sandbox.cryptoPay(pageId(american.data.hostedUrl)))
    expect((await documentsOf(user, american.data.id))[0]?.tax).toMatchObject({ country: 'US', amount: 0 })
  })
})

describe('crypto in the mode by country', () => {
  test('of a guest, and a new month of a prepaid subscription, need the country too', async () => {
    const guest = visitor(takingAt('btcpay'))
    const input = { productId: PREMIUM_ID, method: 'crypto', email: `${unique('guest')}@mail.test` }
    const order = (more: object) =>
      guest.post<{ fields?: unknown }>('/api/payment/guest', {
        ...input,
        clientPaymentId: unique('visit'),
        ...more,
      })
    expect((await order({})).data.fields).toEqual({ billingCountry: 'Choose your country' })
    expect((await order({ billingCountry: 'FR' })).status).toBe(201)

    const user = await aUser({ bindings: takingAt('btcpay') })
    const first = await charge(user, PREMIUM_ID, 'FR')
    await andTell(() => sandbox.cryptoPay(pageId(first.data.hostedUrl)))
    const subscriptions = await user.get<{ id: number }[]>('/api/user/subscriptions')
    const path = `/api/user/subscriptions/${subscriptions.data[0]?.id}/renew`
    const refused = await user.post<{ fields: unknown }>(path)
    expect([refused.status, refused.data.fields]).toEqual([400, { billingCountry: 'Choose your country' }])
    const { data } = await user.post<{ url: string }>(path, { billingCountry: 'DE' })
    await andTell(() => sandbox.cryptoPay(pageId(data.url)))
    const month = await env.DB.prepare('SELECT max(id) AS id FROM payments WHERE user_id = ?')
      .bind(user.id)
      .first<{ id: number }>()
    expect((await documentsOf(user, month?.id ?? 0))[0]?.tax).toMatchObject({ country: 'DE', percent: 19 })
  })

  test.for(['XX', 'de', '', 'DEU', 'Germany', 7, {}, '__proto__'])(
    'refuses %j as a country',
    async (country) => {
      const user = await aUser({ bindings: takingAt('btcpay') })
      const { status } = await charge(user, (await aProduct()).id, country)
      expect(status).toBe(400)
      expect(
        await env.DB.prepare('SELECT 1 FROM payments WHERE user_id = ?').bind(user.id).first(),
      ).toBeNull()
    },
  )
})

// invariant: order-tax
describe('an order keeps the tax of its beginning', () => {
  const change = { countries: [{ country: 'DE', percent: 25, name: 'VAT' }] }

  test('where the mode or the rate changes before it is paid', async () => {
    const user = await aUser({ bindings: takingAt('btcpay') })
    const crypto = await charge(user, (await aProduct({ priceCents: 11_900 })).id, 'DE')
    const card = await buy(user, (await aProduct({ priceCents: 11_900 })).id)
    await stateTax(change)
    await andTell(() => sandbox.cryptoPay(pageId(crypto.data.hostedUrl)))
    await stateTax(null)
    await happens(() => sandbox.pay(card.checkoutId, undefined, { country: 'FR' }))
    const taxes = async (id: number) => (await documentsOf(user, id)).map(({ tax }) => tax?.amount)
    expect(await taxes(crypto.data.id)).toEqual([19])
    expect(await taxes(card.paymentId)).toEqual([19.83])
  })

  test('where it began without any, or with one rate for every buyer', async () => {
    await stateTax(null)
    const user = await aUser()
    const without = await buy(user, (await aProduct()).id)
    await stateTax({ name: 'GST', percent: 10 })
    const withRate = await buy(user, (await aProduct({ priceCents: 11_000 })).id)
    await stateTax(BY_COUNTRY)
    for (const { checkoutId } of [without, withRate]) await happens(() => sandbox.pay(checkoutId))
    expect((await documentsOf(user, without.paymentId))[0]?.tax).toBeNull()
    expect((await documentsOf(user, withRate.paymentId))[0]?.tax).toMatchObject({ name: 'GST', amount: 10 })
  })
})

test('a card payment at a page outside the shop has no tax by country, and the staff see that', async () => {
  const email = `${unique('guest')}@mail.test`
  await happens(() => sandbox.payByLink('lifetime', email))
  const row = await env.DB.prepare('SELECT id FROM payments WHERE email = ?')
    .bind(email)
    .first<{ id: number }>()
  const admin = await aUser({ admin: true })
  const order = await admin.get<OrderDetail>(`/api/secure-management/payments/${row?.id}`)
  expect(order.data).toMatchObject({ status: 'completed', tax: null, taxProblem: 'pending' })
})

test('the figures of a day by country are the sums of its documents, without corrections', async () => {
  const { user, paymentId } = await paidByCard({ country: 'FR' })
  await happens(async () => sandbox.refund(await intentOf(paymentId), 1234))
  const { payment } = await booksOf(paymentId)
  const billing = { name: 'Ann Buyer', address: '2 Buyer Road', vatId: '' }
  await user.put(`/api/orders/${payment?.order_reference}/billing`, billing)
  const { results } = await env.DB.prepare(
    `SELECT issued_at / 86400000 AS day, coalesce(facts ->> '$.tax.country', '') AS country,
       sum(iif(series = 'invoice', amount_cents, -amount_cents)) AS amount_cents,
       coalesce(sum(iif(series = 'invoice', tax_cents, -tax_cents)), 0) AS tax_cents
     FROM invoices WHERE cause <> 'correction' AND facts ->> '$.tax' IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
  ).all()
  const days = await env.DB.prepare(
    'SELECT day, country, amount_cents, tax_cents FROM tax_days ORDER BY day, country',
  ).all()
  expect(days.results).toEqual(results)
  const admin = await aUser({ admin: true })
  const { taxes } = (await admin.get<Stats>('/api/secure-management/stats?range=today')).data
  const french = results.find(({ country }) => country === 'FR')
  expect(taxes.find(({ country }) => country === 'FR')).toMatchObject({
    amount: Number(french?.amount_cents) / 100,
    tax: Number(french?.tax_cents) / 100,
  })
})

test('Stripe refuses automatic tax for a known customer whose address the session may not store', async () => {
  const { id: customer } = await stripe.customers.create({ email: 'known@mail.test' })
  const create = (more: object) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      customer,
      automatic_tax: { enabled: true },
      success_url: 'https://shop.test/success',
      line_items: [
        {
          price_data: {
            ...{ currency: 'usd', unit_amount: 1900, product_data: { name: 'A script' } },
            tax_behavior: 'inclusive',
          },
        },
      ],
      ...more,
    })
  await expect(create({})).rejects.toThrow('customer_update[address]')
  await expect(
    create({ customer_update: { address: 'auto' }, tax_id_collection: { enabled: true } }),
  ).rejects.toThrow('customer_update[name]')
  const update = { customer_update: { address: 'auto', name: 'auto' }, tax_id_collection: { enabled: true } }
  await expect(create({ ...update, customer: undefined })).rejects.toThrow('only be used with `customer`')
  expect((await create(update)).automatic_tax.enabled).toBe(true)
})

describe('the table of rates', () => {
  const SETTING = '/api/secure-management/seller/tax'
  const row = { country: 'DE', percent: 19, name: 'VAT' }

  test('is saved by an owner as a new revision, and public', async () => {
    const owner = await aUser({ admin: true })
    const { revision } = (await owner.get<TaxSetting>(SETTING)).data
    const saved = await owner.put<TaxSetting>(SETTING, { tax: { countries: [row] }, revision })
    expect(saved.data).toMatchObject({ tax: { countries: [row] }, revision: revision + 1 })
    expect((await visitor().get<{ tax: unknown }>('/api/shop')).data.tax).toEqual({ countries: [row] })
  })

  test.for([
    [{ ...row, country: 'XX' }],
    [{ ...row, percent: 0 }],
    [{ ...row, percent: 51 }],
    [{ ...row, percent: '19' }],
    [{ ...row, name: ' ' }],
    [row, row],
    Array.from({ length: 300 }, () => row),
    'all',
  ])('is refused as %j', async (countries) => {
    const owner = await aUser({ admin: true })
    const { revision } = (await owner.get<TaxSetting>(SETTING)).data
    expect((await owner.put(SETTING, { tax: { countries }, revision })).status).toBe(400)
  })
})
