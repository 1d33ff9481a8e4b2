import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR } from '#shared/core/time.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { openDb } from '../../../db/client.ts'
import { type Answer, aUser, visitor } from '../../../testing/clients.ts'
import { readHub } from '../../../testing/hubs.ts'
import { FILE_LINK, filePathOf } from '../../../testing/mailbox.ts'
import { aProduct, aRelease } from '../../../testing/products.ts'
import {
  booksOf,
  buy,
  completeByHand,
  deliver,
  flagStateOf,
  happens,
  intentOf,
  type Opened,
} from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { consume, unique, withPausedQueue } from '../../../testing/shop.ts'
import { NO_FILE } from '../rules.ts'
import { sweepUndelivered } from './sweep-undelivered.ts'

beforeAll(sandbox.calm)

const anAddress = () => `${unique('guest')}@mail.test`
const yankAll = (productId: number) =>
  env.DB.prepare('UPDATE script_releases SET yanked_at = 1 WHERE script_id = ?').bind(productId).run()
const remove = (productId: number) =>
  env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(productId).run()

/** A guest's purchase at a pay page of a product without a published file; the mails wait in the paused queue. */
async function aSaleWithoutFile(email = anAddress()) {
  const held = withPausedQueue()
  const product = await aProduct({ priceCents: 4900 })
  await yankAll(product.id)
  for (const { id } of await sandbox.eventsOf(() => sandbox.payByLink('monad', email, product.id)))
    expect((await deliver(await sandbox.signed(id), held.bindings)).status).toBe(200)
  const row = await env.DB.prepare('SELECT id FROM payments WHERE email = ?')
    .bind(email)
    .first<{ id: number }>()
  return { ...held, product, email, id: row?.id ?? 0 }
}

/** An account's purchase of a product whose only file was withdrawn meanwhile; `how` completes it. */
async function anUndelivered(how: (opened: Opened) => Promise<unknown>) {
  const user = await aUser()
  const product = await aProduct({ priceCents: 4900 })
  const opened = await buy(user, product.id)
  await yankAll(product.id)
  await how(opened)
  expect(await flagStateOf(opened.paymentId)).toMatchObject({ status: 'completed', flagged: NO_FILE })
  const view = async () => (await user.get<PaymentView>(`/api/payment/${opened.paymentId}`)).data
  return { ...opened, user, product, view }
}

const sweep = () => sweepUndelivered(env, openDb(env.DB), Date.now())

describe('a product that has no file or was removed', () => {
  const ask = (user: Awaited<ReturnType<typeof aUser>>, productId: number, visit = unique('visit')) =>
    user.post('/api/payment/create', {
      productId,
      provider: 'stripe',
      email: user.email,
      clientPaymentId: visit,
      purchaseType: 'one-time',
    })

  // invariant: sold-is-deliverable
  test('has its open checkout closed and not resumed', async () => {
    for (const end of [yankAll, remove]) {
      const user = await aUser()
      const product = await aProduct()
      const { checkoutId, paymentId } = await buy(user, product.id)
      const row = await env.DB.prepare('SELECT client_payment_id AS visit FROM payments WHERE id = ?')
        .bind(paymentId)
        .first<{ visit: string }>()
      await end(product.id)
      for (const visit of [row?.visit, undefined]) {
        const answer: Answer<unknown> = await ask(user, product.id, visit)
        expect([404, 422]).toContain(answer.status)
      }
      expect((await sandbox.session(checkoutId))?.status).toBe('expired')
      expect((await booksOf(paymentId)).payment?.status).toBe('expired')
    }
  })

  test('is left out of GET /api/payment/links', async () => {
    const card = 'https://pay.example/p'
    const PAYMENT_LINKS = JSON.stringify({ premium: { card }, lifetime: { card }, monad: { card } })
    const links = () => visitor({ ...env, PAYMENT_LINKS }).get('/api/payment/links')
    expect((await links()).data).toEqual({})
    await aRelease(2)
    await aRelease(12)
    const monad = await aProduct()
    await env.DB.prepare("UPDATE scripts SET slug = 'monad' WHERE id = ?").bind(monad.id).run()
    expect((await links()).data).toEqual({ premium: { card }, lifetime: { card }, monad: { card } })
    await remove(monad.id)
    await yankAll(12)
    expect((await links()).data).toEqual({ premium: { card } })
  })
})

