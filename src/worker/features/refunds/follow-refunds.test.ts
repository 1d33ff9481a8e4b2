import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { shuffled } from '../../../../sandbox/webhooks/shuffle.ts'
import { configOf } from '../../providers/config.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { patience, runs } from '../../testing/depth.ts'
import { readHub } from '../../testing/hubs.ts'
import { aMailbox, FILE_LINK, filePathOf } from '../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, buy, deliver, happens, intentOf, moneyOf } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { type SandboxEvent, sandbox } from '../../testing/sandbox.ts'
import { depsOf } from '../../testing/shop.ts'
import { sweepEvents } from '../payments/webhooks/sweep-events.ts'
import { sweepRefunds } from './sweep-refunds.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

/** Every way to the file: the product list, the download when signed in, and the link in the receipt. */
async function doors(user: SignedIn, productId: number, link: string) {
  const [products, signedIn, byLink] = await Promise.all([
    user.get<{ id: number }[]>('/api/my-products'),
    user.fetch('GET', `/api/download/file/${productId}`),
    visitor().fetch('GET', link),
  ])
  await Promise.all([signedIn.arrayBuffer(), byLink.arrayBuffer()])
  return {
    listed: products.data.some(({ id }) => id === productId),
    signedIn: signedIn.status === 200,
    byLink: byLink.status === 200,
  }
}
const open = { listed: true, signedIn: true, byLink: true }
const shut = { listed: false, signedIn: false, byLink: false }

/** A buyer with a paid product and the receipt's link to its file. */
async function aBuyer() {
  const box = aMailbox()
  const user = await aUser({ bindings: box.bindings })
  const product = await aProduct()
  const { paymentId } = await bought(user, product.id)
  const mail = await box.mail(user.email, `Your receipt for ${product.name}`)
  const link = mail?.links.find((one) => one.includes(FILE_LINK)) ?? ''
  const intent = await intentOf(paymentId)
  return { box, user, product, paymentId, intent, link: filePathOf(link) }
}

/** The number of mails and of notifications that the buyer got about this payment. */
async function told(user: SignedIn, paymentId: number) {
  const { kept } = await readHub(user.id)
  const mails = (await mailsQueuedTo(user.email, 'money-moved')).length
  return { mails, bell: kept.filter(({ id }) => id.startsWith(`money-${paymentId}-`)).length }
}

/** A failed refund of five dollars at Stripe, whose events do not arrive. */
async function givenAndFailed(intent: string) {
  await sandbox.refund(intent, 500)
  const [refund] = await sandbox.refundsOf(intent)
  await sandbox.failRefund(refund?.id ?? '')
  return refund?.id ?? ''
}

describe('a refund made at Stripe itself', () => {
  test('in full ends download, receipt link and listing at once, and notifies the buyer once', async () => {
    const { box, user, product, paymentId, intent, link } = await aBuyer()
    expect(await doors(user, product.id, link)).toEqual(open)
    await happens(() => sandbox.refund(intent), box.bindings)
    expect(await doors(user, product.id, link)).toEqual(shut)
    expect(await moneyOf(paymentId)).toMatchObject({
      status: 'refunded',
      refunded: 1950,
      sum: 0,
      ledger: ['capture 1950', 'refund -1950'],
    })
    expect(await told(user, paymentId)).toEqual({ mails: 1, bell: 1 })
    expect(await box.subjects(user.email)).toContain(`Your payment for ${product.name} was refunded`)
  })

  test('in several parts keeps access until the last cent is refunded', async () => {
    const { user, product, paymentId, intent, link } = await aBuyer()
    await happens(() => sandbox.refund(intent, 500))
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'partially_refunded', refunded: 500, sum: 1450 })
    expect(await doors(user, product.id, link)).toEqual(open)
    await happens(() => sandbox.refund(intent, 1000))
    expect(await doors(user, product.id, link)).toEqual(open)
    await happens(() => sandbox.refund(intent, 450))
    expect(await doors(user, product.id, link)).toEqual(shut)
    expect(await moneyOf(paymentId)).toMatchObject({
      status: 'refunded',
      sum: 0,
      ledger: ['capture 1950', 'refund -500', 'refund -1000', 'refund -450'],
    })
    expect(await told(user, paymentId)).toEqual({ mails: 3, bell: 3 })
  })

  test('that fails later restores payment and access, and support is notified', async () => {
    const { user, product, paymentId, intent, link } = await aBuyer()
    const support = configOf(env).supportEmail
    const before = (await mailsQueuedTo(support, 'refund-trouble')).length
    await happens(() => sandbox.refund(intent))
    const [refund] = await sandbox.refundsOf(intent)
    await happens(() => sandbox.failRefund(refund?.id ?? ''))
    expect(await doors(user, product.id, link)).toEqual(open)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', refunded: 0, sum: 1950 })
    expect((await mailsQueuedTo(support, 'refund-trouble')).length - before).toBe(1)
    // The refund can be made again.
    await happens(() => sandbox.refund(intent))
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', sum: 0 })
  })
})

