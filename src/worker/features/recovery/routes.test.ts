import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { PendingPayment, Run } from '#shared/recovery/contract.ts'
import { aCharge, andTell } from '../../testing/charges.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { dumpBooks } from '../../testing/dump.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, bought, buy, deliver, moneyOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { withPausedQueue } from '../../testing/shop.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

type Pending = { pendingCount: number; pendingPayments: PendingPayment[] }
type Recovered = { checked: number; recovered: number; failed: number }

const anAdmin = () => aUser({ admin: true, bindings: withPausedQueue().bindings })
const complete = (admin: SignedIn, id: number | string, body?: unknown) =>
  admin.post<{ status: string; by: string; revision?: number }>(`/api/recovery/complete-payment/${id}`, body)

/** A payment of another amount than was asked, flagged for an admin. */
async function aFlagged(buyer: SignedIn) {
  const { id: productId } = await aProduct()
  const opened = await buy(buyer, productId)
  await payAnotherAmount(opened.checkoutId, buyer)
  return { ...opened, productId }
}

/** Pays $1.00, whatever the price is. */
async function payAnotherAmount(checkoutId: string, { bindings }: SignedIn) {
  await sandbox.faults({ tamper: { amount: 100 } })
  const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
  for (const { id } of events) await deliver(await sandbox.signed(id), bindings)
}

const auditOf = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT actor_id, action, before, after FROM audit_log WHERE subject = ?')
      .bind(`payment:${paymentId}`)
      .all<{ actor_id: number; action: string; before: string; after: string }>()
  ).results