describe('a payment for a product without a file', () => {
  test('is settled and flagged, support is notified, and the receipt says that the file follows', async () => {
    const { id, email, sent, bindings, product } = await aSaleWithoutFile()
    const books = await booksOf(id)
    expect(books.payment).toMatchObject({
      status: 'completed',
      flagged_reason: 'Paid for a product that has no file to download',
    })
    expect(books.grants).toMatchObject([{ script_id: product.id, is_active: 1 }])
    expect(books.history.map(({ kind }) => kind)).toEqual(['settled', 'undeliverable'])
    await consume(sent.splice(0), {}, bindings)
    const [receipt, ...more] = await sandbox.mails(email)
    expect(more).toEqual([])
    expect(receipt?.text).not.toContain('Your file is ready')
    expect(receipt?.text).toContain('has no file to download at the moment')
    expect(receipt?.links.filter((link) => link.includes('/download'))).toEqual([])
    const alert = (await sandbox.mails(env.SUPPORT_EMAIL)).find(({ subject }) => subject.includes(`#${id} `))
    expect(alert?.text).toContain('has no file to download')
    expect(alert?.text).not.toContain('has given no access yet')
    expect(alert?.text).toContain(`/secure-management/admin-dashboard?tab=orders&order=${id}\n`)
  })

  test('is not shown as ready to a buyer with an account, in the notification or in the payment view', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { paymentId, checkoutId } = await buy(user, product.id)
    await yankAll(product.id)
    await happens(() => sandbox.pay(checkoutId))
    const [note] = (await readHub(user.id)).kept
    expect(note).toMatchObject({ title: 'Payment received' })
    expect(note?.downloadUrl).toBeUndefined()
    const view = (await user.get<PaymentView>(`/api/payment/${paymentId}`)).data
    expect(view).toMatchObject({ status: 'completed', awaitsFile: true, needsAttention: false })
  })

  test('sends the file to the buyer in one mail and loses its flag once a file is published', async () => {
    const { id, email, sent, bindings, product } = await aSaleWithoutFile()
    const db = openDb(env.DB)
    expect(await sweepUndelivered(bindings, db, Date.now())).toBe(0)
    await aRelease(product.id, { version: '2.0' })
    await Promise.all([1, 2].map(() => sweepUndelivered(bindings, db, Date.now())))
    expect(await sweepUndelivered(bindings, db, Date.now())).toBe(0)
    expect((await booksOf(id)).payment).toMatchObject({ status: 'completed', flagged_reason: null })
    await consume(sent, {}, bindings)
    const ready = (await sandbox.mails(email)).filter(({ subject }) => subject.includes('ready to download'))
    expect(ready).toHaveLength(1)
    const link = ready[0]?.links.find((one) => one.includes(FILE_LINK)) ?? ''
    expect((await visitor().fetch('GET', filePathOf(link))).status).toBe(200)
  })

  test('is completed by an admin once they have confirmed that the buyer was served', async () => {
    const { id } = await aSaleWithoutFile()
    const admin = await aUser({ admin: true })
    const path = `/api/recovery/complete-payment/${id}`
    const asked = await admin.post(path, {})
    expect([asked.status, asked.text]).toEqual([
      409,
      expect.stringContaining('Confirm that nothing is left to'),
    ])
    expect((await booksOf(id)).payment?.flagged_reason).not.toBeNull()
    await completeByHand(id, admin)
    expect((await booksOf(id)).payment).toMatchObject({ status: 'completed', flagged_reason: null })
    expect((await admin.post(path, { confirm: true })).status).toBe(409)
  })

  test('loses its flag when it is refunded in full', async () => {
    const { id } = await aSaleWithoutFile()
    const row = await env.DB.prepare('SELECT intent_id AS intent FROM payments WHERE id = ?')
      .bind(id)
      .first<{ intent: string }>()
    await happens(() => sandbox.refund(row?.intent ?? ''))
    expect((await booksOf(id)).payment).toMatchObject({ status: 'refunded', flagged_reason: null })
  })
})

