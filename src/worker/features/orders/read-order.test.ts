import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { Checked, OrderDetail, TimelineEntry } from '#shared/orders/contract.ts'
import { aCharge, andTell, payBalance } from '../../testing/charges.ts'
import { aRegisteredUser, aUser, type SignedIn } from '../../testing/clients.ts'
import { aCoupon, redeemBy } from '../../testing/coupons.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, bought, buy, deliver, happens, intentOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'

let admin: SignedIn
beforeAll(sandbox.calm)
beforeAll(stockPlans)
beforeAll(async () => {
  admin = await aUser({ admin: true })
})

const path = (id: number, rest = '') => `/api/secure-management/payments/${id}${rest}`

async function read(id: number): Promise<OrderDetail> {
  const answer = await admin.get<OrderDetail>(path(id))
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}

/** The titles of the timeline, oldest first. */
const story = ({ timeline }: OrderDetail) => timeline.map(({ title }) => title).toReversed()
const entryOf = ({ timeline }: OrderDetail, title: string) => timeline.find((one) => one.title === title)

const subscriptionOf = async (paymentId: number) =>
  (await env.DB.prepare(
    'SELECT s.stripe_subscription_id AS id FROM subscriptions s JOIN payments p ON p.subscription_id = s.id WHERE p.id = ?',
  )
    .bind(paymentId)
    .first<string>('id')) ?? ''

const refund = (id: number, input: object) => admin.post(path(id, '/refund'), input)