describe('a refund that the buyer’s bank rejects', () => {
  test.each([
    ['the only one', 1950, 1, 'Your payment is valid again'],
    ['one of two parts', 250, 2, 'So far we have refunded $2.50 of your payment'],
  ] as const)('(%s) sends its own mail and repeats no earlier mail', async (_, cents, count, state) => {
    const { box, user, product, intent } = await aBuyer()
    for (let made = 0; made < count; made += 1)
      await happens(() => sandbox.refund(intent, cents), box.bindings)
    const [refund] = await sandbox.refundsOf(intent)
    await happens(() => sandbox.failRefund(refund?.id ?? ''), box.bindings)
    const subject = `A refund for ${product.name} did not go through`
    expect((await box.subjects(user.email))[0]).toBe(subject)
    const text = (await box.mail(user.email, subject))?.text
    expect(text).toContain(`Our refund of $${(cents / 100).toFixed(2)} did not reach you`)
    expect(text).toContain(state)
  })

  test('of a subscription says that it stays ended, to the buyer and to support', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
    const intent = await intentOf(paymentId)
    await happens(() => sandbox.refund(intent), box.bindings)
    const [refund] = await sandbox.refundsOf(intent)
    await happens(() => sandbox.failRefund(refund?.id ?? ''), box.bindings)
    expect((await user.fetch('GET', `/api/download/file/${PREMIUM_ID}`)).status).toBe(403)
    const [subject = ''] = await box.subjects(user.email)
    expect((await box.mail(user.email, subject))?.text).toContain('Your subscription ended with the refund')
    const toSupport = await env.DB.prepare(
      "SELECT data FROM email_deliveries WHERE payment_id = ? AND template = 'refund-trouble'",
    )
      .bind(paymentId)
      .first<{ data: string }>()
    expect(toSupport?.data).toContain('neither the money nor access')
  })
})

describe('a refund that fails at the bank without an event', () => {
  const statusesAfter = async (paymentId: number) => {
    const { status, refunded, sum, refunds } = await moneyOf(paymentId)
    return { status, refunded, sum, refunds }
  }

  test.each([
    ['less than', 500],
    ['as much as', 975],
    ['more than', 1450],
  ] as const)('worth %s the next one is marked failed, and the next one succeeds', async (_, first) => {
    const { box, user, paymentId, intent } = await aBuyer()
    const admin = await aUser({ admin: true, bindings: box.bindings })
    const start = (amount: number) =>
      admin.post(`/api/secure-management/payments/${paymentId}/refund`, { amount, reason: 'In part' })
    await happens(() => start(first / 100), box.bindings)
    const [given] = await sandbox.refundsOf(intent)
    await sandbox.failRefund(given?.id ?? '')
    const rest = 1950 - first
    await happens(() => start(rest / 100), box.bindings)
    expect(await statusesAfter(paymentId)).toEqual({
      status: 'partially_refunded',
      refunded: rest,
      sum: first,
      refunds: ['failed', 'succeeded'],
    })
    const toSupport = await mailsQueuedTo(configOf(env).supportEmail, 'refund-trouble')
    expect(toSupport.filter(({ key }) => key.startsWith(`refund-fell:${paymentId}:`))).toHaveLength(1)
    expect((await told(user, paymentId)).mails).toBe(3)
    // The failed amount can be refunded again.
    await happens(() => start(first / 100), box.bindings)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', sum: 0 })
  })

  test('before it was counted is marked failed, and the buyer gets one mail', async () => {
    const { user, paymentId, intent } = await aBuyer()
    await env.DB.prepare(
      "INSERT INTO refunds (payment_id, reference, amount_cents, status, asked_by, provider_refund_id, next_attempt_at, attempts, created_at, updated_at) VALUES (?, ?, 500, 'pending', 'admin', ?, 0, 0, 0, 0)",
    )
      .bind(paymentId, crypto.randomUUID(), await givenAndFailed(intent))
      .run()
    await sweepRefunds(depsOf(), Date.now())
    expect(await statusesAfter(paymentId)).toEqual({
      status: 'completed',
      refunded: 0,
      sum: 1950,
      refunds: ['failed'],
    })
    expect((await told(user, paymentId)).mails).toBe(1)
  })
})

