import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import {
  aCharge,
  andTell,
  type Charge,
  charge,
  failingAt,
  pageId,
  payBalance,
  seen,
  takingAt,
} from '../../../testing/charges.ts'
import { aUser } from '../../../testing/clients.ts'
import { readHub } from '../../../testing/hubs.ts'
import { stockPlans } from '../../../testing/products.ts'
import { booksOf, bought, deliver, moneyOf } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf } from '../../../testing/shop.ts'
import { sweepPayments } from '../unsettled/sweep-payments.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

const restsOf = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT * FROM payment_checkouts WHERE payment_id = ? ORDER BY id')
      .bind(paymentId)
      .all<{
        reference: string
        checkout_id: string | null
        amount_cents: number
        received_cents: number
        closed_at: number | null
      }>()
  ).results

/** $10.00 of $19.50 arrived before the page closed. */
async function aShortCharge(): Promise<Charge> {
  const made = await aCharge('btcpay')
  await andTell(() => sandbox.cryptoSend(made.checkoutId, '10.00'))
  await andTell(() => sandbox.cryptoExpire(made.checkoutId))
  return made
}

async function openBalanceCheckout({ user, paymentId }: Charge): Promise<string> {
  const answer = await payBalance(user, paymentId)
  expect(answer.status, answer.text).toBe(200)
  return pageId(answer.data.url)
}

const isComplete = async ({ user, paymentId }: Charge) => {
  const { payment, grants, mails, history } = await booksOf(paymentId)
  expect(payment).toMatchObject({ status: 'completed', next_check_at: null, flagged_reason: null })
  expect(grants).toMatchObject([{ is_active: 1 }])
  expect(mails.filter(({ template }) => template === 'receipt')).toHaveLength(1)
  expect(history.filter(({ kind }) => kind === 'settled')).toHaveLength(1)
  expect((await readHub(user.id)).kept.filter(({ id }) => id === `purchase-${paymentId}`)).toHaveLength(1)
}

describe('a partial payment in crypto', () => {
  test('is not shown as processing: its page stays payable before and after the network confirms it', async () => {
    const { user, paymentId, checkoutId, productId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoPayUnconfirmed(checkoutId, '10.00'))
    expect(await seen(user, paymentId)).toMatchObject({ status: 'pending', isProcessing: false })
    expect((await charge(user, productId)).checkoutId).toBe(checkoutId)
    await andTell(() => sandbox.cryptoConfirm(checkoutId))
    expect(await seen(user, paymentId)).toMatchObject({ situation: 'underpaid', isProcessing: false })

    const whole = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoPayUnconfirmed(whole.checkoutId))
    expect(await seen(whole.user, whole.paymentId)).toMatchObject({ status: 'pending', isProcessing: true })
  })

  test('shows its amount due, is notified once, and stays with the sweep before and after its page ends', async () => {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    const events = await sandbox.eventsOf(() => sandbox.cryptoSend(checkoutId, '10.00'))
    for (const { id } of [...events, ...events]) await deliver(await sandbox.signed(id))
    expect(await seen(user, paymentId)).toMatchObject({
      status: 'pending',
      situation: 'underpaid',
      receivedAmount: 10,
      dueAmount: 9.5,
    })
    await andTell(() => sandbox.cryptoExpire(checkoutId))
    await sweepPayments(depsOf(), Date.now() + 2 * HOUR)
    expect(await seen(user, paymentId)).toMatchObject({
      status: 'expired',
      situation: 'underpaid',
      receivedAmount: 10,
      dueAmount: 9.5,
      excessAmount: 0,
    })
    const { payment, grants } = await booksOf(paymentId)
    expect(payment?.next_check_at).not.toBeNull()
    expect(grants).toEqual([])
    expect(await mailsQueuedTo(user.email, 'crypto-amount')).toHaveLength(1)
    const bell = (await readHub(user.id)).kept.map(({ title }) => title)
    expect(bell).toEqual(['Too little arrived'])
    const open = await user.get<{ id: number }[]>('/api/payment/open')
    expect(open.data).toMatchObject([{ id: paymentId, situation: 'underpaid' }])
    expect((await (await aUser()).get('/api/payment/open')).data).toEqual([])
  })

  test('is notified again when it grows; a received amount of 0 is not notified', async () => {
    const { user, paymentId, checkoutId } = await aShortCharge()
    await andTell(() => sandbox.cryptoSend(checkoutId, '5.00'))
    expect(await seen(user, paymentId)).toMatchObject({ receivedAmount: 15, dueAmount: 4.5 })
    expect(await mailsQueuedTo(user.email, 'crypto-amount')).toHaveLength(2)
    const none = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoExpire(none.checkoutId))
    expect(await mailsQueuedTo(none.user.email, 'crypto-amount')).toEqual([])
    expect(await seen(none.user, none.paymentId)).toMatchObject({ status: 'expired', situation: null })
  })

  test('counts as 0 received when the network never confirms it', async () => {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(checkoutId, '10.00'))
    await andTell(() => sandbox.cryptoPayUnconfirmed(checkoutId))
    await andTell(() => sandbox.cryptoLose(checkoutId))
    expect(await seen(user, paymentId)).toMatchObject({ receivedAmount: 0, situation: null })
    expect((await booksOf(paymentId)).grants).toEqual([])
  })

  test('triggers one reminder, after three days', async () => {
    const { user } = await aShortCharge()
    const templates = async () =>
      (await mailsQueuedTo(user.email, 'crypto-amount')).map(({ key }) => key.split(':')[0])
    await sweepPayments(depsOf(), Date.now() + 2 * DAY)
    expect(await templates()).toEqual(['short'])
    for (const days of [4, 5, 30]) await sweepPayments(depsOf(), Date.now() + days * DAY)
    expect(await templates()).toEqual(['short', 'reminder'])
  })
})

