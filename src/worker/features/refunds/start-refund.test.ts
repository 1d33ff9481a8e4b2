import { env } from 'cloudflare:workers'
import type Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { RefundPreview, RefundView } from '#shared/refunds/contract.ts'
import type { Env } from '../../providers/env.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aCoupon, redeemBy, usesOf } from '../../testing/coupons.ts'
import { readHub } from '../../testing/hubs.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, happens, intentOf, moneyOf } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf } from '../../testing/shop.ts'
import { sweepRefunds } from './sweep-refunds.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const start = (admin: SignedIn, paymentId: number, input: object) =>
  admin.post<RefundView>(`/api/secure-management/payments/${paymentId}/refund`, input)
const preview = (admin: SignedIn, paymentId: number, query = '') =>
  admin.get<RefundPreview>(`/api/secure-management/payments/${paymentId}/refund-preview${query}`)
const decide = (admin: SignedIn, id: number, how: 'approve' | 'decline', body: object = {}) =>
  admin.post<RefundView>(`/api/secure-management/refunds/${id}/${how}`, body)

/** Stripe creates a refund and responds that it has failed already. */
function refusedByBank(): Env {
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const made = request.method === 'POST' && new URL(request.url).pathname === '/v1/refunds'
    const answer = (await env.SANDBOX?.fetch(request)) ?? new Response(null, { status: 500 })
    if (!made) return answer
    const refund = await answer.json<Stripe.Refund>()
    await sandbox.failRefund(refund.id)
    return Response.json({ ...refund, status: 'failed' })
  }
  return { ...env, SANDBOX: { fetch } as Fetcher }
}

const audit = async (subject: string) => {
  const { results } = await env.DB.prepare(
    'SELECT actor_id, action, before, after FROM audit_log WHERE subject = ?',
  )
    .bind(subject)
    .all<{ actor_id: number; action: string; before: string; after: string }>()
  return results
}