describe('payments that are not final', () => {
  // spec: call-recovery
  test('are all listed page by page with their reason and their owner, without final payments', async () => {
    const admin = await anAdmin()
    const buyer = await aUser({ bindings: admin.bindings })
    const open = await buy(buyer, (await aProduct()).id)
    const flagged = await aFlagged(buyer)
    const { paymentId: first } = await bought(buyer, PREMIUM_ID, 'subscription')
    const row = await env.DB.prepare(
      'SELECT s.stripe_subscription_id AS id FROM subscriptions s JOIN payments p ON p.subscription_id = s.id WHERE p.id = ?',
    )
      .bind(first)
      .first<{ id: string }>()
    const failing = await sandbox.eventsOf(() => sandbox.subscription(row?.id ?? '', 'fail'))
    for (const { id } of failing) await deliver(await sandbox.signed(id), admin.bindings)

    const all = await admin.get<Pending>('/api/recovery/pending-payments')
    expect(all.status).toBe(200)
    const mine = all.data.pendingPayments.filter(({ userId }) => userId === buyer.id)
    expect(mine.map(({ paymentId, owner, status }) => ({ paymentId, owner, status }))).toEqual([
      { paymentId: expect.any(Number), owner: 'sweep', status: 'failed' },
      { paymentId: flagged.paymentId, owner: 'admin', status: 'pending' },
      { paymentId: open.paymentId, owner: 'sweep', status: 'pending' },
    ])
    expect(mine.map(({ message }) => message)).toEqual([
      'The renewal could not be charged. The provider will try again.',
      '$1.00 was paid, but the price is $19.50. To give access without a further payment, click Complete. To give none, refund the money at the provider, then click Close on the order.',
      'Waiting for the buyer to pay, or for the money to arrive.',
    ])
    expect(all.data.pendingCount).toBe(all.data.pendingPayments.length)
    const page = await admin.get<Pending>('/api/recovery/pending-payments?limit=1')
    expect(page.data.pendingCount).toBe(all.data.pendingCount)
    const next = await admin.get<Pending>(`/api/recovery/pending-payments?limit=1&cursor=${page.nextCursor}`)
    expect([page, next].map(({ data }) => data.pendingPayments[0]?.paymentId)).toEqual(
      all.data.pendingPayments.slice(0, 2).map(({ paymentId }) => paymentId),
    )
  })

  // spec: call-recovery
  test('are checked by a recovery even before their next check; a second recovery recovers nothing', async () => {
    const admin = await anAdmin()
    const buyer = await aUser({ bindings: admin.bindings })
    const paid = [await buy(buyer, (await aProduct()).id), await buy(buyer, (await aProduct()).id)]
    const open = await buy(buyer, (await aProduct()).id)
    for (const { checkoutId } of paid) await sandbox.pay(checkoutId)
    await env.DB.prepare('UPDATE payments SET next_check_at = ? WHERE user_id = ?')
      .bind(Date.now() + DAY, buyer.id)
      .run()

    const first = await admin.post<Recovered>('/api/recovery/run-recovery')
    expect([first.status, first.message]).toEqual([200, 'Recovery process completed'])
    expect(first.data.recovered).toBe(2)
    expect(JSON.parse(first.text).recovered).toBe(2)
    for (const { paymentId } of paid)
      expect((await booksOf(paymentId)).history).toEqual([{ kind: 'settled', source: 'admin' }])
    expect((await booksOf(open.paymentId)).payment?.status).toBe('pending')

    const before = await dumpBooks()
    expect((await admin.post<Recovered>('/api/recovery/run-recovery', {})).data.recovered).toBe(0)
    expect(await dumpBooks()).toEqual(before)
  })

  test('and are only closed by a recovery make an audit entry; a recovery without changes makes none', async () => {
    const admin = await anAdmin()
    const { checkoutId, paymentId } = await buy(
      await aUser({ bindings: admin.bindings }),
      (await aProduct()).id,
    )
    await admin.post('/api/recovery/run-recovery')
    const notes = async () =>
      (
        await env.DB.prepare("SELECT after FROM audit_log WHERE actor_id = ? AND action = 'recovery.run'")
          .bind(admin.id)
          .all<{ after: string }>()
      ).results.map(({ after }) => JSON.parse(after))
    expect(await notes()).toEqual([])
    await sandbox.expire(checkoutId)
    await admin.post('/api/recovery/run-recovery')
    expect((await booksOf(paymentId)).payment?.status).toBe('expired')
    expect(await notes()).toEqual([expect.objectContaining({ recovered: 0, ended: 1 })])
  })

  test('do not change while no provider responds, and the recovery fails with 503', async () => {
    const admin = await anAdmin()
    await buy(await aUser({ bindings: admin.bindings }), (await aProduct()).id)
    const before = await dumpBooks()
    await sandbox.faults({ stripeApi: 'fail' })
    const down = await admin.post('/api/recovery/run-recovery')
    expect([down.status, down.message]).toEqual([
      503,
      'Recovery process failed: no payment provider answers. Please try again later.',
    ])
    expect(await dumpBooks()).toEqual(before)
  }, 60_000)
})