describe('a dispute', () => {
  test('ends all access at once; winning it restores all access', async () => {
    const { box, user, product, paymentId, intent, link } = await aBuyer()
    let id = ''
    await happens(async () => {
      id = await sandbox.dispute(intent)
    }, box.bindings)
    expect(await doors(user, product.id, link)).toEqual(shut)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'disputed', sum: 0 })
    await happens(() => sandbox.endDispute(id, 'won'), box.bindings)
    expect(await doors(user, product.id, link)).toEqual(open)
    expect(await moneyOf(paymentId)).toMatchObject({
      status: 'completed',
      sum: 1950,
      ledger: ['capture 1950', 'dispute -1950', 'restore 1950'],
    })
    expect(await told(user, paymentId)).toEqual({ mails: 2, bell: 2 })
    const subjects = await box.subjects(user.email)
    expect(subjects[0]).toBe(`Your payment for ${product.name} is valid again`)
  })

  test.each([
    ['whole', undefined, shut, 'stays refunded in full'],
    ['part', 500, open, 'is valid again'],
  ] as const)(
    'that is won after a refund of the %s announces no second refund',
    async (_, cents, doorsAfter, bell) => {
      const { box, user, product, intent, link } = await aBuyer()
      await happens(() => sandbox.refund(intent, cents), box.bindings)
      let id = ''
      await happens(async () => {
        id = await sandbox.dispute(intent)
      }, box.bindings)
      await happens(() => sandbox.endDispute(id, 'won'), box.bindings)
      expect(await doors(user, product.id, link)).toEqual(doorsAfter)
      const subjects = await box.subjects(user.email)
      expect(subjects[0]).toBe(`The dispute of your payment for ${product.name} has ended`)
      expect(subjects.filter((subject) => subject.includes('refund'))).toHaveLength(1)
      expect((await readHub(user.id)).kept[0]?.message).toContain(bell)
    },
  )

  test('sends the buyer nothing more when an earlier refund fails while the dispute is open', async () => {
    const { box, user, paymentId, intent } = await aBuyer()
    await happens(() => sandbox.refund(intent), box.bindings)
    await happens(() => sandbox.dispute(intent), box.bindings)
    const before = await told(user, paymentId)
    const [refund] = await sandbox.refundsOf(intent)
    await happens(() => sandbox.failRefund(refund?.id ?? ''), box.bindings)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'disputed', refunded: 0 })
    expect(await told(user, paymentId)).toEqual(before)
  })

  test('that is lost changes nothing and sends the buyer nothing more', async () => {
    const { user, product, paymentId, intent, link } = await aBuyer()
    let id = ''
    await happens(async () => {
      id = await sandbox.dispute(intent)
    })
    await happens(() => sandbox.endDispute(id, 'lost'))
    expect(await doors(user, product.id, link)).toEqual(shut)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'disputed', sum: 0 })
    expect(await told(user, paymentId)).toEqual({ mails: 1, bell: 1 })
  })

  test('after a partial refund takes the remaining amount; winning it restores only that amount', async () => {
    const { paymentId, intent } = await aBuyer()
    await happens(() => sandbox.refund(intent, 500))
    let id = ''
    await happens(async () => {
      id = await sandbox.dispute(intent)
    })
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'disputed', sum: 0 })
    await happens(() => sandbox.endDispute(id, 'won'))
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'partially_refunded', refunded: 500, sum: 1450 })
  })
})

