import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { aUser, confirmAddress, type SignedIn } from '../../testing/clients.ts'
import { aCoupon, redeemBy, reserveBy, usesOf, validate } from '../../testing/coupons.ts'
import { aProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'

const FIRST =
  'This coupon is for a first order only. You have ordered here before, or another first order of yours is open.'
const OWNERS = 'This coupon is for people who have a certain product already. Your account does not have it.'

/** A stored order, as another session left it. */
const anOrder = (
  order: { userId: number | null; identity: string; status?: string; cents?: number },
  scriptId: number,
) =>
  env.DB.prepare(
    `INSERT INTO payments (reference, user_id, script_id, purchase_type, payment_provider, status, amount_cents,
      original_cents, discount_cents, currency, email, email_identity, created_at, updated_at)
     VALUES (?, ?, ?, 'one-time', 'stripe', ?, ?, ?, 0, 'usd', ?, ?, ?, ?)`,
  )
    .bind(
      crypto.randomUUID(),
      order.userId,
      scriptId,
      order.status ?? 'completed',
      order.cents ?? 1000,
      order.cents ?? 1000,
      order.identity,
      order.identity,
      Date.now() - DAY,
      Date.now() - DAY,
    )
    .run()

const refused = async (user: SignedIn, code: string, productId: number) => {
  const { status, message, data } = await validate(user, code, productId)
  return status === 200 ? null : [status, message, (data as unknown as { code: string }).code]
}

describe('a coupon for new customers', () => {
  const aNewCustomer = () => aUser({ confirmed: true })
  const forNew = () => aCoupon({ audience: 'new_customers' })

  test('is for an account with a confirmed address and without a paid order', async () => {
    const product = await aProduct()
    const { id, code } = await forNew()
    const user = await aUser()
    expect((await refused(user, code, product.id))?.[2]).toBe('unconfirmed')
    await confirmAddress(user)
    expect(await refused(user, code, product.id)).toBeNull()
    expect((await reserveBy(user, product.id, id)).status).toBe(201)
    // Its own open checkout, to which it returns.
    expect(await refused(user, code, product.id)).toBeNull()
  })

  test.each([
    ['paid', { status: 'completed' }, true],
    ['refunded', { status: 'refunded' }, true],
    ['never paid', { status: 'expired' }, false],
    ['of nothing', { cents: 0 }, false],
  ] as const)('counts an earlier order that was %s: %j', async (_, order, counts) => {
    const product = await aProduct()
    const { id, code } = await forNew()
    const user = await aNewCustomer()
    await anOrder({ userId: user.id, identity: user.email, ...order }, (await aProduct()).id)
    expect(await refused(user, code, product.id)).toEqual(counts ? [422, FIRST, 'new-customers-only'] : null)
    const answer = await reserveBy(user, product.id, id)
    expect(answer.status).toBe(counts ? 409 : 201)
    if (counts) expect([answer.message, (await usesOf(id)).live]).toEqual([FIRST, 0])
  })

  test('counts guests’ orders of the mailbox and confirmed accounts with it, but no order of a stranger that names it', async () => {
    const product = await aProduct()
    const { code } = await forNew()
    const [guest, alias, named] = [await aNewCustomer(), await aNewCustomer(), await aNewCustomer()]
    await anOrder({ userId: null, identity: guest.email }, product.id)
    expect((await refused(guest, code, product.id))?.[2]).toBe('new-customers-only')

    const other = await aUser()
    await env.DB.prepare('UPDATE users SET email_identity = ? WHERE id = ?').bind(alias.email, other.id).run()
    await anOrder({ userId: other.id, identity: 'else@mail.test' }, product.id)
    // An account that never confirmed the mailbox may be a stranger's.
    expect(await refused(alias, code, product.id)).toBeNull()
    await confirmAddress(other)
    await env.DB.prepare('UPDATE users SET email_identity = ? WHERE id = ?').bind(alias.email, other.id).run()
    expect((await refused(alias, code, product.id))?.[2]).toBe('new-customers-only')

    await anOrder({ userId: other.id, identity: named.email }, product.id)
    expect(await refused(named, code, product.id)).toBeNull()
  })

  test('counts the receipt’s mailbox at the checkout', async () => {
    const product = await aProduct()
    const { id } = await forNew()
    const user = await aNewCustomer()
    await anOrder({ userId: null, identity: 'regular@mail.test' }, product.id)
    const answer = await reserveBy(user, product.id, id, { email: 'regular@mail.test' })
    expect([answer.status, answer.message]).toEqual([409, FIRST])
  })

  // invariant: coupon-first-order
  test('gives one first order of several that are opened at once', async () => {
    const user = await aNewCustomer()
    const made = await Promise.all(
      Array.from({ length: 4 }, async () => ({ product: await aProduct(), coupon: await forNew() })),
    )
    const answers = await Promise.all(
      made.map(({ product, coupon }) => reserveBy(user, product.id, coupon.id)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const uses = await Promise.all(made.map(({ coupon }) => usesOf(coupon.id)))
    expect(uses.reduce((sum, { live }) => sum + live, 0)).toBe(1)
  })
})

describe('a coupon for owners', () => {
  test('is for accounts that have one of its products now', async () => {
    const [owned, wanted] = [await aProduct(), await aProduct()]
    const { id, code } = await aCoupon({ audience: 'owners', ownerScriptIds: [987_654, owned.id] })
    const [owner, other] = [await aUser({ confirmed: true }), await aUser({ confirmed: true })]
    await bought(owner, owned.id)
    expect(await refused(other, code, wanted.id)).toEqual([422, OWNERS, 'owners-only'])
    expect((await reserveBy(other, wanted.id, id)).message).toBe(OWNERS)
    expect(await refused(owner, code, wanted.id)).toBeNull()
    await env.DB.prepare("UPDATE user_scripts SET is_active = 0, status = 'revoked' WHERE user_id = ?")
      .bind(owner.id)
      .run()
    expect((await refused(owner, code, wanted.id))?.[2]).toBe('owners-only')
    expect((await redeemBy(owner, wanted.id, id)).status).toBe(409)
    expect((await usesOf(id)).uses).toEqual([])
  })
})