describe('completing a payment by hand', () => {
  test('asks the provider first, settles a paid payment as usual, and audits the admin', async () => {
    const admin = await anAdmin()
    const { paymentId, checkoutId } = await buy(
      await aUser({ bindings: admin.bindings }),
      (await aProduct()).id,
    )
    await sandbox.pay(checkoutId)
    const done = await complete(admin, paymentId)
    expect([done.status, done.message, done.data]).toEqual([
      200,
      'Payment completed',
      { status: 'completed', by: 'provider' },
    ])
    const books = await booksOf(paymentId)
    expect([books.history.length, books.grants.length, books.mails.length]).toEqual([1, 1, 1])
    expect(await auditOf(paymentId)).toMatchObject([{ actor_id: admin.id, action: 'payment.complete' }])
  })

  test('against the provider’s answer needs a confirmation, and expires the open checkout', async () => {
    const admin = await anAdmin()
    const { paymentId, checkoutId } = await buy(
      await aUser({ bindings: admin.bindings }),
      (await aProduct()).id,
    )
    const asked = await complete(admin, paymentId)
    expect([asked.status, asked.message]).toEqual([
      409,
      'Stripe reports the status “open”, not “paid”. Confirm to complete this payment all the same.',
    ])
    expect(asked.data).toMatchObject({ code: 'confirm' })
    expect((await booksOf(paymentId)).payment?.status).toBe('pending')

    const answers = await Promise.all([1, 2, 3].map(() => complete(admin, paymentId, { confirm: true })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const books = await booksOf(paymentId)
    expect(books.payment?.status).toBe('completed')
    expect(books.history).toEqual([{ kind: 'settled', source: 'admin' }])
    expect([books.grants.length, books.mails.length]).toEqual([1, 1])
    const [note, ...more] = await auditOf(paymentId)
    expect(more).toEqual([])
    expect(JSON.parse(note?.before ?? '')).toEqual({ status: 'pending', flaggedReason: null })
    expect(JSON.parse(note?.after ?? '')).toEqual({ status: 'completed', by: 'admin' })
    expect((await sandbox.session(checkoutId))?.status).toBe('expired')
    expect((await complete(admin, paymentId, { confirm: true })).data).toMatchObject({ code: 'made' })
  })

  test('after a partial payment lowers its amount to the money received, so that no refund exceeds it', async () => {
    const admin = await anAdmin()
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '0.50'))
    expect((await complete(admin, made.paymentId, { confirm: true })).status).toBe(200)
    expect((await booksOf(made.paymentId)).payment).toMatchObject({
      status: 'completed',
      amount_cents: 50,
      received_cents: 50,
    })
    expect((await made.user.post(`/api/user/purchases/${made.paymentId}/refund`, {})).status).toBe(200)
    const offers = (await sandbox.pullPayments()).filter(({ invoiceId }) => invoiceId === made.checkoutId)
    expect(offers.map(({ amount }) => amount)).toEqual(['0.50'])
    // The provider still reports an underpayment. The refund counts all the same, once.
    expect(await moneyOf(made.paymentId)).toMatchObject({
      status: 'refunded',
      sum: 0,
      refunds: ['succeeded'],
    })
    expect((await booksOf(made.paymentId)).grants).toMatchObject([{ is_active: 0 }])
    const again = await admin.post(`/api/secure-management/payments/${made.paymentId}/refund`, {
      reason: 'x',
    })
    expect(again.status).toBe(409)
  })

  test('is not needed after a refund at the provider, which closes the payment: its buyer may buy again', async () => {
    const admin = await anAdmin()
    const buyer = await aUser({ bindings: admin.bindings })
    const { paymentId, checkoutId, productId } = await aFlagged(buyer)
    const intent = (await sandbox.session(checkoutId))?.payment_intent
    const events = await sandbox.eventsOf(() => sandbox.refund(String(intent)))
    for (const { id } of events) await deliver(await sandbox.signed(id), admin.bindings)
    const { payment, grants } = await booksOf(paymentId)
    expect(payment).toMatchObject({ status: 'failed', flagged_reason: null, payment_date: null })
    expect(grants).toEqual([])
    expect((await moneyOf(paymentId)).ledger).toEqual([])
    const waiting = await admin.get<Pending>('/api/recovery/pending-payments')
    expect(waiting.data.pendingPayments.filter((one) => one.paymentId === paymentId)).toEqual([])
    // A second check changes nothing.
    const before = await dumpBooks()
    await admin.post('/api/recovery/run-recovery')
    expect(await dumpBooks()).toEqual(before)
    await sandbox.calm()
    await bought(buyer, productId)
  })

  test('with another amount keeps the provider’s id of the money, so that a later refund is followed', async () => {
    const admin = await anAdmin()
    const { paymentId, checkoutId } = await aFlagged(await aUser({ bindings: admin.bindings }))
    const asked = await complete(admin, paymentId)
    expect([asked.status, asked.message]).toEqual([
      409,
      'Stripe reports $1.00 as paid. The price is $19.50. Confirm to complete this payment all the same.',
    ])
    const confirmed = { confirm: true, revision: asked.data?.revision }
    expect((await complete(admin, paymentId, confirmed)).status).toBe(200)
    expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'completed', flagged_reason: null })
    const intent = (await sandbox.session(checkoutId))?.payment_intent
    const events = await sandbox.eventsOf(() => sandbox.refund(String(intent)))
    for (const { id } of events) await deliver(await sandbox.signed(id), admin.bindings)
    const after = await booksOf(paymentId)
    expect([after.payment?.status, after.grants[0]?.is_active]).toEqual(['refunded', 0])
  })

  test('asks again about a flag that was raised after its question', async () => {
    const admin = await anAdmin()
    const opened = await buy(await aUser({ bindings: admin.bindings }), (await aProduct()).id)
    const asked = await complete(admin, opened.paymentId)
    await payAnotherAmount(opened.checkoutId, admin)
    const old = { confirm: true, revision: asked.data?.revision }
    const again = await complete(admin, opened.paymentId, old)
    expect([again.status, again.message]).toEqual([
      409,
      '$1.00 was paid, but the price is $19.50. Stripe reports $1.00 as paid. The price is $19.50. Confirm to complete this payment all the same.',
    ])
    expect((await booksOf(opened.paymentId)).payment?.flagged_reason).not.toBeNull()
    const seen = { confirm: true, revision: again.data?.revision }
    expect((await complete(admin, opened.paymentId, seen)).status).toBe(200)
    expect((await booksOf(opened.paymentId)).payment).toMatchObject({
      status: 'completed',
      flagged_reason: null,
    })
  })

  test('is refused for an unknown payment, a completed one, and a subscription that would never renew', async () => {
    const admin = await anAdmin()
    for (const id of ['abc', '0', '1.5', '-1'])
      expect([(await complete(admin, id)).status, (await complete(admin, id)).message]).toEqual([
        400,
        'Invalid payment ID',
      ])
    expect((await complete(admin, 987_654)).status).toBe(404)
    const buyer = await aUser({ bindings: admin.bindings })
    const { paymentId } = await bought(buyer, (await aProduct()).id)
    expect((await complete(admin, paymentId)).message).toBe('This payment is already completed.')
    const monthly = await buy(buyer, PREMIUM_ID, 'subscription')
    expect((await complete(admin, monthly.paymentId, { confirm: true })).status).toBe(422)
    expect((await booksOf(monthly.paymentId)).grants).toEqual([])
  })
})