/** A subscriber of Premium by card, with the first payment and a function that renews once. */
async function aSubscriber() {
  const user = await aUser()
  const { paymentId: first } = await bought(user, PREMIUM_ID, 'subscription')
  const row = await env.DB.prepare(
    'SELECT s.stripe_subscription_id AS id FROM subscriptions s WHERE s.user_id = ?',
  )
    .bind(user.id)
    .first<{ id: string }>()
  const subscriptionId = row?.id ?? ''
  const renew = async () => {
    await happens(() => sandbox.subscription(subscriptionId, 'renew'))
    const latest = await env.DB.prepare('SELECT max(id) AS id FROM payments WHERE user_id = ?')
      .bind(user.id)
      .first<{ id: number }>()
    return latest?.id ?? 0
  }
  const state = async () => ({
    stripe: (await sandbox.stripeSubscription(subscriptionId))?.status,
    ours: (
      await env.DB.prepare('SELECT status FROM subscriptions WHERE user_id = ?')
        .bind(user.id)
        .first<{ status: string }>()
    )?.status,
    opens: (await user.fetch('GET', `/api/download/file/${PREMIUM_ID}`)).status === 200,
  })
  return { user, first, subscriptionId, renew, state }
}

/** What the mail about the refund says of access: 1 where it does not change. */
const keepsAccessOf = async (paymentId: number) =>
  (
    await env.DB.prepare(
      "SELECT json_extract(data, '$.keepsAccess') AS keeps FROM email_deliveries WHERE payment_id = ? AND template = 'money-moved'",
    )
      .bind(paymentId)
      .first<{ keeps: number }>()
  )?.keeps

describe('for a subscription,', () => {
  const ended = { stripe: 'canceled', ours: 'canceled', opens: false }
  const running = { stripe: 'active', ours: 'active', opens: true }

  test('a refund of the current period ends access and the subscription, which never charges again', async () => {
    const { first, subscriptionId, state } = await aSubscriber()
    expect(await state()).toEqual(running)
    const intent = await intentOf(first)
    await happens(() => sandbox.refund(intent))
    expect(await state()).toEqual(ended)
    expect(await happens(() => sandbox.subscription(subscriptionId, 'renew'))).toEqual([])
  })

  test('a refund of an older period changes nothing in the current period, and its news says so', async () => {
    const { user, first, renew, state } = await aSubscriber()
    const news = async () => (await readHub(user.id)).kept.map(({ message }) => message)
    const second = await renew()
    expect(second).not.toBe(first)
    const intent = await intentOf(first)
    await happens(() => sandbox.refund(intent))
    expect((await moneyOf(first)).status).toBe('refunded')
    expect(await state()).toEqual(running)
    const product = 'Premium Subscription'
    expect(await news()).toContain(
      `An earlier payment for ${product} was refunded in full. Your access does not change.`,
    )
    expect(await keepsAccessOf(first)).toBe(1)
    const later = await intentOf(second)
    await happens(() => sandbox.refund(later))
    expect(await state()).toEqual(ended)
    expect(await news()).toContain(
      `Your payment for ${product} was refunded in full. Your access from it has ended.`,
    )
    expect(await keepsAccessOf(second)).toBe(0)
    expect((await moneyOf(second)).sum).toBe(0)
  })

  test('a partial refund of the current period keeps the subscription active', async () => {
    const { first, state } = await aSubscriber()
    const intent = await intentOf(first)
    await happens(() => sandbox.refund(intent, 1000))
    expect(await state()).toEqual(running)
  })

  test('an open dispute pauses access only; a lost dispute cancels the subscription permanently', async () => {
    const { first, state } = await aSubscriber()
    const intent = await intentOf(first)
    let id = ''
    await happens(async () => {
      id = await sandbox.dispute(intent)
    })
    expect(await state()).toEqual({ ...running, opens: false })
    await happens(() => sandbox.endDispute(id, 'lost'))
    expect(await state()).toEqual(ended)
  })

  test('a won dispute restores access', async () => {
    const { first, state } = await aSubscriber()
    const intent = await intentOf(first)
    let id = ''
    await happens(async () => {
      id = await sandbox.dispute(intent)
    })
    await happens(() => sandbox.endDispute(id, 'won'))
    expect(await state()).toEqual(running)
  })

  test('a payment refunded before its webhook arrives is settled and refunded, the subscription ended', async () => {
    const user = await aUser()
    const { checkoutId, paymentId } = await buy(user, PREMIUM_ID, 'subscription')
    const events = await sandbox.eventsOf(async () => {
      await sandbox.pay(checkoutId)
      const held = await sandbox.session(checkoutId)
      const id = typeof held?.subscription === 'string' ? held.subscription : (held?.subscription?.id ?? '')
      await sandbox.refund(await sandbox.intentOfSubscription(id))
    })
    // Only the first event arrives; the events of the refund and of the cancellation are lost.
    const completed = events.find(({ type }) => type === 'checkout.session.completed')
    await deliver(await sandbox.signed(completed?.id ?? ''))
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', sum: 0 })
    const row = await env.DB.prepare('SELECT status FROM subscriptions WHERE user_id = ?')
      .bind(user.id)
      .first<{ status: string }>()
    expect(row?.status).toBe('canceled')
  })
})