describe('a refund by an admin', () => {
  test('is made in part, then in full, long after the guarantee; admin and reason are audited', async () => {
    const [user, admin] = [await aUser(), await aUser({ admin: true })]
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    await env.DB.prepare('UPDATE payments SET payment_date = payment_date - ? WHERE id = ?')
      .bind(90 * DAY, paymentId)
      .run()
    const part = await start(admin, paymentId, { amount: 5.25, reason: 'Half of it did not work' })
    expect(part.status, part.text).toBe(200)
    expect(part.data).toMatchObject({
      status: 'succeeded',
      amount: 5.25,
      paid: 19.5,
      askedBy: 'admin',
      reason: 'Half of it did not work',
      paymentStatus: 'partially_refunded',
    })
    expect((await user.fetch('GET', `/api/download/file/${product.id}`)).status).toBe(200)
    const rest = await start(admin, paymentId, { reason: 'All of it' })
    expect(rest.data).toMatchObject({ amount: 14.25, paymentStatus: 'refunded' })
    expect(await moneyOf(paymentId)).toMatchObject({
      status: 'refunded',
      sum: 0,
      refunds: ['succeeded', 'succeeded'],
      ledger: ['capture 1950', 'refund -525', 'refund -1425'],
    })
    expect((await user.fetch('GET', `/api/download/file/${product.id}`)).status).toBe(403)
    const log = await audit(`payment:${paymentId}`)
    expect(log.map(({ actor_id, action }) => [actor_id, action])).toEqual([
      [admin.id, 'payment.refund'],
      [admin.id, 'payment.refund'],
    ])
    expect(JSON.parse(log[0]?.after ?? '')).toMatchObject({
      amountCents: 525,
      reason: 'Half of it did not work',
    })
    expect(await mailsQueuedTo(user.email, 'money-moved')).toHaveLength(2)
  })

  // invariant: refund-limit
  test('whose answer was lost is not made twice: sent again, it names what was left before', async () => {
    const [user, admin] = [await aUser(), await aUser({ admin: true })]
    const { paymentId } = await bought(user, (await aProduct()).id)
    const { left } = (await preview(admin, paymentId)).data
    const input = { amount: 5, reason: 'A part', left }
    expect((await start(admin, paymentId, input)).status).toBe(200)
    const again = await start(admin, paymentId, input)
    expect([again.status, again.message]).toEqual([
      409,
      'Another amount is left to refund than the one you saw. Load the payment again, then repeat the refund.',
    ])
    expect(await moneyOf(paymentId)).toMatchObject({ refunds: ['succeeded'] })
  })

  // invariant: refund-limit
  test('of more than is left, of nothing, of fractions of a cent or without a reason is refused', async () => {
    const [user, admin] = [await aUser(), await aUser({ admin: true })]
    const { paymentId } = await bought(user, (await aProduct()).id)
    await start(admin, paymentId, { amount: 10, reason: 'A part' })
    const tooMuch = await start(admin, paymentId, { amount: 9.51, reason: 'More' })
    expect([tooMuch.status, tooMuch.message]).toEqual([422, 'Only $9.50 of this payment is left to refund.'])
    for (const input of [
      { amount: 0, reason: 'x' },
      { amount: -1, reason: 'x' },
      { amount: 1.005, reason: 'x' },
      { amount: 1, reason: ' ' },
      { amount: 1 },
    ])
      expect((await start(admin, paymentId, input)).status, JSON.stringify(input)).toBe(400)
    await start(admin, paymentId, { reason: 'The rest' })
    expect((await start(admin, paymentId, { reason: 'Once more' })).status).toBe(409)
    expect((await start(admin, 999_999, { reason: 'x' })).status).toBe(404)
    expect(await audit(`payment:${paymentId}`)).toHaveLength(2)
  })

  test('started twice at once is made once; the other request gets 409', async () => {
    const [user, admin] = [await aUser(), await aUser({ admin: true })]
    const { paymentId } = await bought(user, (await aProduct()).id)
    const answers = await Promise.all([
      start(admin, paymentId, { amount: 5, reason: 'One' }),
      start(admin, paymentId, { amount: 5, reason: 'Two' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await moneyOf(paymentId)).toMatchObject({ refunded: 500, sum: 1450 })
    expect(await audit(`payment:${paymentId}`)).toHaveLength(1)
  })

  test('of a disputed payment is refused', async () => {
    const [user, admin] = [await aUser(), await aUser({ admin: true })]
    const { paymentId } = await bought(user, (await aProduct()).id)
    const intent = await intentOf(paymentId)
    await happens(() => sandbox.dispute(intent))
    const refused = await start(admin, paymentId, { reason: 'x' })
    expect([refused.status, refused.data]).toEqual([409, { code: 'disputed' }])
    expect((await preview(admin, paymentId)).data.refusal).toContain('disputed')
  })
})

test('a refund that Stripe returns as failed is marked failed at once, not after days of waiting', async () => {
  const [user, admin] = [await aUser(), await aUser({ admin: true, bindings: refusedByBank() })]
  const { paymentId } = await bought(user, (await aProduct()).id)
  expect((await start(admin, paymentId, { reason: 'x' })).status).toBe(200)
  expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', sum: 1950, refunds: ['failed'] })
})

describe('a preview', () => {
  test('lists the effects of a refund, and the refund then has exactly these effects', async () => {
    const [user, admin] = [await aUser(), await aUser({ admin: true })]
    const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
    expect((await preview(admin, paymentId, '?amount=10')).data).toEqual({
      paymentId,
      amount: 10,
      left: 29.99,
      full: false,
      refusal: null,
      endsAccess: false,
      endsLicence: false,
      endsSubscription: false,
      commission: 'none',
      returnsCouponUse: false,
    })
    const whole = (await preview(admin, paymentId)).data
    expect(whole).toMatchObject({ amount: 29.99, full: true, endsAccess: true, endsSubscription: true })
    expect((await preview(admin, paymentId, '?amount=30')).data.refusal).toContain('Only $29.99')
    await start(admin, paymentId, { reason: 'All of it' })
    expect((await user.fetch('GET', `/api/download/file/${PREMIUM_ID}`)).status).toBe(403)
    const held = await env.DB.prepare('SELECT status FROM subscriptions WHERE user_id = ?')
      .bind(user.id)
      .first<{ status: string }>()
    expect(held?.status).toBe('canceled')
    expect((await preview(admin, paymentId)).data).toMatchObject({
      left: 0,
      refusal: 'This payment was refunded.',
    })
  })

  test('names licence, commission and coupon, and the refund then ends or reduces exactly these', async () => {
    const [user, admin, referrer] = [await aUser(), await aUser({ admin: true }), await aUser()]
    await env.DB.prepare('UPDATE users SET referred_by = ? WHERE id = ?').bind(referrer.id, user.id).run()
    const coupon = await aCoupon()
    const product = await aProduct()
    const created = await redeemBy(user, product.id, coupon.id)
    const paymentId = created.data.id
    await happens(() => sandbox.pay(created.data.url.split('/').at(-1) ?? ''))
    const books = async () => {
      const { results } = await env.DB.prepare(
        'SELECT commission_cents, status FROM referrals WHERE payment_id = ?',
      )
        .bind(paymentId)
        .all<{ commission_cents: number; status: string }>()
      const licence = await env.DB.prepare(
        `SELECT l.revoked_at FROM licences l JOIN user_scripts g ON g.id = l.grant_id WHERE g.payment_id = ?`,
      )
        .bind(paymentId)
        .first<{ revoked_at: number | null }>()
      return {
        earned: results
          .filter(({ status }) => status !== 'cancelled')
          .reduce((sum, { commission_cents }) => sum + commission_cents, 0),
        licensed: licence?.revoked_at === null,
        uses: (await usesOf(coupon.id)).live,
      }
    }
    expect(await books()).toEqual({ earned: 156, licensed: true, uses: 1 })
    const ends = { endsLicence: true, commission: 'cancelled', returnsCouponUse: true }
    expect((await preview(admin, paymentId)).data).toMatchObject({ amount: 15.6, ...ends })
    expect((await preview(admin, paymentId, '?amount=5.60')).data).toMatchObject({
      endsLicence: false,
      commission: 'reduced',
      returnsCouponUse: false,
    })
    await start(admin, paymentId, { amount: 5.6, reason: 'A part' })
    expect(await books()).toEqual({ earned: 100, licensed: true, uses: 1 })
    await start(admin, paymentId, { reason: 'The rest' })
    expect(await books()).toEqual({ earned: 0, licensed: false, uses: 0 })
    expect((await preview(admin, paymentId)).data).toMatchObject({ commission: 'none', endsAccess: false })
  })

  test('of an older period says that the current period continues', async () => {
    const [user, admin] = [await aUser(), await aUser({ admin: true })]
    const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
    const { stripe_subscription_id: id = '' } =
      (await env.DB.prepare('SELECT stripe_subscription_id FROM subscriptions WHERE user_id = ?')
        .bind(user.id)
        .first<{ stripe_subscription_id: string }>()) ?? {}
    await happens(() => sandbox.subscription(id, 'renew'))
    expect((await preview(admin, paymentId)).data).toMatchObject({
      full: true,
      endsAccess: false,
      endsSubscription: false,
    })
  })
})

/** A buyer whose second refund request for the same product waits for review. */
async function aReview() {
  const [user, admin] = [await aUser(), await aUser({ admin: true })]
  const product = await aProduct()
  const { paymentId: first } = await bought(user, product.id)
  await user.post(`/api/user/purchases/${first}/refund`)
  const { paymentId } = await bought(user, product.id)
  await user.post(`/api/user/purchases/${paymentId}/refund`, { reason: 'Changed my mind' })
  const waiting = await admin.get<RefundView[]>('/api/secure-management/refunds?status=review')
  const refund = waiting.data.find((one) => one.paymentId === paymentId)
  return { user, admin, product, paymentId, refund, id: refund?.id ?? 0 }
}

describe('a refund that waits for review', () => {
  test('is listed with reason, amount and buyer, and is executed once approved', async () => {
    const { user, admin, product, paymentId, refund, id } = await aReview()
    expect(refund).toMatchObject({
      status: 'review',
      askedBy: 'customer',
      reason: 'Changed my mind',
      amount: 19.5,
      email: user.email,
      userId: user.id,
      productName: product.name,
    })
    const approved = await decide(admin, id, 'approve')
    expect(approved.data).toMatchObject({ status: 'succeeded', paymentStatus: 'refunded' })
    expect(await moneyOf(paymentId)).toMatchObject({ sum: 0, refunds: ['succeeded'] })
    const [note, ...more] = await audit(`refund:${id}`)
    expect([note?.action, more]).toEqual(['refund.approve', []])
    expect(JSON.parse(note?.before ?? '')).toEqual({ status: 'review', amountCents: 1950 })
    expect(JSON.parse(note?.after ?? '')).toEqual({ status: 'approved', amountCents: 1950 })
    expect((await decide(admin, id, 'approve')).status).toBe(409)
    expect((await decide(admin, 999_999, 'approve')).status).toBe(404)
  })

  test('and is declined changes nothing else, notifies the buyer, and cannot be requested again', async () => {
    const { user, admin, paymentId, product, id } = await aReview()
    const declined = await decide(admin, id, 'decline', { note: 'You used it for a week.' })
    expect(declined.data.status).toBe('declined')
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', sum: 1950 })
    expect((await user.fetch('GET', `/api/download/file/${product.id}`)).status).toBe(200)
    expect(await mailsQueuedTo(user.email, 'refund-declined')).toHaveLength(1)
    const { kept } = await readHub(user.id)
    expect(kept[0]?.title).toBe('Refund declined')
    const again = await user.post(`/api/user/purchases/${paymentId}/refund`)
    expect([again.status, again.data]).toEqual([422, { code: 'declined' }])
    expect((await audit(`refund:${id}`)).map(({ action }) => action)).toEqual(['refund.decline'])
  })

  test('and is decided by two admins at once is decided once', async () => {
    const { user, admin, paymentId, id } = await aReview()
    const answers = await Promise.all([decide(admin, id, 'approve'), decide(admin, id, 'decline')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await audit(`refund:${id}`)).toHaveLength(1)
    const declined = (await mailsQueuedTo(user.email, 'refund-declined')).length
    expect((await moneyOf(paymentId)).status).toBe(declined ? 'completed' : 'refunded')
  })

  test('cannot be approved after a full refund at Stripe: nothing is left to refund', async () => {
    const { admin, paymentId, id } = await aReview()
    const intent = await intentOf(paymentId)
    await happens(() => sandbox.refund(intent))
    expect((await decide(admin, id, 'approve')).status).toBe(409)
    expect((await moneyOf(paymentId)).sum).toBe(0)
  })

  test('is still executed after its account is deleted, but shows no reason and no address', async () => {
    const { user, admin, paymentId, id } = await aReview()
    const gone = await user.fetch(
      'DELETE',
      '/api/user/account',
      { 'content-type': 'application/json' },
      JSON.stringify({ password: user.password }),
    )
    expect(gone.status).toBe(200)
    const listed = await admin.get<RefundView[]>('/api/secure-management/refunds?limit=1')
    expect(listed.data[0]).toMatchObject({ id, email: null, reason: null })
    expect((await decide(admin, id, 'approve')).data.status).toBe('succeeded')
    expect((await moneyOf(paymentId)).sum).toBe(0)
    await sweepRefunds(depsOf(), Date.now() + DAY)
  })
})
