import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { emailIdentity } from '../../core/email-address.ts'
import { batchOf } from '../../db/account-batch.ts'
import { openDb } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { aUser, confirmAddress, type SignedIn } from '../../testing/clients.ts'
import { aCoupon, usesOf, validate } from '../../testing/coupons.ts'
import { aProduct } from '../../testing/products.ts'
import { booksOf, buy, deliver, happens, intentOf, moneyOf } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf, unique } from '../../testing/shop.ts'
import { validateCoupon } from '../coupons/validate-coupon.ts'
import { sweepRefunds } from '../refunds/sweep-refunds.ts'
import { fillMarks, USES_KEPT_MS } from './fill-marks.ts'
import { marksOf } from './person-marks.ts'
import { forgetUses } from './writes.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

type Use = { kind: string; identity: string; number: number; is_live: number }
const marksOfPayment = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT * FROM identity_uses WHERE payment_id = ? ORDER BY kind')
      .bind(paymentId)
      .all<Use>()
  ).results

/** Buys a new product with the coupon and this card. Its events are returned undelivered. */
async function payWith(user: SignedIn, couponId: number, card: string) {
  const { id } = await aProduct()
  const opened = await buy(user, id, 'one-time', couponId)
  const events = await sandbox.eventsOf(() => sandbox.pay(opened.checkoutId, card))
  return { ...opened, productId: id, events }
}

async function settled(user: SignedIn, couponId: number, card: string) {
  const paid = await payWith(user, couponId, card)
  for (const { id } of paid.events) await deliver(await sandbox.signed(id))
  return paid
}

/** Gives an account another address, as if it had registered with it. */
const moveTo = (user: SignedIn, email: string) =>
  env.DB.prepare('UPDATE users SET email = ?1, email_key = ?1, email_identity = ?2 WHERE id = ?3')
    .bind(email, emailIdentity(email), user.id)
    .run()

async function refundsDone() {
  const deps = depsOf()
  await sweepRefunds(deps, Date.now() + 1)
  await deps.idle()
}

const grants = async (paymentId: number) => (await booksOf(paymentId)).grants.length

