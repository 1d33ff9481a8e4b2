import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { ContractView, Withdrawn } from '#shared/contracts/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { PRESENT_CONSENT } from '#shared/payments/consent-rules.ts'
import { andTell, charge, takingAt } from '../../testing/charges.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { inputOf } from '../../testing/coupons.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, bought, deliver, happens, moneyOf } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf } from '../../testing/shop.ts'
import { withdrawalPassedOnMail } from '../email/mails/withdrawal.ts'
import { sweepRefunds } from '../refunds/sweep-refunds.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)
beforeEach(sandbox.calm)

const withdraw = (user: SignedIn, paymentId: number, name = 'Ada Lovelace') =>
  user.post<Withdrawn>('/api/contracts/withdraw', { paymentId, name })

const contractsOf = async (user: SignedIn) => (await user.get<ContractView[]>('/api/contracts')).data

const templatesTo = async (email: string) => (await mailsQueuedTo(email)).map(({ template }) => template)

/** Buys a file at a checkout with this consent, or without one. */
async function boughtWith(user: SignedIn, deliveryConsent: string | null) {
  const { id: productId } = await aProduct()
  const created = await user.post<{ id: number; url: string }>(
    '/api/payment/create',
    inputOf(user, productId, { deliveryConsent }),
  )
  expect(created.status, created.text).toBe(201)
  const checkoutId = created.data.url.split('/').at(-1) ?? ''
  await happens(() => sandbox.pay(checkoutId))
  return { productId, paymentId: created.data.id }
}

const download = async (user: SignedIn, productId: number) => {
  const answer = await user.get(`/api/download/file/${productId}`)
  expect(answer.status).toBe(200)
}

describe('the consent at checkout', () => {
  test('is stored with the order by its version, and the receipt repeats the text', async () => {
    const user = await aUser()
    const { paymentId } = await boughtWith(user, PRESENT_CONSENT)
    const row = await env.DB.prepare('SELECT consent_version, consent_at FROM payments WHERE id = ?')
      .bind(paymentId)
      .first<{ consent_version: string; consent_at: number }>()
    expect(row).toEqual({ consent_version: PRESENT_CONSENT, consent_at: expect.any(Number) })
    const [receipt] = (await mailsQueuedTo(user.email)).filter(({ template }) => template === 'receipt')
    const data = JSON.parse(String(receipt?.data)) as {
      deliveryConsent: { text: string }
      withdrawUntil: number
    }
    expect(data.deliveryConsent.text).toContain('I want the file right away')
    expect(data.withdrawUntil).toBeGreaterThan(Date.now() + 13 * DAY)
  })

  test('is refused with 409 where its text is not the present one, and nothing is opened', async () => {
    const user = await aUser()
    const { id } = await aProduct()
    const order = inputOf(user, id, { deliveryConsent: '2019-01' })
    const answer = await user.post<{ code: string; version: string }>('/api/payment/create', order)
    expect([answer.status, answer.data]).toEqual([409, { code: 'consent-changed', version: PRESENT_CONSENT }])
    const crypto = await user.post('/api/coinbase/create-charge', {
      productId: id,
      email: user.email,
      deliveryConsent: 'x',
    })
    expect(crypto.status).toBe(409)
    const rows = await env.DB.prepare('SELECT id FROM payments WHERE user_id = ?').bind(user.id).all()
    expect(rows.results).toEqual([])
  })
})

