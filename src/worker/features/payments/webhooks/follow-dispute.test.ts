import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { OrderDetail } from '#shared/orders/contract.ts'
import { DAILY } from '../../../cron.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { stopClock } from '../../../testing/clock.ts'
import { aMailbox } from '../../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { bought, deliver, happens, intentOf, moneyOf } from '../../../testing/purchases.ts'
import { reconcile } from '../../../testing/reconciling.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { ring } from '../../../testing/shop.ts'

let admin: SignedIn
beforeAll(sandbox.calm)
beforeAll(stockPlans)
beforeEach(sandbox.calm)
beforeAll(async () => {
  admin = await aUser({ admin: true })
})

async function aSale() {
  const user = await aUser()
  const product = await aProduct()
  const { paymentId } = await bought(user, product.id)
  const intent = await intentOf(paymentId)
  const opens = async () => (await user.fetch('GET', `/api/download/file/${product.id}`)).status === 200
  return { user, product, paymentId, intent, opens }
}

const orderOf = async (id: number) =>
  (await admin.get<OrderDetail>(`/api/secure-management/payments/${id}`)).data

/** The states of which support was mailed, oldest first. */
async function mailed(paymentId: number) {
  const { results } = await env.DB.prepare(
    "SELECT data FROM email_deliveries WHERE payment_id = ? AND template = 'dispute' ORDER BY id",
  )
    .bind(paymentId)
    .all<{ data: string }>()
  return results.map(({ data }) => JSON.parse(data).status as string)
}

const fed = async (paymentId: number) =>
  (
    await env.DB.prepare(
      "SELECT kind FROM feed_events WHERE payment_id = ? AND kind NOT IN ('capture', 'purchase') ORDER BY id",
    )
      .bind(paymentId)
      .all<{ kind: string }>()
  ).results.map(({ kind }) => kind)

const disputedToday = async (scriptId: number) =>
  (
    await env.DB.prepare('SELECT sum(disputed_cents) AS cents FROM stats_days WHERE script_id = ?')
      .bind(scriptId)
      .first<{ cents: number }>()
  )?.cents

describe('a dispute', () => {
  test('that is lost is mailed at each state and updates order, ledger, timeline, feed and stats', async () => {
    const { paymentId, intent, product, opens } = await aSale()
    let id = ''
    await happens(async () => {
      id = await sandbox.dispute(intent)
    })
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'disputed', sum: 0 })
    expect((await orderOf(paymentId)).dispute).toMatchObject({
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 19.5,
      dueAt: expect.any(String),
    })
    await happens(() => sandbox.moveDispute(id, 'review'))
    await happens(() => sandbox.endDispute(id, 'lost'))

    expect(await mailed(paymentId)).toEqual(['needs_response', 'under_review', 'lost'])
    const order = await orderOf(paymentId)
    expect(order).toMatchObject({ status: 'disputed', dispute: { status: 'lost' } })
    const titles = order.timeline.map(({ title }) => title)
    for (const title of ['Dispute opened', 'Dispute under review', 'Dispute lost'])
      expect(titles).toContain(title)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'disputed', sum: 0 })
    expect(await fed(paymentId)).toEqual(['dispute', 'dispute_updated', 'dispute_lost'])
    expect([await disputedToday(product.id), await opens()]).toEqual([1950, false])
  })

  test('that is won restores money, access and stats, and is mailed', async () => {
    const { paymentId, intent, product, opens } = await aSale()
    let id = ''
    await happens(async () => {
      id = await sandbox.dispute(intent)
    })
    await happens(() => sandbox.endDispute(id, 'won'))
    expect(await mailed(paymentId)).toEqual(['needs_response', 'won'])
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', sum: 1950 })
    expect((await orderOf(paymentId)).dispute).toMatchObject({ status: 'won' })
    expect(await fed(paymentId)).toEqual(['dispute', 'restore'])
    expect([await disputedToday(product.id), await opens()]).toEqual([0, true])
  })

  test('is mailed once per state, for repeated events in any order', async () => {
    const { paymentId, intent } = await aSale()
    const events = await sandbox.eventsOf(async () => {
      const id = await sandbox.dispute(intent)
      await sandbox.moveDispute(id, 'review')
      await sandbox.endDispute(id, 'lost')
    })
    const signed = await Promise.all([...events.toReversed(), ...events].map(({ id }) => sandbox.signed(id)))
    for (const answer of await Promise.all(signed.map((one) => deliver(one)))) expect(answer.status).toBe(200)
    expect(await mailed(paymentId)).toEqual(['lost'])
    expect((await orderOf(paymentId)).dispute).toMatchObject({ status: 'lost' })
  })

  test('whose events were all lost is found by the reconciliation', async () => {
    const { paymentId, intent } = await aSale()
    await sandbox.endDispute(await sandbox.dispute(intent), 'lost')
    await reconcile(Date.now() - DAY)
    expect(await mailed(paymentId)).toEqual(['lost'])
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'disputed', sum: 0 })
  })

  test('that is lost ends the subscription it was charged for', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
    const intent = await intentOf(paymentId)
    let id = ''
    await happens(async () => {
      id = await sandbox.dispute(intent)
    })
    await happens(() => sandbox.endDispute(id, 'lost'))
    const row = await env.DB.prepare('SELECT status FROM subscriptions WHERE user_id = ?')
      .bind(user.id)
      .first()
    expect(row).toEqual({ status: 'canceled' })
  })

  test('is mailed to support with its reason, the deadline for evidence and a link to the order', async () => {
    const { paymentId, intent } = await aSale()
    const box = aMailbox()
    const events = await sandbox.eventsOf(() => sandbox.dispute(intent))
    for (const { id } of events) await deliver(await sandbox.signed(id), box.bindings)
    const subjects = await box.subjects(env.SUPPORT_EMAIL)
    const subject = subjects.find((one) => one.includes(`#${paymentId},`)) ?? ''
    expect(subject).toMatch(
      new RegExp(`^Dispute opened: payment #${paymentId}, answer by \\d+ \\w+ \\d{4} \\(UTC\\)$`),
    )
    const mail = await box.mail(env.SUPPORT_EMAIL, subject)
    expect(mail?.text).toContain('fraudulent')
    expect(mail?.links.join(' ')).toContain(`order=${paymentId}`)
  })
})

