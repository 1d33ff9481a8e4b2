import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { MINUTE } from '#shared/core/time.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { intercepted } from '../../../db/intercepted.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { aCoupon, redeemBy, usesOf } from '../../../testing/coupons.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, sessionsOf } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf, unique } from '../../../testing/shop.ts'
import { sweepPayments } from '../unsettled/sweep-payments.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const free = () => aCoupon({ discountType: 'free_product', discountValue: 100, maxUses: 5 })
const countOf = async (user: SignedIn) =>
  (
    await env.DB.prepare('SELECT count(*) AS n FROM payments WHERE user_id = ?')
      .bind(user.id)
      .first<{ n: number }>()
  )?.n

describe('an order that costs nothing', () => {
  test('is settled at once without a provider: completed, granted, mailed and downloadable', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { id } = await free()
    const { status, data, text } = await redeemBy(user, product.id, id, { finalAmount: 0 })
    expect(status, text).toBe(201)
    expect(data).toEqual({
      id: data.id,
      url: `http://shop.test/success?session_id=${data.id}&source=free`,
    })
    const { payment, grants, history, mails } = await booksOf(data.id)
    expect(payment).toMatchObject({
      status: 'completed',
      payment_provider: 'free',
      amount_cents: 0,
      original_cents: 1950,
      discount_cents: 1950,
      coupon_id: id,
      next_check_at: null,
      transaction_id: null,
    })
    expect(grants.map(({ is_active }) => is_active)).toEqual([1])
    expect(history).toEqual([{ kind: 'settled', source: 'free' }])
    expect(mails).toHaveLength(1)
    expect(await sessionsOf(data.id)).toEqual([])
    const entries = await env.DB.prepare('SELECT * FROM ledger_entries WHERE payment_id = ?')
      .bind(data.id)
      .all()
    expect(entries.results).toEqual([])
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
    const seen = await user.get<PaymentView>(`/api/payment/${data.id}`)
    expect(seen.data).toMatchObject({ status: 'completed', amount: 0, discountAmount: 19.5 })
    expect((await user.fetch('GET', `/api/download/file/${product.id}`)).status).toBe(200)
  })

  test('is one order with one answer for ten requests at once, and for a later one', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { id } = await free()
    const clientPaymentId = unique('visit')
    const send = () => redeemBy(user, product.id, id, { clientPaymentId })
    const answers = [...(await Promise.all(Array.from({ length: 10 }, send))), await send()]
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(201))
    expect(new Set(answers.map(({ data }) => data.url)).size).toBe(1)
    expect(await countOf(user)).toBe(1)
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
    expect((await booksOf(answers[0]?.data.id ?? 0)).mails).toHaveLength(1)
  })

  test('is one order for five tabs at once, which leave no other open order', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { id } = await free()
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeemBy(user, product.id, id)))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    const { results } = await env.DB.prepare(
      "SELECT status FROM payments WHERE user_id = ? AND status <> 'expired'",
    )
      .bind(user.id)
      .all()
    expect(results).toEqual([{ status: 'completed' }])
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, live: 1 })
  })

  test('may be a first month: the payment is completed and the coupon use redeemed', async () => {
    const user = await aUser()
    const { id } = await free()
    const { data } = await redeemBy(user, PREMIUM_ID, id, { purchaseType: 'subscription' })
    expect((await booksOf(data.id)).payment).toMatchObject({ status: 'completed', payment_provider: 'free' })
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
  })

  test('is accepted while Stripe is down', async () => {
    await sandbox.faults({ stripeApi: 'fail' })
    const answer = await redeemBy(await aUser(), (await aProduct()).id, (await free()).id)
    await sandbox.faults({ stripeApi: 'ok' })
    expect(answer.status).toBe(201)
  })
})

describe('a free order whose Worker died before settling it', () => {
  /** The order as after the crash: stored with its reserved coupon use, not settled. */
  async function halfWay() {
    const user = await aUser()
    const product = await aProduct()
    const coupon = await free()
    const DB = intercepted(env.DB, (sent, run) => {
      // The batch of the settlement.
      if (sent.some(({ sql }) => /^insert into "payment_events"/i.test(sql)))
        throw new Error('the isolate died')
      return run()
    })
    const clientPaymentId = unique('visit')
    const dying = new (user.constructor as typeof SignedIn)(
      ...([user.id, user.username, user.email, user.password, { ...env, DB }] as const),
    )
    for (const [name, value] of user.cookies) dying.cookies.set(name, value)
    const crashed = await redeemBy(dying, product.id, coupon.id, { clientPaymentId })
    expect(crashed.status).toBe(500)
    const row = await env.DB.prepare('SELECT id, status, payment_provider FROM payments WHERE user_id = ?')
      .bind(user.id)
      .first<{ id: number; status: string; payment_provider: string }>()
    expect(row).toMatchObject({ status: 'pending', payment_provider: 'free' })
    expect(await usesOf(coupon.id)).toMatchObject({ currentUses: 1, states: ['held'] })
    return { user, product, coupon, clientPaymentId, paymentId: row?.id ?? 0 }
  }

  test('is settled by the sweep', async () => {
    const { paymentId, coupon } = await halfWay()
    const deps = depsOf()
    await sweepPayments(deps, Date.now() + 2 * MINUTE)
    await deps.idle()
    const { payment, grants, history } = await booksOf(paymentId)
    expect([payment?.status, grants.length, history]).toEqual([
      ...['completed', 1, [{ kind: 'settled', source: 'sweep' }]],
    ])
    expect(await usesOf(coupon.id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
    await sweepPayments(deps, Date.now() + 20 * MINUTE)
    expect((await booksOf(paymentId)).grants).toHaveLength(1)
  })

  test('is settled by the buyer’s next click, with the same client payment id or another', async () => {
    for (const again of ['same', 'other'] as const) {
      const { user, product, coupon, clientPaymentId, paymentId } = await halfWay()
      const visit = again === 'same' ? clientPaymentId : unique('visit')
      const answer = await redeemBy(user, product.id, coupon.id, { clientPaymentId: visit })
      expect([answer.status, answer.data.id]).toEqual([201, paymentId])
      expect((await booksOf(paymentId)).payment?.status).toBe('completed')
      expect(await countOf(user)).toBe(1)
    }
  })
})