/** The changes to the money of one payment that the test draws from. Stripe refuses some of them. */
const STEPS = ['refund-part', 'refund-rest', 'fail', 'dispute', 'won', 'lost'] as const

async function step(intent: string, what: (typeof STEPS)[number]) {
  const refunds = (await sandbox.refundsOf(intent)).filter(({ status }) => status === 'succeeded')
  const [dispute] = await sandbox.disputesOf(intent)
  if (what === 'refund-part') return sandbox.refund(intent, 300)
  if (what === 'refund-rest') return sandbox.refund(intent)
  if (what === 'dispute') return sandbox.dispute(intent)
  if (what === 'fail') return refunds[0] && sandbox.failRefund(refunds[0].id)
  return dispute && sandbox.endDispute(dispute.id, what)
}

// spec: refund-effects
test(
  'events in any order, each delivered twice, lead to the state at Stripe, and the ledger adds up',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 6 }),
        fc.integer(),
        async (steps, seed) => {
          const user = await aUser()
          const product = await aProduct()
          const { paymentId } = await bought(user, product.id)
          const intent = await intentOf(paymentId)
          const events: SandboxEvent[] = []
          // A step that Stripe refuses (more than is left, a second dispute) has no effect.
          for (const what of steps)
            events.push(...(await sandbox.eventsOf(() => step(intent, what).catch(() => undefined))))
          let random = Math.abs(seed) % 2147483647
          const chance = () => {
            random = (random * 48271 + 11) % 2147483647
            return random / 2147483647
          }
          for (const { id } of shuffled([...events, ...events], chance))
            await deliver(await sandbox.signed(id))
          await sweepEvents(depsOf(), Date.now() + 3_600_000)

          const refunded = (await sandbox.refundsOf(intent))
            .filter(({ status }) => status === 'succeeded')
            .reduce((sum, { amount }) => sum + amount, 0)
          const disputed = (await sandbox.disputesOf(intent)).some(({ status }) => status !== 'won')
          const kept = disputed ? 0 : 1950 - refunded
          const status = disputed
            ? 'disputed'
            : refunded === 0
              ? 'completed'
              : refunded === 1950
                ? 'refunded'
                : 'partially_refunded'
          expect(await moneyOf(paymentId)).toMatchObject({ status, refunded, sum: kept })
          const opens = (await user.fetch('GET', `/api/download/file/${product.id}`)).status === 200
          expect(opens).toBe(status === 'completed' || status === 'partially_refunded')
          // One mail for each change, none for a repeated event.
          const changes = await env.DB.prepare(
            "SELECT count(*) AS n FROM payment_events WHERE payment_id = ? AND kind LIKE 'change:%'",
          )
            .bind(paymentId)
            .first<{ n: number }>()
          expect((await mailsQueuedTo(user.email, 'money-moved')).length).toBe(changes?.n)
        },
      ),
      runs(7),
    )
  },
  patience(180_000),
)