describe('the balance', () => {
  test('is paid at the first page while that page is open', async () => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '10.00'))
    expect(await openBalanceCheckout(made)).toBe(made.checkoutId)
    expect(await restsOf(made.paymentId)).toEqual([])
    await andTell(() => sandbox.cryptoPay(made.checkoutId))
    await isComplete(made)
  })

  test('requested twice at once has one page for the exact amount due; paying it completes the purchase', async () => {
    const made = await aShortCharge()
    const [page, same] = await Promise.all([openBalanceCheckout(made), openBalanceCheckout(made)])
    expect(same).toBe(page)
    expect(await openBalanceCheckout(made)).toBe(page)
    expect(await restsOf(made.paymentId)).toMatchObject([{ checkout_id: page, amount_cents: 950 }])
    await andTell(() => sandbox.cryptoPay(page))
    await isComplete(made)
    expect(await restsOf(made.paymentId)).toMatchObject([{ received_cents: 950 }])
    expect((await restsOf(made.paymentId))[0]?.closed_at).not.toBeNull()
    expect(await seen(made.user, made.paymentId)).toMatchObject({
      receivedAmount: 19.5,
      dueAmount: 0,
      situation: null,
    })
    expect((await payBalance(made.user, made.paymentId)).status).toBe(409)
  })

  test('settles once when the return, every event twice and the sweep come at the same moment', async () => {
    const made = await aShortCharge()
    const page = await openBalanceCheckout(made)
    const events = await sandbox.eventsOf(() => sandbox.cryptoPay(page))
    const signed = await Promise.all(events.map(({ id }) => sandbox.signed(id)))
    await Promise.all([
      seen(made.user, made.paymentId),
      ...[...signed, ...signed].map((event) => deliver(event)),
      sweepPayments(depsOf(), Date.now() + HOUR),
      seen(made.user, made.paymentId),
    ])
    await seen(made.user, made.paymentId)
    await isComplete(made)
  })

  test.each(['return', 'sweep'])('is settled by the %s alone when no event arrives', async (who) => {
    const made = await aShortCharge()
    const page = await openBalanceCheckout(made)
    await sandbox.cryptoPay(page)
    if (who === 'return') await seen(made.user, made.paymentId)
    else await sweepPayments(depsOf(), Date.now() + HOUR)
    await isComplete(made)
  })

  test('that is paid only in part gets a balance of its own', async () => {
    const made = await aShortCharge()
    await andTell(async () => sandbox.cryptoSend(await openBalanceCheckout(made), '5.00'))
    const first = await openBalanceCheckout(made)
    // The open page asks only for the amount that is still due.
    expect((await restsOf(made.paymentId)).map(({ checkout_id }) => checkout_id)).toEqual([first])
    await andTell(() => sandbox.cryptoExpire(first))
    expect(await seen(made.user, made.paymentId)).toMatchObject({ receivedAmount: 15, dueAmount: 4.5 })
    const second = await openBalanceCheckout(made)
    expect(second).not.toBe(first)
    expect((await restsOf(made.paymentId)).map(({ amount_cents }) => amount_cents)).toEqual([950, 450])
    await andTell(() => sandbox.cryptoPay(second))
    await isComplete(made)
  })

  test('whose page expired unpaid gets a new page', async () => {
    const made = await aShortCharge()
    const left = await openBalanceCheckout(made)
    await andTell(() => sandbox.cryptoExpire(left))
    const next = await openBalanceCheckout(made)
    expect(next).not.toBe(left)
    expect((await restsOf(made.paymentId)).map(({ closed_at }) => closed_at === null)).toEqual([false, true])
    // A late payment at the expired page still counts.
    await andTell(() => sandbox.cryptoPay(left))
    await isComplete(made)
  })

  test('that became smaller gets a page for the smaller amount, and the larger page is closed', async () => {
    const made = await aShortCharge()
    const large = await openBalanceCheckout(made)
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '5.00'))
    const small = await openBalanceCheckout(made)
    expect(small).not.toBe(large)
    expect((await restsOf(made.paymentId)).map(({ amount_cents }) => amount_cents)).toEqual([950, 450])
    const closed = (await sandbox.btcpayInvoices()).find(({ id }) => id === large)
    expect(['Invalid', 'Expired']).toContain(closed?.status)
    await andTell(() => sandbox.cryptoPay(small))
    await isComplete(made)
  })

  test.each(['fail', 'fail-after-accept'] as const)(
    'whose provider does not answer (%s) has its row, and the next click opens its only page',
    async (cryptoApi) => {
      const made = await aShortCharge()
      const before = (await sandbox.btcpayInvoices()).length
      const lame = made.user.again(failingAt(/\/invoices$/, cryptoApi))
      expect((await lame.post(`/api/payment/${made.paymentId}/balance`)).status).toBe(503)
      expect(await restsOf(made.paymentId)).toMatchObject([{ checkout_id: null, closed_at: null }])
      const page = await openBalanceCheckout(made)
      const [rest, ...more] = await restsOf(made.paymentId)
      expect([rest?.checkout_id, more]).toEqual([page, []])
      expect((await sandbox.btcpayInvoices()).length).toBe(before + 1)
    },
  )

  test('paid at a page whose id is not stored is found by its reference', async () => {
    const made = await aShortCharge()
    const page = await openBalanceCheckout(made)
    await env.DB.prepare(
      'UPDATE payment_checkouts SET checkout_id = NULL, hosted_url = NULL WHERE payment_id = ?',
    )
      .bind(made.paymentId)
      .run()
    await andTell(() => sandbox.cryptoPay(page))
    await isComplete(made)
  })

  test('of a further prepaid month can be paid while a prepaid month is running', async () => {
    await stockPlans()
    const user = await aUser({ bindings: takingAt('btcpay') })
    const first = await charge(user, PREMIUM_ID)
    await andTell(() => sandbox.cryptoPay(first.checkoutId))
    const next = await charge(user, PREMIUM_ID)
    await andTell(() => sandbox.cryptoSend(next.checkoutId, '10.00'))
    await andTell(() => sandbox.cryptoExpire(next.checkoutId))
    const page = await openBalanceCheckout({ user, ...next, productId: PREMIUM_ID })
    await andTell(() => sandbox.cryptoPay(page))
    expect((await seen(user, next.paymentId)).status).toBe('completed')
    const { results } = await env.DB.prepare('SELECT id FROM subscriptions WHERE user_id = ?')
      .bind(user.id)
      .all()
    expect(results).toHaveLength(1)
  })

  test('counts when an admin completes the payment: the provider’s answer is the sum of all pages', async () => {
    const admin = await aUser({ admin: true })
    const complete = (id: number, confirm: boolean) =>
      admin.post<{ by: string }>(`/api/recovery/complete-payment/${id}`, { confirm })
    const paid = await aShortCharge()
    await sandbox.cryptoPay(await openBalanceCheckout(paid))
    expect((await complete(paid.paymentId, false)).data).toMatchObject({ by: 'provider' })
    await isComplete(paid)
    const unpaid = await aShortCharge()
    await openBalanceCheckout(unpaid)
    expect((await complete(unpaid.paymentId, true)).data).toMatchObject({ by: 'admin' })
    expect((await restsOf(unpaid.paymentId)).map(({ closed_at }) => closed_at !== null)).toEqual([true])
  })

  test('is 404 for another account, 409 without a partial payment, and 409 for a product owned by now', async () => {
    const made = await aShortCharge()
    expect((await payBalance(await aUser(), made.paymentId)).status).toBe(404)
    const untouched = await aCharge('btcpay')
    expect(await payBalance(untouched.user, untouched.paymentId)).toMatchObject({
      status: 409,
      data: { code: 'stale' },
    })
    await bought(made.user, made.productId)
    expect(await payBalance(made.user, made.paymentId)).toMatchObject({
      status: 409,
      data: { code: 'owned' },
    })
  })
})