// invariant: once-per-person
describe('a coupon that is once per person', () => {
  test('is stored under the account, its confirmed mailbox and its card as keyed hashes', async () => {
    const user = await aUser()
    const card = unique('fp')
    const { id } = await aCoupon()
    const { paymentId } = await settled(user, id, card)
    const marks = await marksOfPayment(paymentId)
    expect(marks.map(({ kind }) => kind)).toEqual(['account', 'card', 'mailbox'])
    const text = JSON.stringify(marks)
    for (const clear of [card, user.email.split('@')[0] ?? '']) expect(text).not.toContain(clear)
    expect(marks.every(({ identity }) => /^[\da-f]{8}\.[\da-f]{64}$/.test(identity))).toBe(true)
  })

  test('is refunded in full where another account pays with the same card, and nothing is granted', async () => {
    const { id } = await aCoupon()
    const card = unique('fp')
    const first = await settled(await aUser(), id, card)
    const other = await aUser()
    const second = await settled(other, id, card)
    expect([await grants(first.paymentId), await grants(second.paymentId)]).toEqual([1, 0])
    await refundsDone()
    expect(await moneyOf(second.paymentId)).toMatchObject({ status: 'refunded', sum: 0 })
    expect((await usesOf(id)).states).toEqual(['redeemed', 'released'])
    const { data } = await other.get<{ couponReused: boolean }>(`/api/payment/${second.paymentId}`)
    expect(data).toMatchObject({ couponReused: true, isSecondPayment: true, status: 'refunded' })
    const mails = await mailsQueuedTo(other.email)
    expect(mails.map(({ template }) => template)).toContain('second-payment')
    // Without the coupon the same card buys as usual.
    const full = await buy(other, second.productId)
    const events = await sandbox.eventsOf(() => sandbox.pay(full.checkoutId, card))
    for (const event of events) await deliver(await sandbox.signed(event.id))
    expect(await grants(full.paymentId)).toBe(1)
  })

  test('grants once where two accounts pay with one card at the same moment', async () => {
    const { id } = await aCoupon()
    const card = unique('fp')
    const both = [await payWith(await aUser(), id, card), await payWith(await aUser(), id, card)]
    const events = both.flatMap((one) => one.events).filter(({ type }) => type.startsWith('checkout'))
    const signed = await Promise.all(events.map((event) => sandbox.signed(event.id)))
    await Promise.all(signed.map((one) => deliver(one)))
    expect((await Promise.all(both.map(({ paymentId }) => grants(paymentId)))).toSorted()).toEqual([0, 1])
    await refundsDone()
    const money = await Promise.all(both.map(({ paymentId }) => moneyOf(paymentId)))
    expect(money.map(({ status }) => status).toSorted()).toEqual(['completed', 'refunded'])
  })

  test('counts as unused again after a refund in full', async () => {
    const { id } = await aCoupon()
    const card = unique('fp')
    const first = await settled(await aUser(), id, card)
    const intent = await intentOf(first.paymentId)
    const events = await sandbox.eventsOf(() => sandbox.refund(intent))
    for (const event of events) await deliver(await sandbox.signed(event.id))
    expect((await marksOfPayment(first.paymentId)).map((mark) => mark.is_live)).toEqual([0, 0, 0])
    const second = await settled(await aUser(), id, card)
    expect(await grants(second.paymentId)).toBe(1)
  })

  test('lets one card pay as often as the limit per person says', async () => {
    const { id } = await aCoupon({ maxUsesPerUser: 2 })
    const card = unique('fp')
    const paid = []
    for (let n = 0; n < 3; n += 1) paid.push((await settled(await aUser(), id, card)).paymentId)
    expect(await Promise.all(paid.map(grants))).toEqual([1, 1, 0])
  })

  test('is refused for a new account with the mailbox of a deleted one, written in another way', async () => {
    const { id, code } = await aCoupon()
    const name = unique('ada').replaceAll('-', '')
    const first = await aUser()
    await moveTo(first, `${name}@gmail.com`)
    await settled(first, id, unique('fp'))
    const headers = { 'content-type': 'application/json' }
    const gone = await first.fetch(
      'DELETE',
      '/api/user/account',
      headers,
      JSON.stringify({ password: first.password }),
    )
    expect(gone.status, await gone.text()).toBe(200)
    const again = await aUser()
    await moveTo(again, `${name.slice(0, 3)}.${name.slice(3)}+shop@googlemail.com`)
    await confirmAddress(again)
    const answer = await validate(again, code, (await aProduct()).id)
    expect([answer.status, answer.message]).toEqual([422, 'You have already used this coupon.'])
    const kinds = await env.DB.prepare('SELECT DISTINCT kind FROM identity_uses WHERE offer = ?')
      .bind(`coupon:${id}`)
      .all<{ kind: string }>()
    expect(kinds.results.map(({ kind }) => kind).toSorted()).toEqual(['card', 'mailbox'])
  })

  test('for new customers is refused with any other such code, after a refund and after deleting the account', async () => {
    const [one, other] = [
      await aCoupon({ audience: 'new_customers' }),
      await aCoupon({ audience: 'new_customers' }),
    ]
    const email = `${unique('first')}@mail.test`
    const first = await aUser({ confirmed: true })
    await moveTo(first, email)
    const { paymentId } = await settled(first, one.id, unique('fp'))
    await happens(async () => sandbox.refund(await intentOf(paymentId), (await moneyOf(paymentId)).paid))
    await first.fetch(
      'DELETE',
      '/api/user/account',
      { 'content-type': 'application/json' },
      JSON.stringify({ password: first.password }),
    )
    const again = await aUser({ confirmed: true })
    await moveTo(again, email)
    const answer = await validate(again, other.code, (await aProduct()).id)
    expect([answer.status, answer.message]).toEqual([
      422,
      expect.stringContaining('This coupon is for a first order only.'),
    ])
  })

  test('still counts after the key was replaced, and not without the old key', async () => {
    const { id, code } = await aCoupon()
    const user = await aUser()
    await settled(user, id, unique('fp'))
    await env.DB.prepare('DELETE FROM coupon_usages WHERE coupon_id = ?').bind(id).run()
    const { id: productId } = await aProduct()
    const by = async (change: Partial<Env>) => {
      const deps = depsOf({ ...env, ...change })
      const input = { code, scriptId: productId, network: null }
      return validateCoupon(deps, batchOf(deps.db, user.id), input, Date.now()).then(
        () => 200,
        (error: { status: number }) => error.status,
      )
    }
    const IDENTITY_KEY = 'another-identity-key-another-identity'
    expect(await by({ IDENTITY_KEY, IDENTITY_PREVIOUS_KEYS: env.IDENTITY_KEY })).toBe(422)
    expect(await by({ IDENTITY_KEY })).toBe(200)
  })
})