// invariant: withdrawn-once
describe('a withdrawal by the owner', () => {
  test('of a subscription ends it at Stripe, refunds all of it, and mails the statement with its time', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
    expect(await contractsOf(user)).toMatchObject([{ paymentId, verdict: 'open', amount: 29.99 }])
    const answer = await withdraw(user, paymentId)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data.reference).toMatch(/^W-[2-9A-Z]{10}$/)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', refunded: 2999, sum: 0 })
    const subscription = await env.DB.prepare(
      'SELECT status, stripe_subscription_id AS id FROM subscriptions WHERE user_id = ?',
    )
      .bind(user.id)
      .first<{ status: string; id: string }>()
    expect(subscription?.status).toBe('canceled')
    expect((await sandbox.stripeSubscription(subscription?.id ?? ''))?.status).toBe('canceled')
    const mails = await mailsQueuedTo(user.email)
    const receipt = mails.find(({ template }) => template === 'withdrawal-received')
    expect(JSON.parse(String(receipt?.data))).toMatchObject({
      name: 'Ada Lovelace',
      amountCents: 2999,
      receivedAt: Date.parse(answer.data.receivedAt),
      statement: expect.stringMatching(/order WF-\w{4}-\w{4} for/),
    })
    expect(await templatesTo(env.SUPPORT_EMAIL)).toContain('withdrawal-notice')
    const audit = await env.DB.prepare(
      "SELECT actor_id FROM audit_log WHERE action = 'contract.withdraw' AND subject = ?",
    )
      .bind(`payment:${paymentId}`)
      .all<{ actor_id: number }>()
    expect(audit.results).toEqual([{ actor_id: user.id }])
    expect(await contractsOf(user)).toMatchObject([{ verdict: 'withdrawn', withdrawal: answer.data }])
  })

  test('repeated or sent ten times at once is one statement, one refund and one receipt', async () => {
    const user = await aUser()
    const { paymentId } = await boughtWith(user, null)
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(user, paymentId)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => data.reference)).size).toBe(1)
    expect((await moneyOf(paymentId)).refunds).toEqual(['succeeded'])
    const receipts = (await templatesTo(user.email)).filter((name) => name === 'withdrawal-received')
    expect(receipts).toHaveLength(1)
    expect((await booksOf(paymentId)).grants.some((grant) => Boolean(grant.is_active))).toBe(false)
  })

  test('is refused once the file that was asked for at once is downloaded, and not before', async () => {
    const user = await aUser()
    const { productId, paymentId } = await boughtWith(user, PRESENT_CONSENT)
    expect((await contractsOf(user))[0]?.verdict).toBe('open')
    await download(user, productId)
    const refused = await withdraw(user, paymentId)
    expect([refused.status, refused.data]).toEqual([409, { code: 'download-began' }])
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', refunds: [] })
  })

  test('without the consent is open also after the download', async () => {
    const user = await aUser()
    const { productId, paymentId } = await boughtWith(user, null)
    await download(user, productId)
    expect((await withdraw(user, paymentId)).status).toBe(200)
    expect((await moneyOf(paymentId)).status).toBe('refunded')
  })

  test('is refused after 14 days, and for somebody else’s order', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
    expect((await withdraw(await aUser(), paymentId)).status).toBe(404)
    await env.DB.prepare('UPDATE payments SET payment_date = ? WHERE id = ?')
      .bind(Date.now() - 14 * DAY - 1000, paymentId)
      .run()
    const refused = await withdraw(user, paymentId)
    expect([refused.status, refused.data]).toEqual([409, { code: 'too-late' }])
    expect((await contractsOf(user))[0]?.verdict).toBe('too-late')
  })

  test('of a month paid in crypto takes the month off and starts the refund of the crypto', async () => {
    const user = await aUser({ bindings: takingAt('btcpay') })
    const made = await charge(user, PREMIUM_ID)
    await andTell(() => sandbox.cryptoPay(made.checkoutId))
    expect((await withdraw(user, made.paymentId)).status).toBe(200)
    const deps = depsOf(user.bindings)
    await sweepRefunds(deps, Date.now() + 1)
    await deps.idle()
    expect(await moneyOf(made.paymentId)).toMatchObject({ refunds: ['succeeded'], refunded: 2999 })
    const row = await env.DB.prepare('SELECT status FROM subscriptions WHERE user_id = ?')
      .bind(user.id)
      .first()
    expect(row).toEqual({ status: 'canceled' })
  })

  test('is listed for a renewed subscription by its first payment alone', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
    const row = await env.DB.prepare(
      'SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = ?',
    )
      .bind(user.id)
      .first<{ id: string }>()
    await happens(() => sandbox.subscription(row?.id ?? '', 'renew'))
    expect((await contractsOf(user)).map((one) => one.paymentId)).toEqual([paymentId])
  })
})

describe('a withdrawal by a guest', () => {
  const statement = (email: string, order: string) =>
    visitor().post<Withdrawn>('/api/contracts/withdraw-as-guest', { name: 'Ada', email, order })

  async function aGuestOrder(email: string) {
    const events = await sandbox.eventsOf(() => sandbox.payByLink('lifetime', email))
    for (const { id } of events) await deliver(await sandbox.signed(id))
    const row = await env.DB.prepare('SELECT id, order_reference AS reference FROM payments WHERE email = ?')
      .bind(email)
      .first<{ id: number; reference: string }>()
    return row ?? { id: 0, reference: '' }
  }

  test('with the reference and the address of the order refunds it once', async () => {
    const email = `guest-${crypto.randomUUID().slice(0, 8)}@mail.test`
    const { id: paymentId, reference } = await aGuestOrder(email)
    const first = await statement(email.toUpperCase(), reference)
    expect(first.status, first.text).toBe(200)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', refunds: ['succeeded'] })
    expect((await statement(email, reference.toLowerCase())).data).toEqual(first.data)
  })

  test('with the number of the order, which a stranger can count up to, goes to support and refunds nothing', async () => {
    const email = `guest-${crypto.randomUUID().slice(0, 8)}@mail.test`
    const { id: paymentId } = await aGuestOrder(email)
    for (const order of [`#${paymentId}`, String(paymentId)])
      expect((await statement(email, order)).status).toBe(200)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', refunds: [] })
    expect(await templatesTo(email)).toContain('withdrawal-passed-on')
  })

  test('is repeated in a mail in which no mail program finds a link: anybody can send it to anybody', () => {
    const typed = { name: 'Claim at https://evil.example/now', order: 'or mail me@evil.example' }
    const { html, text } = withdrawalPassedOnMail(
      { reference: 'W-ABC', receivedAt: 0, ...typed },
      { supportEmail: 'support@shop.test' },
    )
    for (const part of [html, text]) {
      expect(part).not.toMatch(/evil\.example|https:\/\/evil|me@evil/)
      expect(part).toContain('Claim at https: / / evil. example/ now')
    }
  })

  test('with another address, or of an account’s order, changes nothing, goes to support and gets a receipt', async () => {
    const user = await aUser()
    const { paymentId } = await boughtWith(user, null)
    const other = `other-${crypto.randomUUID().slice(0, 8)}@mail.test`
    for (const email of [user.email, other]) {
      const answer = await statement(email, `#${paymentId}`)
      expect([answer.status, Object.keys(answer.data).toSorted()]).toEqual([200, ['receivedAt', 'reference']])
      expect(await templatesTo(email)).toContain('withdrawal-passed-on')
      const message = await env.DB.prepare('SELECT subject FROM contact_messages WHERE email = ?')
        .bind(email)
        .first<{ subject: string }>()
      expect(message?.subject).toBe(`Withdrawal ${answer.data.reference}`)
    }
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', refunds: [] })
  })
})