// invariant: file-follows
describe('an order that waits for its file', () => {
  test('that is flagged again for late money gets its file and keeps that flag', async () => {
    const { paymentId, checkoutId, user, product, view } = await anUndelivered(async ({ paymentId: id }) => {
      await sandbox.faults({ stripeApi: 'fail' })
      await completeByHand(id)
      await sandbox.calm()
    })
    await happens(() => sandbox.pay(checkoutId))
    const flagged = '$49.00 arrived after this order was completed by hand'
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged })
    expect(await view()).toMatchObject({ awaitsFile: true })
    await aRelease(product.id, { version: '2.0' })
    await sweep()
    expect(await mailsQueuedTo(user.email, 'file-ready')).toHaveLength(1)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged })
    expect(await view()).toMatchObject({ awaitsFile: false })
    await completeByHand(paymentId)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null })
  })

  test('is flagged for its file again once an admin has decided about the late money', async () => {
    const { paymentId, checkoutId, user, product } = await anUndelivered(async ({ paymentId: id }) => {
      await sandbox.faults({ stripeApi: 'fail' })
      await completeByHand(id)
      await sandbox.calm()
    })
    await happens(() => sandbox.pay(checkoutId))
    const admin = await completeByHand(paymentId)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: NO_FILE })
    await completeByHand(paymentId, admin)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null })
    await aRelease(product.id, { version: '2.0' })
    await sweep()
    expect(await mailsQueuedTo(user.email, 'file-ready')).toHaveLength(0)
  })

  test('whose refund failed is flagged again, and gets its file', async () => {
    const { paymentId, user, product, view } = await anUndelivered(({ checkoutId }) =>
      happens(() => sandbox.pay(checkoutId)),
    )
    await happens(async () => sandbox.refund(await intentOf(paymentId)))
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'refunded', flagged: null })
    expect(await view()).toMatchObject({ awaitsFile: false })
    await aRelease(product.id, { version: '2.0' })
    await sweep()
    expect(await mailsQueuedTo(user.email, 'file-ready')).toHaveLength(0)
    const [refund] = await sandbox.refundsOf(await intentOf(paymentId))
    await happens(() => sandbox.failRefund(refund?.id ?? ''))
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'completed', flagged: NO_FILE })
    await sweep()
    expect(await mailsQueuedTo(user.email, 'file-ready')).toHaveLength(1)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null })
  })

  test('whose flag was cleared while its refund was under way gets its file where the refund fails', async () => {
    const { paymentId, user, product } = await anUndelivered(({ checkoutId }) =>
      happens(() => sandbox.pay(checkoutId)),
    )
    // An excess keeps the flag of a refunded order, for a person.
    await env.DB.prepare('UPDATE payments SET received_cents = amount_cents + 100 WHERE id = ?')
      .bind(paymentId)
      .run()
    await happens(async () => sandbox.refund(await intentOf(paymentId)))
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'refunded', flagged: NO_FILE })
    await completeByHand(paymentId)
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'refunded', flagged: null })
    const [refund] = await sandbox.refundsOf(await intentOf(paymentId))
    await happens(() => sandbox.failRefund(refund?.id ?? ''))
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'completed', flagged: NO_FILE })
    await aRelease(product.id, { version: '2.0' })
    await sweep()
    expect(await mailsQueuedTo(user.email, 'file-ready')).toHaveLength(1)
  })

  test('is reached by the next run where the deliveries of fifty older ones fail', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { id: stuckProduct } = await aProduct()
    // Their events say that they are delivered, so that each batch is refused.
    await env.DB.batch([
      env.DB.prepare(`INSERT INTO payments (reference, script_id, purchase_type, payment_provider, status, amount_cents,
          original_cents, payment_date, flagged_reason, next_delivery_at, created_at, updated_at)
        SELECT 'stuck-' || value, ?1, 'one-time', 'stripe', 'completed', 100, 100, 1, ?2, value, 1, 1
        FROM json_each(?3)`).bind(
        stuckProduct,
        NO_FILE,
        JSON.stringify(Array.from({ length: 50 }, (_, at) => at)),
      ),
      env.DB.prepare(`INSERT INTO payment_events (payment_id, kind, source, details, created_at)
        SELECT id, 'file-ready', 'sweep', '{}', 1 FROM payments WHERE script_id = ?`).bind(stuckProduct),
    ])
    const { paymentId, user, product } = await anUndelivered(({ checkoutId }) =>
      happens(() => sandbox.pay(checkoutId)),
    )
    await aRelease(product.id, { version: '2.0' })
    await sweep()
    await sweep()
    expect(await mailsQueuedTo(user.email, 'file-ready')).toHaveLength(1)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null })
    // None is given up: each is tried again after an hour, and logged each time.
    expect(
      said.mock.calls
        .flat()
        .join()
        .match(/sweep-undelivered/g),
    ).toHaveLength(50)
    expect(await sweepUndelivered(env, openDb(env.DB), Date.now() + HOUR)).toBe(50)
    said.mockRestore()
  })
})

test('a removed product that a pay page still sells is delivered and flagged, and support is notified', async () => {
  const product = await aProduct({ priceCents: 4900, isDeleted: true })
  const email = anAddress()
  await happens(() => sandbox.payByLink('monad', email, product.id))
  const row = await env.DB.prepare('SELECT id FROM payments WHERE email = ?')
    .bind(email)
    .first<{ id: number }>()
  const books = await booksOf(row?.id ?? 0)
  expect(books.payment).toMatchObject({
    status: 'completed',
    flagged_reason: 'Paid for a product that was removed from the shop',
  })
  expect(books.grants).toMatchObject([{ script_id: product.id, is_active: 1 }])
  expect(books.alerts).toHaveLength(1)
})