describe('money that arrives late', () => {
  test('for an expired page completes the purchase, which is shown as late', async () => {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoExpire(checkoutId))
    expect(await seen(user, paymentId)).toMatchObject({ status: 'expired', situation: null })
    await andTell(() => sandbox.cryptoPay(checkoutId))
    expect(await seen(user, paymentId)).toMatchObject({ status: 'completed', situation: 'late' })
    expect((await booksOf(paymentId)).grants).toHaveLength(1)
    const { data } = await user.get<{ id: number; situation: string | null }[]>('/api/user/purchases')
    expect(data).toMatchObject([{ id: paymentId, situation: 'late' }])
  })

  test('for a product bought by card meanwhile is a second payment: it grants nothing and is refunded', async () => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoExpire(made.checkoutId))
    const card = await bought(made.user, made.productId)
    await andTell(() => sandbox.cryptoPay(made.checkoutId))
    expect((await booksOf(card.paymentId)).grants).toHaveLength(1)
    expect((await booksOf(made.paymentId)).grants).toEqual([])
    expect(await seen(made.user, made.paymentId)).toMatchObject({ situation: 'late', isSecondPayment: true })
    expect((await moneyOf(made.paymentId)).refunds).toEqual(['succeeded'])
  })

  test('and waits for its confirmation is checked by the sweep again', async () => {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    await sandbox.cryptoExpire(checkoutId)
    await seen(user, paymentId)
    expect((await booksOf(paymentId)).payment?.next_check_at).toBeNull()
    await andTell(() => sandbox.cryptoPayUnconfirmed(checkoutId))
    expect((await booksOf(paymentId)).payment?.next_check_at).not.toBeNull()
    await sandbox.cryptoConfirm(checkoutId)
    await sweepPayments(depsOf(), Date.now() + 2 * HOUR)
    expect(await seen(user, paymentId)).toMatchObject({ status: 'completed', situation: 'late' })
  })
})

test('deleting an account with a partial payment is refused', async () => {
  const made = await aShortCharge()
  const answer = await made.user.fetch(
    'DELETE',
    '/api/user/account',
    { 'content-type': 'application/json' },
    JSON.stringify({ password: made.user.password, confirm: 'DELETE', username: made.user.username }),
  )
  expect([answer.status, (await answer.json<{ message: string }>()).message]).toEqual([
    409,
    expect.stringContaining('Get it back in your dashboard first.'),
  ])
})

test('a new charge can be opened while an older charge of the same product has a partial payment', async () => {
  const made = await aShortCharge()
  const next = await charge(made.user, made.productId)
  expect(next.paymentId).not.toBe(made.paymentId)
})
