import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { aCoupon, inputOf } from '../../../testing/coupons.ts'
import { afterFirstBatch } from '../../../testing/interrupted.ts'
import { aBundle, aProduct, stockPlans } from '../../../testing/products.ts'
import { bought, sessionsOf } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { BY_COUNTRY, stateTax, taxOf } from '../../../testing/seller.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const CREATE = '/api/payment/create'
type Created = { id: number; url: string; code?: string; amount?: number }

/** Orders in one tab, where `meanwhile` happens after the order's facts were read and before its payment is stored. */
async function orderWhile(
  user: SignedIn,
  input: ReturnType<typeof inputOf>,
  meanwhile: () => Promise<unknown>,
) {
  const answer = await user.again(afterFirstBatch(env, meanwhile)).post<Created>(CREATE, input)
  return { ...answer, said: [answer.status, answer.data?.code ?? answer.message] }
}

const paymentsOf = async ({ id }: SignedIn) =>
  (
    await env.DB.prepare('SELECT id, status, amount_cents FROM payments WHERE user_id = ? ORDER BY id')
      .bind(id)
      .all<{ id: number; status: string; amount_cents: number }>()
  ).results

const statusesOf = async (user: SignedIn) => (await paymentsOf(user)).map(({ status }) => status)

const pagesOf = async (paymentId: number) => (await sessionsOf(paymentId)).map(({ status }) => status)

const change = (productId: number, set: string) =>
  env.DB.prepare(`UPDATE scripts SET ${set} WHERE id = ?`).bind(productId).run()

describe('an order whose buyer gets the product while it is sent', () => {
  const OWNED = [409, 'owned']

  const gift = async () => ({
    couponId: (await aCoupon({ discountType: 'percentage', discountValue: 1, maxUsesPerUser: 20 })).id,
  })

  test('is refused for a free order: one payment, one grant', async () => {
    const [user, product, free] = [await aUser(), await aProduct(), await gift()]
    const late = await orderWhile(user, inputOf(user, product.id, free), () =>
      user.post(CREATE, inputOf(user, product.id, free)),
    )
    expect(late.said).toEqual(OWNED)
    expect(await statusesOf(user)).toEqual(['completed'])
    expect((await user.get<unknown[]>('/api/my-products')).data).toHaveLength(1)
  })

  test('is refused for a paid product, and no page opens', async () => {
    const [user, product] = [await aUser(), await aProduct()]
    const late = await orderWhile(user, inputOf(user, product.id), () => bought(user, product.id))
    expect(late.said).toEqual(OWNED)
    expect(await statusesOf(user)).toEqual(['completed'])
  })

  test('is settled once of ten free orders at once', async () => {
    const [user, product, free] = [await aUser(), await aProduct(), await gift()]
    await Promise.all(Array.from({ length: 10 }, () => user.post(CREATE, inputOf(user, product.id, free))))
    expect((await statusesOf(user)).filter((status) => status !== 'expired')).toEqual(['completed'])
  })
})

// invariant: one-open-checkout
test.each(['bundle', 'part'])(
  'of a bundle and its part, ordered in two tabs at once, the %s is payable alone',
  async (last) => {
    const [user, part, other] = [await aUser(), await aProduct(), await aProduct()]
    const bundle = await aBundle([part, other])
    const [first, second] = last === 'bundle' ? [part, bundle] : [bundle, part]
    const early: Created[] = []
    const late = await orderWhile(user, inputOf(user, second.id), async () => {
      early.push((await user.post<Created>(CREATE, inputOf(user, first.id))).data)
    })
    expect(late.status, late.text).toBe(201)
    expect(await statusesOf(user)).toEqual(['expired', 'pending'])
    expect(await pagesOf(early[0]?.id ?? 0)).toEqual(['expired'])
    expect(await pagesOf(late.data.id)).toEqual(['open'])
  },
)

describe('an order whose product changes while it is sent', () => {
  afterEach(() => stateTax(null))

  // invariant: server-price
  test('that is repeated with its id at the new price is refused, and with a new id costs it', async () => {
    const [user, product] = [await aUser(), await aProduct({ priceCents: 4000 })]
    const first = inputOf(user, product.id, { finalAmount: 40 })
    await user.post(CREATE, first)
    await change(product.id, 'price_cents = 2000')
    const same = await user.post<Created>(CREATE, { ...first, finalAmount: 20 })
    expect([same.status, same.data?.code]).toEqual([409, 'stale'])
    await user.post(CREATE, inputOf(user, product.id, { finalAmount: 20 }))
    expect(await paymentsOf(user)).toMatchObject([
      { status: 'expired', amount_cents: 4000 },
      { status: 'pending', amount_cents: 2000 },
    ])
  })

  // invariant: server-price
  test('is refused with the new price where the buyer saw the old one', async () => {
    const [user, product] = [await aUser(), await aProduct({ priceCents: 2000 })]
    const late = await orderWhile(user, inputOf(user, product.id, { finalAmount: 20 }), () =>
      change(product.id, 'price_cents = 3000'),
    )
    expect([...late.said, late.data.amount]).toEqual([409, 'price-changed', 30])
    expect(await paymentsOf(user)).toEqual([])
  })

  test('costs the new price where it names none', async () => {
    const [user, product] = [await aUser(), await aProduct({ priceCents: 2000 })]
    const late = await orderWhile(user, inputOf(user, product.id), () =>
      change(product.id, 'price_cents = 3000'),
    )
    expect(await paymentsOf(user)).toMatchObject([{ status: 'pending', amount_cents: 3000 }])
    expect((await sessionsOf(late.data.id))[0]?.amount_total).toBe(3000)
  })

  test('is 404 where it is not sold any more, and 422 where its file was withdrawn', async () => {
    const user = await aUser()
    const [hidden, empty] = [await aProduct(), await aProduct()]
    const gone = await orderWhile(user, inputOf(user, hidden.id), () => change(hidden.id, 'is_deleted = 1'))
    const withdrawn = await orderWhile(user, inputOf(user, empty.id), () =>
      env.DB.prepare('UPDATE script_releases SET yanked_at = 1 WHERE script_id = ?').bind(empty.id).run(),
    )
    expect([gone.status, withdrawn.status]).toEqual([404, 422])
    expect(await paymentsOf(user)).toEqual([])
  })

  test('has the tax that is set when its payment is stored', async () => {
    const [user, product] = [await aUser(), await aProduct()]
    const late = await orderWhile(user, inputOf(user, product.id), () => stateTax(BY_COUNTRY))
    expect(late.status, late.text).toBe(201)
    expect(await taxOf(late.data.id)).toMatchObject({ by: 'stripe' })
  })
})

test('a checkout whose page opens while another tab closes it has no page that can be paid', async () => {
  const [user, product] = [await aUser(), await aProduct()]
  const first = inputOf(user, product.id)
  await sandbox.faults({ stripeApi: 'fail' })
  expect((await user.post(CREATE, first)).status).toBe(503)
  await sandbox.faults({ stripeApi: 'ok' })
  const opened: Created[] = []
  const second = await orderWhile(
    user,
    inputOf(user, product.id, { email: `other-${user.email}` }),
    async () => {
      opened.push((await user.post<Created>(CREATE, first)).data)
    },
  )
  expect(second.status, second.text).toBe(201)
  expect(await statusesOf(user)).toEqual(['expired', 'pending'])
  expect(await pagesOf(opened[0]?.id ?? 0)).toEqual(['expired'])
  expect(await pagesOf(second.data.id)).toEqual(['open'])
})