describe('a reconciliation on demand', () => {
  test('is one run for repeated requests, covers 30 days at most, and is listed', async () => {
    const { bindings, sent } = withPausedQueue()
    const admin = await aUser({ admin: true, bindings })
    const answers = [
      await admin.post<Run>('/api/recovery/reconcile', { days: 30 }),
      await admin.post<Run>('/api/recovery/reconcile'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers[0]?.data).toEqual(answers[1]?.data)
    expect(sent).toEqual([{ type: 'reconcile', runId: answers[0]?.data.id, stage: 'stripe', after: 0 }])
    expect((await admin.post('/api/recovery/reconcile', { days: 31 })).status).toBe(400)
    const runs = await admin.get<Run[]>('/api/recovery/runs')
    expect(runs.data[0]).toMatchObject({ id: answers[0]?.data.id, actorId: admin.id, finishedAt: null })
  })

  test('accepts JSON or an empty body, from admins only', async () => {
    const admin = await anAdmin()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await admin.fetch('POST', '/api/recovery/reconcile', form, 'days=3')).status).toBe(415)
    const bare = await admin.fetch('POST', '/api/recovery/reconcile', { 'content-type': '' })
    expect(bare.status).toBe(202)
    expect((await visitor().post('/api/recovery/reconcile')).status).toBe(401)
    expect((await (await aUser()).post('/api/recovery/reconcile')).status).toBe(403)
  })
})