describe('an order', () => {
  test('paid by card shows all its facts, and a timeline of checkout, money, mail and downloads', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    await user.fetch('GET', `/api/download/file/${product.id}`)
    const order = await read(paymentId)
    const { payment } = await booksOf(paymentId)
    expect(order).toMatchObject({
      id: paymentId,
      status: 'completed',
      amount: 19.5,
      originalAmount: 19.5,
      discountAmount: 0,
      isCrypto: false,
      couponCode: null,
      referrer: null,
      subscription: null,
      openRefund: null,
      ids: { reference: payment?.reference, checkoutId: payment?.checkout_id },
      grant: { status: 'active', isActive: true },
      licence: { devicesUsed: 0, deviceLimit: 2, isRevoked: false },
      user: { id: user.id, username: user.username },
      older: { mails: null, downloads: null },
    })
    expect(order.licence?.licenceKey).toMatch(/^WF-/)
    expect(order.providerUrl).toContain('/sandbox/stripe/checkout/')
    expect(story(order)).toEqual([
      'Checkout started',
      'Paid',
      'Balance: received',
      expect.stringMatching(/^Mail: Receipt – /),
      'Downloaded',
    ])
    expect(entryOf(order, 'Paid')).toMatchObject({ text: '$19.50', who: 'a webhook' })
    expect(entryOf(order, 'Balance: received')?.text).toBe('+$19.50')
    expect(entryOf(order, 'Downloaded')).toMatchObject({
      who: user.username,
      whoId: user.id,
      text: 'Version 1.0',
    })
    expect(order.timeline.find(({ kind }) => kind === 'mail')).toMatchObject({
      text: `To ${user.email}`,
      mail: { id: expect.any(Number) },
    })
    expect(new Set(order.timeline.map(({ key }) => key)).size).toBe(order.timeline.length)
  })

  // spec: order-timeline
  test('refunded in part, then in full, shows admin, amount and reason of each refund', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    await refund(paymentId, { amount: 5.25, reason: 'Half of it did not work' })
    await refund(paymentId, { reason: 'All of it' })
    const order = await read(paymentId)
    expect(order).toMatchObject({ status: 'refunded', refundedAmount: 19.5, grant: { isActive: false } })
    expect(order.licence?.isRevoked).toBe(true)
    const told = story(order).filter((title) => !title.startsWith('Mail: Receipt'))
    expect(told.toSorted()).toEqual(
      [
        'Checkout started',
        'Paid',
        'Balance: received',
        'Refund of $5.25 started',
        'Refund started',
        'Refunded in part',
        'Balance: refunded',
        'Refund succeeded',
        'Refund of $14.25 started',
        'Refund started',
        'Refunded in full',
        'Balance: refunded',
        'Refund succeeded',
        ...told.filter((title) => title.startsWith('Mail: Refund or dispute')),
      ].toSorted(),
    )
    expect(told.filter((title) => title.startsWith('Mail: Refund or dispute'))).toHaveLength(2)
    expect(entryOf(order, 'Refund of $5.25 started')).toMatchObject({
      text: 'Half of it did not work',
      who: admin.username,
      whoId: admin.id,
    })
    expect(entryOf(order, 'Refund started')).toMatchObject({ text: '$14.25, All of it', who: admin.username })
    expect(entryOf(order, 'Refunded in part')?.text).toBe('$5.25 in all')
  })

  test('with a won dispute shows the dispute and its ledger entries', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    const intent = await intentOf(paymentId)
    let dispute = ''
    await happens(async () => {
      dispute = await sandbox.dispute(intent)
    })
    expect(await read(paymentId)).toMatchObject({ status: 'disputed', grant: { isActive: false } })
    await happens(() => sandbox.endDispute(dispute, 'won'))
    const told = story(await read(paymentId)).filter((title) => !title.startsWith('Mail: '))
    expect(told).toEqual([
      'Checkout started',
      'Paid',
      'Balance: received',
      'Dispute opened',
      'Money withdrawn',
      'Balance: withheld by a dispute',
      'Dispute won',
      'Money returned to the shop',
      'Balance: returned to the shop',
    ])
  })

  test('partially paid in crypto shows the amount received, the amount due and its payment page', async () => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '10.00'))
    await andTell(() => sandbox.cryptoExpire(made.checkoutId))
    await payBalance(made.user, made.paymentId)
    const order = await read(made.paymentId)
    expect(order).toMatchObject({
      isCrypto: true,
      provider: 'btcpay',
      receivedAmount: 10,
      dueAmount: 9.5,
      situation: 'underpaid',
      grant: null,
      licence: null,
      paidAt: null,
    })
    const told = story(order)
    expect(told[0]).toBe('Checkout started')
    expect(told).toContain('Partial payment received')
    expect(told).toContain('Checkout for the amount due started')
    expect(entryOf(order, 'Checkout for the amount due started')?.text).toBe('$9.50')
    expect(told.some((title) => title.startsWith('Mail: Crypto amount'))).toBe(true)
  })

  test('bought with a coupon through an affiliate names both, and the commission', async () => {
    const affiliate = await aUser()
    const referralCode = await env.DB.prepare('SELECT referral_code FROM users WHERE id = ?')
      .bind(affiliate.id)
      .first<string>('referral_code')
    const user = await aRegisteredUser({ referralCode })
    const coupon = await aCoupon()
    const created = await redeemBy(user, (await aProduct()).id, coupon.id)
    await happens(() => sandbox.pay(created.data.url.split('/').at(-1) ?? ''))
    const order = await read(created.data.id)
    expect(order).toMatchObject({
      originalAmount: 19.5,
      discountAmount: 3.9,
      amount: 15.6,
      couponCode: coupon.code,
      couponId: coupon.id,
      referrer: { id: affiliate.id, username: affiliate.username },
    })
    expect(entryOf(order, 'Checkout started')?.text).toBe(
      `$15.60, Card (Stripe), $3.90 off with coupon ${coupon.code}`,
    )
    expect(entryOf(order, 'Commission recorded')).toMatchObject({
      text: '$1.56, now pending',
      who: affiliate.username,
      whoId: affiliate.id,
    })
  })

  test('of a guest shows that it was found at the provider, and the downloads of its link', async () => {
    const guest = `${unique('guest')}@mail.test`
    const events = await sandbox.eventsOf(() => sandbox.payByLink('lifetime', guest))
    for (const { id } of events) await deliver(await sandbox.signed(id))
    const paymentId =
      (await env.DB.prepare('SELECT id FROM payments WHERE email = ?').bind(guest).first<number>('id')) ?? 0
    await env.DB.prepare(
      `INSERT INTO downloads (payment_id, script_id, release_id, via, created_at)
        SELECT ?, script_id, id, 'link', ? FROM script_releases WHERE script_id = 12 LIMIT 1`,
    )
      .bind(paymentId, Date.now() + 1000)
      .run()
    const order = await read(paymentId)
    expect(order).toMatchObject({ userId: null, user: null, email: guest, grant: { isActive: true } })
    const told = story(order)
    expect([told[0], told.at(-1)]).toEqual(['Found at the provider', 'Downloaded by emailed link'])
  })

  test('that renews a subscription is shown as a renewal, with the grant of the first payment', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
    const stripeId = await subscriptionOf(paymentId)
    await happens(() => sandbox.subscription(stripeId, 'renew'))
    const renewal = await env.DB.prepare('SELECT max(id) AS id FROM payments WHERE user_id = ?')
      .bind(user.id)
      .first<number>('id')
    expect(renewal).toBeGreaterThan(paymentId)
    const order = await read(renewal ?? 0)
    expect(order).toMatchObject({
      purchaseType: 'subscription',
      subscription: { status: 'active', stripeSubscriptionId: stripeId },
      grant: { isActive: true },
    })
    expect(Date.parse(order.periodEnd ?? '') - Date.parse(order.periodStart ?? '')).toBeGreaterThan(27 * DAY)
    expect(story(order).slice(0, 3)).toEqual(['Renewal billed', 'Paid', 'Balance: received'])
  })

  test('shows findings of the reconciliation until they are resolved', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    const { grants } = await booksOf(paymentId)
    const find = (kind: string, subject: string) =>
      env.DB.prepare(
        "INSERT INTO reconciliation_findings (kind, subject, details, found_at, last_seen_at) VALUES (?, ?, '{}', ?, ?)",
      )
        .bind(kind, subject, Date.now(), Date.now())
        .run()
    await find('ledger-off', `payment:${paymentId}`)
    await find('access-not-paid', `grant:${grants[0]?.id}`)
    await find('ledger-off', `payment:${paymentId}0`)
    const found = (await read(paymentId)).timeline.filter(({ kind }) => kind === 'finding')
    expect(found.map(({ title }) => title).toSorted()).toEqual([
      'Access without a payment',
      'The amounts of this payment do not match',
    ])
    await env.DB.prepare('UPDATE reconciliation_findings SET resolved_at = 1').run()
    expect((await read(paymentId)).timeline.some(({ kind }) => kind === 'finding')).toBe(false)
  })

  test('that does not exist gets 404', async () => {
    expect((await admin.get(path(999_999))).status).toBe(404)
    expect((await admin.post(path(999_999, '/check'))).status).toBe(404)
  })
})

