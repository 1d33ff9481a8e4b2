import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { commit, openDb } from '../../db/client.ts'
import { aUser, SignedIn, visitor } from '../../testing/clients.ts'
import { aCoupon, inputOf, redeemBy, reserveBy, usesOf } from '../../testing/coupons.ts'
import { sized } from '../../testing/depth.ts'
import { aProduct } from '../../testing/products.ts'
import { deliver } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf, unique } from '../../testing/shop.ts'
import { sweepPayments } from '../payments/unsettled/sweep-payments.ts'
import { redeemUse, releaseUse } from './writes.ts'

beforeAll(sandbox.calm)

const checkoutOf = (url: string) => url.split('/').at(-1) ?? ''

async function arrive(happening: () => Promise<unknown>) {
  for (const { id } of await sandbox.eventsOf(happening))
    expect((await deliver(await sandbox.signed(id))).status).toBe(200)
}

const intentOf = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT intent_id FROM payments WHERE id = ?')
      .bind(paymentId)
      .first<{ intent_id: string }>()
  )?.intent_id ?? ''

describe('the last uses of a coupon', () => {
  let crowd: SignedIn[] = []
  beforeAll(async () => {
    crowd = await Promise.all(Array.from({ length: 100 }, () => aUser()))
  }, 120_000)

  // spec: coupon-limits
  test.each([
    [100, 1],
    [sized(30, 100), 2],
    [sized(30, 100), 10],
  ])(
    'with %d checkouts at once go to %d of them; the others are offered the full price and can pay it',
    async (many, left) => {
      const product = await aProduct({ priceCents: 5000 })
      const { id } = await aCoupon({ maxUses: 5 + left, currentUses: 5 })
      const answers = await Promise.all(
        crowd.slice(0, many).map((user) => redeemBy(user, product.id, id, { finalAmount: 40 })),
      )
      const winners = answers.filter(({ status }) => status === 201)
      const losers = answers.filter(({ status }) => status !== 201)
      expect(winners).toHaveLength(left)
      for (const { status, message, data } of losers) {
        expect([status, message]).toEqual([409, 'This coupon has been used up.'])
        expect(data).toEqual({ code: 'coupon-refused', amount: 50, originalAmount: 50 })
      }
      expect(await usesOf(id)).toMatchObject({ currentUses: 5 + left, live: left })
      const { results } = await env.DB.prepare(
        'SELECT amount_cents, discount_cents, coupon_id FROM payments WHERE script_id = ?',
      )
        .bind(product.id)
        .all()
      // A refused checkout leaves no payment row.
      expect(results).toEqual(Array(left).fill({ amount_cents: 4000, discount_cents: 1000, coupon_id: id }))

      const loser = crowd[answers.findIndex(({ status }) => status !== 201)]
      const full = await loser?.post('/api/payment/create', inputOf(loser, product.id, { finalAmount: 50 }))
      expect(full?.status).toBe(201)
    },
    120_000,
  )

  // invariant: coupon-limit
  test('are limited by the tables, which refuse one use too many', async () => {
    const { id } = await aCoupon({ maxUses: 1, currentUses: 1 })
    const more = env.DB.prepare('UPDATE coupons SET current_uses = current_uses + 1 WHERE id = ?').bind(id)
    await expect(more.run()).rejects.toThrow('coupons_uses')
  })
})