describe('an inquiry', () => {
  test('moves no money and is mailed until it is closed', async () => {
    const { paymentId, intent, opens } = await aSale()
    let id = ''
    await happens(async () => {
      id = await sandbox.inquire(intent)
    })
    await happens(() => sandbox.moveDispute(id, 'review'))
    await happens(() => sandbox.endDispute(id, 'warning_closed'))
    expect(await mailed(paymentId)).toEqual([
      'warning_needs_response',
      'warning_under_review',
      'warning_closed',
    ])
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', sum: 1950 })
    expect(await opens()).toBe(true)
  })

  test('revokes access only when it becomes a dispute', async () => {
    const { paymentId, intent, opens } = await aSale()
    let id = ''
    await happens(async () => {
      id = await sandbox.inquire(intent)
    })
    expect(await opens()).toBe(true)
    await happens(() => sandbox.moveDispute(id, 'escalate'))
    expect(await mailed(paymentId)).toEqual(['warning_needs_response', 'needs_response'])
    expect([(await moneyOf(paymentId)).status, await opens()]).toEqual(['disputed', false])
  })
})

describe('an early fraud warning', () => {
  test('is mailed, added to the feed and shown on the order until the payment is refunded', async () => {
    const { paymentId, intent, opens } = await aSale()
    await happens(() => sandbox.warnOfFraud(intent))
    expect(await mailed(paymentId)).toEqual(['actionable'])
    expect(await fed(paymentId)).toEqual(['fraud_warning'])
    const order = await orderOf(paymentId)
    expect(order.fraudWarning).toMatchObject({ reason: 'unauthorized_use_of_card' })
    expect(order.timeline.map(({ title }) => title)).toContain('Early fraud warning')
    expect([order.status, await opens()]).toEqual(['completed', true])

    await happens(() =>
      admin.post(`/api/secure-management/payments/${paymentId}/refund`, { reason: 'Fraud' }),
    )
    expect(await orderOf(paymentId)).toMatchObject({ status: 'refunded', fraudWarning: null })
    expect(await mailed(paymentId)).toEqual(['actionable'])
  })
})

test('the IP address and User-Agent of a download are kept for 180 days, also where only one of them is known', async () => {
  const { user, product } = await aSale()
  const path = `/api/download/file/${product.id}`
  await user.fetch('GET', path, { 'user-agent': 'Firefox', 'cf-connecting-ip': '203.0.113.9' })
  await user.fetch('GET', path, { 'cf-connecting-ip': '203.0.113.10' })
  await user.fetch('GET', path, { 'user-agent': 'curl' })
  const visitors = async () => {
    const rows = env.DB.prepare('SELECT ip, user_agent FROM downloads WHERE user_id = ? ORDER BY id').bind(
      user.id,
    )
    return (await rows.raw()).flat()
  }
  const now = Date.now()
  stopClock(now + 179 * DAY)
  await ring(DAILY)
  expect(await visitors()).toEqual(['203.0.113.9', 'Firefox', '203.0.113.10', null, null, 'curl'])
  stopClock(now + 181 * DAY)
  await ring(DAILY)
  expect(await visitors()).toEqual(Array(6).fill(null))
})