test('uses from before the marks get theirs by the daily job, once, and lose them after 24 months', async () => {
  const { id } = await aCoupon()
  const user = await aUser()
  const { paymentId } = await settled(user, id, unique('fp'))
  const before = (await marksOfPayment(paymentId)).filter(({ kind }) => kind !== 'card')
  await env.DB.batch([
    env.DB.prepare('DELETE FROM identity_uses WHERE payment_id = ?').bind(paymentId),
    env.DB.prepare('UPDATE coupon_usages SET is_marked = 0 WHERE payment_id = ?').bind(paymentId),
  ])
  for (let n = 0; n < 2; n += 1) await fillMarks(depsOf(), Date.now())
  const after = await marksOfPayment(paymentId)
  expect(after.map(({ kind, identity }) => ({ kind, identity }))).toEqual(
    before.map(({ kind, identity }) => ({ kind, identity })),
  )
  await forgetUses(openDb(env.DB), Date.now() - USES_KEPT_MS)
  expect(await marksOfPayment(paymentId)).toHaveLength(2)
  await forgetUses(openDb(env.DB), Date.now() + DAY)
  expect(await marksOfPayment(paymentId)).toEqual([])
})

test('a use that has its marks already is noted as marked and keeps none of its portion from theirs', async () => {
  const { id } = await aCoupon()
  const payments: number[] = []
  for (const _ of ['marked', 'unmarked'])
    payments.push((await settled(await aUser(), id, unique('fp'))).paymentId)
  const [marked = 0, unmarked = 0] = payments
  const before = await marksOfPayment(marked)
  await env.DB.batch([
    env.DB.prepare('DELETE FROM identity_uses WHERE payment_id = ?').bind(unmarked),
    env.DB.prepare('UPDATE coupon_usages SET is_marked = 0 WHERE payment_id IN (?, ?)').bind(
      marked,
      unmarked,
    ),
  ])
  await fillMarks(depsOf(), Date.now())
  expect(await marksOfPayment(marked)).toEqual(before)
  expect((await marksOfPayment(unmarked)).length).toBeGreaterThan(0)
  const open = await env.DB.prepare(
    'SELECT id FROM coupon_usages WHERE is_marked = 0 AND payment_id IN (?, ?)',
  )
    .bind(marked, unmarked)
    .all()
  expect(open.results).toEqual([])
})

test('marksOf gives one mark for each known thing and key, and never the same for two kinds', async () => {
  const keys = { identityKey: 'a'.repeat(32), identityPreviousKeys: ['b'.repeat(32)] }
  const marks = await marksOf(keys, { userId: 7, mailbox: '7', card: null })
  expect(marks.map(({ kind }) => kind)).toEqual(['account', 'account', 'mailbox', 'mailbox'])
  expect(new Set(marks.map(({ identity }) => identity)).size).toBe(4)
})