describe('the limit per person', () => {
  /** A second account whose mailbox is the same under another spelling. */
  async function aSecondAccountOf(user: SignedIn) {
    const second = await aUser()
    const identity =
      'UPDATE users SET email_identity = (SELECT email_identity FROM users WHERE id = ?) WHERE id = ?'
    await env.DB.prepare(identity).bind(user.id, second.id).run()
    return second
  }

  // spec: coupon-limits
  test('counts two accounts of one mailbox as one person, also with many requests at once', async () => {
    const user = await aUser()
    const second = await aSecondAccountOf(user)
    for (const maxUsesPerUser of [1, 2]) {
      const { id } = await aCoupon({ maxUsesPerUser })
      const products = await Promise.all(Array.from({ length: 4 }, () => aProduct()))
      const answers = await Promise.all([
        ...products.map((one) => redeemBy(user, one.id, id)),
        ...products.map((one) => redeemBy(second, one.id, id)),
      ])
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxUsesPerUser)
      for (const { status, message } of answers.filter((answer) => answer.status !== 201)) {
        expect(status).toBe(409)
        expect(message).toMatch(/^(?:You have already used|Another unpaid order of yours has) this coupon/)
      }
      expect(await usesOf(id)).toMatchObject({ currentUses: maxUsesPerUser, live: maxUsesPerUser })
    }
  })

  test('counts a second registration as name+tag@ as the same person', async () => {
    const { id } = await aCoupon()
    const name = unique('second').slice(0, 24)
    const [first, second] = [await registered(name, ''), await registered(`${name}-2`, '+2')]
    expect((await redeemBy(first, (await aProduct()).id, id)).status).toBe(201)
    const again = await redeemBy(second, (await aProduct()).id, id)
    expect([again.status, again.message]).toEqual([409, 'You have already used this coupon.'])

    /** An account of this mailbox, registered with the shop's form. */
    async function registered(username: string, tag: string) {
      const [browser, email] = [visitor(), `${name}${tag}@mail.test`]
      const password = 'long enough'
      const { status, data } = await browser.post<{ id: number }>('/api/auth/register', {
        username,
        email,
        password,
      })
      expect(status).toBe(201)
      const user = new SignedIn(data.id, username, email, password, env)
      for (const [key, value] of browser.cookies) user.cookies.set(key, value)
      return user
    }
  })

  test('recognises an account with a new address, and another account with the same receipt address', async () => {
    const [user, other, typed] = [await aUser(), await aUser(), 'inbox@mail.test']
    const { id } = await aCoupon()
    const first = await redeemBy(user, (await aProduct()).id, id, { email: typed })
    expect(first.status).toBe(201)
    await env.DB.prepare("UPDATE users SET email_identity = 'moved@mail.test' WHERE id = ?")
      .bind(user.id)
      .run()
    expect((await redeemBy(user, (await aProduct()).id, id)).status).toBe(409)
    // The receipt address of another account counts once that account has paid.
    const again = () => redeemBy(other, unpaid.id, id, { email: 'inbox+2@mail.test' })
    const unpaid = await aProduct()
    const tagged = await again()
    expect(tagged.status).toBe(201)
    await arrive(() => sandbox.expire(checkoutOf(tagged.data.url)))
    await arrive(() => sandbox.pay(checkoutOf(first.data.url)))
    const refused = await again()
    expect([refused.status, refused.message]).toEqual([409, 'You have already used this coupon.'])
    expect((await redeemBy(other, (await aProduct()).id, id)).status).toBe(201)
  })

  test('is not used up by another account that names the person’s address for its receipt', async () => {
    const [victim, attacker] = [await aUser(), await aUser()]
    const { id } = await aCoupon()
    const product = await aProduct()
    expect((await redeemBy(attacker, product.id, id, { email: victim.email })).status).toBe(201)
    expect((await redeemBy(victim, product.id, id)).status).toBe(201)
    expect((await redeemBy(victim, (await aProduct()).id, id)).status).toBe(409)
  })

  test('does not take the use of a receipt address that nine other accounts name and do not pay', async () => {
    const { id } = await aCoupon()
    const product = await aProduct()
    const users = await Promise.all(Array.from({ length: 10 }, () => aUser()))
    const answers = await Promise.all(
      users.map((user, tag) => redeemBy(user, product.id, id, { email: `one+${tag}@mail.test` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    await arrive(() => sandbox.pay(checkoutOf(answers[0]?.data.url ?? '')))
    const next = await redeemBy(await aUser(), product.id, id, { email: 'one@mail.test' })
    expect([next.status, next.message]).toEqual([409, 'You have already used this coupon.'])
    expect((await usesOf(id)).states.filter((state) => state === 'redeemed')).toHaveLength(1)
  })

  test('is not used up by an unconfirmed account that claims the person’s mailbox', async () => {
    const victim = await aUser({ confirmed: true })
    const attacker = await aSecondAccountOf(victim)
    const { id } = await aCoupon()
    const claimed = await reserveBy(attacker, (await aProduct()).id, id, { email: 'other@mail.test' })
    expect(claimed.status).toBe(201)
    expect((await redeemBy(victim, (await aProduct()).id, id)).status).toBe(201)
    // Its own limit still holds.
    expect((await reserveBy(attacker, (await aProduct()).id, id)).status).toBe(409)
  })
})

describe('a reserved use', () => {
  test('is redeemed once when the payment is paid, even with repeated events', async () => {
    const user = await aUser()
    const { id } = await aCoupon({ maxUses: 1 })
    const { data } = await redeemBy(user, (await aProduct()).id, id)
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['held'] })
    const events = await sandbox.eventsOf(() => sandbox.pay(checkoutOf(data.url)))
    for (const event of [...events, ...events]) await deliver(await sandbox.signed(event.id))
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
  })

  test.each([
    ['expires', (checkout: string) => sandbox.expire(checkout)],
    [
      'fails',
      async (checkout: string) => {
        await sandbox.payLater(checkout)
        await sandbox.moneyFails(checkout)
      },
    ],
  ] as const)('of a payment that %s is released once, and another user can take it', async (_how, end) => {
    const [user, other] = [await aUser(), await aUser()]
    const product = await aProduct()
    const { id } = await aCoupon({ maxUses: 1 })
    const { data } = await redeemBy(user, product.id, id)
    expect((await redeemBy(other, product.id, id)).status).toBe(409)
    const events = await sandbox.eventsOf(() => end(checkoutOf(data.url)))
    for (const event of [...events, ...events]) await deliver(await sandbox.signed(event.id))
    expect(await usesOf(id)).toMatchObject({ currentUses: 0, states: ['released'] })
    expect((await redeemBy(other, product.id, id)).status).toBe(201)
  })

  test('stays reserved after a declined card: the buyer may try another card', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const { data } = await redeemBy(await aUser(), (await aProduct()).id, id)
    await arrive(() => sandbox.decline(checkoutOf(data.url)))
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['held'] })
    await arrive(() => sandbox.pay(checkoutOf(data.url)))
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
  })

  test('is released after a full refund, but not after a partial one', async () => {
    const user = await aUser()
    const product = await aProduct({ priceCents: 5000 })
    const { id } = await aCoupon({ maxUses: 1 })
    const { data } = await redeemBy(user, product.id, id)
    await arrive(() => sandbox.pay(checkoutOf(data.url)))
    const intent = await intentOf(data.id)
    await arrive(() => sandbox.refund(intent, 1000))
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
    await arrive(() => sandbox.refund(intent))
    expect(await usesOf(id)).toMatchObject({ currentUses: 0, states: ['released'] })
    expect((await redeemBy(user, product.id, id)).status).toBe(201)
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['released', 'held'] })
  })

  test('is released when a checkout at another price replaces the one that was closed', async () => {
    const user = await aUser()
    const product = await aProduct({ priceCents: 5000 })
    const { id } = await aCoupon({ maxUses: 1 })
    await redeemBy(user, product.id, id)
    const full = await user.post<{ id: number }>('/api/payment/create', inputOf(user, product.id))
    expect(full.status).toBe(201)
    expect(await usesOf(id)).toMatchObject({ currentUses: 0, states: ['released'] })
    // The coupon can be used again after that.
    expect((await redeemBy(user, product.id, id)).status).toBe(201)
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['released', 'held'] })
  })

  // invariant: coupon-follows-payment
  test('follows each change of the payment, however often the statements run', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const { data } = await redeemBy(await aUser(), (await aProduct()).id, id)
    await arrive(() => sandbox.pay(checkoutOf(data.url)))
    const db = openDb(env.DB)
    for (const [status, refunded, wanted] of [
      ['refunded', 'amount_cents', { currentUses: 0, states: ['released'] }],
      // The refund failed later.
      ['completed', '0', { currentUses: 1, states: ['redeemed'] }],
      ['disputed', '0', { currentUses: 1, states: ['redeemed'] }],
      ['disputed', 'amount_cents', { currentUses: 0, states: ['released'] }],
    ] as const) {
      const change = `UPDATE payments SET status = ?, refunded_cents = ${refunded} WHERE id = ?`
      await env.DB.prepare(change).bind(status, data.id).run()
      for (let run = 0; run < 3; run++) await commit(db, releaseUse(db, data.id))
      for (let run = 0; run < 2; run++) await commit(db, redeemUse(db, data.id))
      expect(await usesOf(id), `${status} ${refunded}`).toMatchObject(wanted)
    }
  })

  /** A payment that was paid at the provider, but has expired in the shop. */
  async function lateMoney(maxUses: number | null) {
    const user = await aUser()
    const product = await aProduct()
    const { id } = await aCoupon({ maxUses })
    const { data } = await redeemBy(user, product.id, id)
    await sandbox.pay(checkoutOf(data.url))
    await env.DB.batch([
      env.DB.prepare(
        "UPDATE payments SET status = 'expired', revision = 1, next_check_at = 1 WHERE id = ?",
      ).bind(data.id),
      env.DB.prepare("UPDATE coupon_usages SET state = 'released' WHERE payment_id = ?").bind(data.id),
      env.DB.prepare('UPDATE coupons SET current_uses = 0 WHERE id = ?').bind(id),
    ])
    const settle = () => sweepPayments(depsOf(), Date.now())
    const status = async () =>
      (
        await env.DB.prepare('SELECT status FROM payments WHERE id = ?')
          .bind(data.id)
          .first<{ status: string }>()
      )?.status
    return { user, product, id, settle, status }
  }

  test('is taken again by late money where the limit allows it', async () => {
    const { id, settle, status } = await lateMoney(1)
    await settle()
    expect(await status()).toBe('completed')
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
  })

  test('that another user took meanwhile does not stop late money from settling at the promised price', async () => {
    const { id, settle, status, product } = await lateMoney(1)
    expect((await redeemBy(await aUser(), product.id, id)).status).toBe(201)
    await settle()
    expect(await status()).toBe('completed')
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['released', 'held'] })
  })

  test('that the same person used again meanwhile does not stop late money from settling', async () => {
    const { user, id, settle, status } = await lateMoney(null)
    expect((await redeemBy(user, (await aProduct()).id, id)).status).toBe(201)
    await settle()
    expect(await status()).toBe('completed')
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['released', 'held'] })
  })
})