describe('mails and downloads of a timeline', () => {
  test('come in pages, each row once', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    const now = Date.now()
    const downloads = Array.from({ length: 35 }, (_, n) =>
      env.DB.prepare(
        `INSERT INTO downloads (user_id, payment_id, script_id, release_id, via, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
      ).bind(
        n % 2 ? user.id : null,
        n % 2 ? null : paymentId,
        product.id,
        product.release.id,
        n % 2 ? 'session' : 'link',
        // Five at each moment.
        now + Math.floor(n / 5),
      ),
    )
    const mails = Array.from({ length: 34 }, (_, n) =>
      env.DB.prepare(
        `INSERT INTO email_deliveries (key, template, to_address, data, payment_id, status, queued_at, due_at, created_at, updated_at)
          VALUES (?, 'receipt', ?, '{}', ?, 'dead', 1, 1, ?, 1)`,
      ).bind(unique('mail'), user.email, paymentId, now + n),
    )
    await env.DB.batch([...downloads, ...mails])
    const order = await read(paymentId)
    for (const [part, count] of [
      ['downloads', 35],
      ['mails', 35],
    ] as const) {
      const kind = part === 'mails' ? 'mail' : 'download'
      const keys = order.timeline.filter((one) => one.kind === kind).map(({ key }) => key)
      expect(keys).toHaveLength(30)
      let cursor: string | number | null = order.older[part]
      while (cursor !== null) {
        const page: { data: TimelineEntry[]; nextCursor: string | number | null } = await admin.get<
          TimelineEntry[]
        >(path(paymentId, `/${part}?limit=2&cursor=${cursor}`))
        keys.push(...page.data.map(({ key }) => key))
        cursor = page.nextCursor
      }
      expect(keys).toHaveLength(count)
      expect(new Set(keys).size).toBe(count)
    }
  })
})

describe('an admin’s check at the provider', () => {
  test('settles a payment whose webhook was lost and is audited; without a change it has no effect', async () => {
    const user = await aUser()
    const opened = await buy(user, (await aProduct()).id)
    const check = () => admin.post<Checked>(path(opened.paymentId, '/check'))
    expect((await check()).data).toEqual({ outcome: 'ignored', status: 'pending' })
    await sandbox.pay(opened.checkoutId)
    expect((await check()).data).toEqual({ outcome: 'settled', status: 'completed' })
    const order = await read(opened.paymentId)
    expect(entryOf(order, 'Paid')?.who).toBe('an admin’s check')
    const asked = order.timeline.filter(({ kind }) => kind === 'admin')
    expect(asked).toMatchObject([
      { title: 'Payment checked with the provider', text: 'now completed, settled', who: admin.username },
    ])
    expect((await check()).data).toMatchObject({ outcome: 'ignored', status: 'completed' })
  })
})
