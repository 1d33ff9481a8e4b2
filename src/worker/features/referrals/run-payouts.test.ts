import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { Payout, Referral, ReferralEntry, ReferralStats } from '#shared/referrals/contract.ts'
import { DAILY, MONTHLY } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import { payments } from '../../db/schema/payments.ts'
import { referrals } from '../../db/schema/referrals.ts'
import { aUser, type SignedIn, stayLoggedIn } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { readHub } from '../../testing/hubs.ts'
import { aMailbox } from '../../testing/mailbox.ts'
import { aReader } from '../../testing/readers.ts'
import { ring, unique } from '../../testing/shop.ts'
import { runPayouts } from './run-payouts.ts'

const db = () => openDb(env.DB)
const ADDRESS = `0x${'Ab12'.repeat(10)}`

/** A commission (payable by default), or a reversal if negative, with a payment of its own. */
async function entry(
  referrerId: number,
  commissionCents: number,
  status: 'pending' | 'completed' = 'completed',
) {
  const amountCents = Math.abs(commissionCents) * 10
  const [payment] = await db()
    .insert(payments)
    .values({
      reference: unique('ref'),
      scriptId: PREMIUM_ID,
      purchaseType: 'one-time',
      paymentProvider: 'stripe',
      amountCents,
      originalCents: amountCents,
      createdAt: 1,
      updatedAt: 1,
    })
    .returning({ id: payments.id })
  await db()
    .insert(referrals)
    .values({
      referrerId,
      commissionCents,
      status,
      paymentId: payment?.id ?? 0,
      createdAt: 1,
      sourceEvent: unique('payment'),
      kind: commissionCents < 0 ? 'reversal' : 'commission',
      maturesAt: Date.now() + DAY,
    })
}

const payoutsOf = async (referrerId: number) =>
  (
    await env.DB.prepare(
      'SELECT p.*, (SELECT count(*) FROM referrals e WHERE e.payout_id = p.id) AS entries FROM referral_payouts p WHERE referrer_id = ? ORDER BY id',
    )
      .bind(referrerId)
      .all<{
        id: number
        period: string
        total_cents: number
        status: string
        entries: number
        address: string
      }>()
  ).results

describe('the payouts of a month', () => {
  test('sum up payable commissions minus reversals, once per affiliate in any number of runs', async () => {
    const { id } = await aReader()
    for (const cents of [195, 300, -95]) await entry(id, cents)
    await entry(id, 700, 'pending')
    const now = Date.UTC(2027, 2, 1, 4, 47)
    // The pending commission matures a day after the first run.
    await env.DB.prepare("UPDATE referrals SET matures_at = ? WHERE referrer_id = ? AND status = 'pending'")
      .bind(now + DAY, id)
      .run()
    await runPayouts(db(), null, now)
    await runPayouts(db(), null, now + DAY)
    expect(await payoutsOf(id)).toMatchObject([
      { period: '2027-02', total_cents: 400, status: 'open', entries: 3 },
    ])
    await entry(id, 500)
    await runPayouts(db(), null, now + 2 * DAY)
    expect(await payoutsOf(id)).toHaveLength(1)
    await runPayouts(db(), null, Date.UTC(2027, 3, 1, 4, 47))
    expect(await payoutsOf(id)).toMatchObject([
      { total_cents: 400 },
      { period: '2027-03', total_cents: 1200, entries: 2 },
    ])
  })

  // spec: referral-paid
  // invariant: paid-out-once
  test('of several runs at once are made once, and every entry is in one payout', async () => {
    const readers = await Promise.all(Array.from({ length: 12 }, () => aReader()))
    for (const { id } of readers) for (const cents of [100, 250]) await entry(id, cents)
    const now = Date.UTC(2028, 2, 1)
    const runs = await Promise.all([1, 2, 3].map(() => runPayouts(db(), null, now)))
    expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(12)
    for (const { id } of readers)
      expect(await payoutsOf(id)).toMatchObject([{ total_cents: 350, entries: 2 }])
  })

  test('leave out negative balances and closed accounts: their balance stays for later', async () => {
    const [overpaid, closed, gone] = [await aReader(), await aReader(), await aReader()]
    await entry(overpaid.id, 300)
    await entry(overpaid.id, -500)
    await entry(closed.id, 300)
    await entry(gone.id, 300)
    await env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(closed.id).run()
    await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(gone.id).run()
    await runPayouts(db(), null, Date.UTC(2029, 2, 1))
    for (const { id } of [overpaid, closed, gone]) expect(await payoutsOf(id)).toEqual([])
    await entry(overpaid.id, 250)
    await runPayouts(db(), null, Date.UTC(2029, 2, 2))
    expect(await payoutsOf(overpaid.id)).toMatchObject([{ total_cents: 50, entries: 3 }])
  })

  test('leave out a commission whose refund waits for review, even after the refund window', async () => {
    const { id } = await aReader()
    await entry(id, 700, 'pending')
    await env.DB.prepare(
      `INSERT INTO refunds (payment_id, reference, amount_cents, status, asked_by, created_at, updated_at)
       SELECT payment_id, ?, 7000, 'review', 'customer', 1, 1 FROM referrals WHERE referrer_id = ?`,
    )
      .bind(unique('refund'), id)
      .run()
    const now = Date.UTC(2029, 5, 1)
    await runPayouts(db(), null, now)
    expect(await payoutsOf(id)).toEqual([])
    await env.DB.prepare(
      "UPDATE refunds SET status = 'declined' WHERE payment_id = (SELECT payment_id FROM referrals WHERE referrer_id = ?)",
    )
      .bind(id)
      .run()
    await runPayouts(db(), null, now)
    expect(await payoutsOf(id)).toMatchObject([{ total_cents: 700, entries: 1 }])
  })

  test('reach all affiliates, even more than one portion', async () => {
    const base = (await aReader()).id
    const rows = Array.from({ length: 205 }, (_, index) => ({
      username: unique('many'),
      password: 'none',
      referralCode: crypto.randomUUID().slice(0, 8),
      id: base + 1000 + index,
    }))
    await env.DB.batch(
      rows.flatMap(({ id, username, password, referralCode }) => [
        env.DB.prepare(
          'INSERT INTO users (id, username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at) VALUES (?1, ?2, ?2, ?2, ?2, ?2, ?3, ?4, 1, 1)',
        ).bind(id, username, password, referralCode),
        env.DB.prepare(
          "INSERT INTO referrals (referrer_id, source_event, kind, commission_cents, status, created_at) VALUES (?, ?, 'commission', 100, 'completed', 1)",
        ).bind(id, unique('payment')),
      ]),
    )
    const { created } = await runPayouts(db(), null, Date.UTC(2030, 2, 1))
    expect(created).toBeGreaterThanOrEqual(205)
    const { results } = await env.DB.prepare(
      'SELECT count(*) AS n FROM referrals WHERE referrer_id > ? AND payout_id IS NULL',
    )
      .bind(base + 999)
      .all<{ n: number }>()
    expect(results[0]?.n).toBe(0)
  })

  // spec: commission
  test('are made by the cron trigger on the first of the month, with commissions that matured by then', async () => {
    const { id } = await aReader()
    await entry(id, 420, 'pending')
    vi.setSystemTime(Date.UTC(2031, 4, 1, 4, 47))
    await ring(MONTHLY)
    vi.useRealTimers()
    expect(await payoutsOf(id)).toMatchObject([{ period: '2031-04', total_cents: 420 }])
  })

  test('that fail after a portion are made for the other affiliates the next day, once in that month', async () => {
    stopClock(Date.UTC(2037, 4, 1, 4, 47))
    const paid = await aReader()
    await entry(paid.id, 420)
    await runPayouts(db(), null, Date.now())
    const unpaid = await aReader()
    await entry(unpaid.id, 300)
    await env.DB.prepare(
      "CREATE TRIGGER payouts_fail BEFORE INSERT ON referral_payouts BEGIN SELECT RAISE(ABORT, 'down'); END",
    ).run()
    await ring(MONTHLY)
    await env.DB.prepare('DROP TRIGGER payouts_fail').run()
    expect(await payoutsOf(unpaid.id)).toEqual([])
    vi.setSystemTime(Date.UTC(2037, 4, 2, 3, 17))
    await ring(DAILY)
    for (const [{ id }, total_cents] of [
      [paid, 420],
      [unpaid, 300],
    ] as const)
      expect(await payoutsOf(id)).toMatchObject([{ period: '2037-04', total_cents }])
    const late = await aReader()
    await entry(late.id, 700)
    vi.setSystemTime(Date.UTC(2037, 4, 3, 3, 17))
    await ring(DAILY)
    expect(await payoutsOf(late.id)).toEqual([])
    vi.setSystemTime(Date.UTC(2037, 5, 1, 4, 47))
    await ring(MONTHLY)
    expect(await payoutsOf(late.id)).toMatchObject([{ period: '2037-05', total_cents: 700 }])
  })

  test('are made on a later day where the first of the month was missed', async () => {
    const { id } = await aReader()
    await entry(id, 500)
    stopClock(Date.UTC(2037, 7, 9, 3, 17))
    await Promise.all([ring(DAILY), ring(DAILY)])
    expect(await payoutsOf(id)).toMatchObject([{ period: '2037-07', total_cents: 500 }])
  })
})

describe('the operator', () => {
  const list = async (admin: SignedIn, query = '') =>
    (await admin.get<Payout[]>(`/api/secure-management/payouts${query}`)).data
  const pay = (admin: SignedIn, id: number, reference = '0xfeed') =>
    admin.post(`/api/secure-management/payouts/${id}/paid`, { reference })

  test('runs the payouts and pays one; the affiliate is notified, and both steps are audited', async () => {
    const { bindings, mail } = aMailbox()
    const admin = await aUser({ admin: true, bindings })
    const affiliate = await aUser({ bindings })
    await entry(affiliate.id, 1234)
    const saved = await affiliate.put('/api/user/payout-address', {
      address: ADDRESS,
      password: affiliate.password,
    })
    expect([saved.status, saved.data]).toEqual([200, { payoutAddress: '0xAb12…Ab12' }])

    const run = await admin.post<{ period: string; created: number }>('/api/secure-management/payouts/run')
    expect(run.status).toBe(200)
    const [open] = (await list(admin, '?status=open')).filter(({ affiliate: { id } }) => id === affiliate.id)
    expect(open).toMatchObject({
      total: 12.34,
      status: 'open',
      address: ADDRESS,
      paidAt: null,
      reference: null,
      affiliate: { username: affiliate.username, email: affiliate.email },
      period: run.data.period,
    })
    expect((await affiliate.get<ReferralStats>('/api/user/referral-stats')).data).toMatchObject({
      payableAmount: 12.34,
      paidAmount: 0,
      payoutAddress: '0xAb12…Ab12',
      pending: 1,
      paid: 0,
    })

    expect((await pay(admin, open?.id ?? 0, '')).status).toBe(400)
    expect((await pay(admin, open?.id ?? 0)).status).toBe(200)
    const again = await pay(admin, open?.id ?? 0)
    expect([again.status, again.message]).toEqual([409, 'This payout is paid already.'])

    expect((await affiliate.get<Referral[]>('/api/user/referrals')).data).toMatchObject([
      { status: 'paid', amount: 12.34, paidAt: expect.any(String) },
    ])
    expect((await affiliate.get<ReferralStats>('/api/user/referral-stats')).data).toMatchObject({
      total: 1,
      pending: 0,
      paid: 1,
      earned: 12.34,
      paidAmount: 12.34,
      payableAmount: 0,
    })
    const [paid] = (await list(admin, '?status=paid')).filter(({ id }) => id === open?.id)
    expect(paid).toMatchObject({ status: 'paid', reference: '0xfeed', paidAt: expect.any(String) })
    expect((await mail(affiliate.email, 'Your referral payout of $12.34'))?.text).toContain('0xfeed')
    expect((await readHub(affiliate.id)).kept).toMatchObject([{ title: 'Payout sent' }])
    const { results } = await env.DB.prepare('SELECT action FROM audit_log WHERE actor_id = ? ORDER BY id')
      .bind(admin.id)
      .all()
    expect(results).toEqual([{ action: 'payouts.run' }, { action: 'payouts.paid' }])
  })

  test('pays a payout once, even with several requests at once', async () => {
    const admin = await aUser({ admin: true })
    const affiliate = await aReader()
    await env.DB.prepare('UPDATE users SET payout_address = ? WHERE id = ?').bind(ADDRESS, affiliate.id).run()
    await entry(affiliate.id, 500)
    await runPayouts(db(), null, Date.UTC(2032, 2, 1))
    const [payout] = await payoutsOf(affiliate.id)
    const answers = await Promise.all(
      [1, 2, 3].map((n) => pay(admin.again() as SignedIn, payout?.id ?? 0, `tx${n}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { results } = await env.DB.prepare(
      "SELECT id FROM email_deliveries WHERE template = 'payout-paid' AND user_id = ?",
    )
      .bind(affiliate.id)
      .all()
    expect(results).toHaveLength(1)
  })

  test('cannot pay without an address; an address that is saved later reaches the open payout', async () => {
    const admin = await aUser({ admin: true })
    const affiliate = await aUser()
    await entry(affiliate.id, 500)
    await runPayouts(db(), null, Date.UTC(2033, 2, 1))
    const [payout] = await payoutsOf(affiliate.id)
    expect((await pay(admin, payout?.id ?? 0)).status).toBe(422)
    await affiliate.put('/api/user/payout-address', { address: ADDRESS, password: affiliate.password })
    expect((await payoutsOf(affiliate.id))[0]?.address).toBe(ADDRESS)
    expect((await pay(admin, payout?.id ?? 0)).status).toBe(200)
    expect((await pay(admin, 987_654)).status).toBe(404)
    // A paid payout keeps the address that it was paid to.
    const address = `0x${'12'.repeat(20)}`
    await affiliate.put('/api/user/payout-address', { address, password: affiliate.password })
    expect((await payoutsOf(affiliate.id))[0]?.address).toBe(ADDRESS)
  })

  test('cannot pay within 24 hours after an address was replaced', async () => {
    const admin = await aUser({ admin: true })
    const affiliate = await aUser()
    const saves = (address: string) =>
      affiliate.put('/api/user/payout-address', { address, password: affiliate.password })
    await entry(affiliate.id, 500)
    await saves(ADDRESS)
    await runPayouts(db(), null, Date.UTC(2034, 2, 1))
    const [payout] = await payoutsOf(affiliate.id)
    const id = payout?.id ?? 0
    const read = async () => (await admin.get<Payout>(`/api/secure-management/payouts/${id}`)).data
    expect((await read()).payableFrom).toBeNull()

    const from = Date.now()
    stopClock(from)
    expect((await saves(`0x${'34'.repeat(20)}`)).status).toBe(200)
    const ends = new Date(from + DAY).toISOString()
    expect((await read()).payableFrom).toBe(ends)
    expect((await list(admin)).find((one) => one.id === id)?.payableFrom).toBe(ends)
    const refused = await pay(admin, id)
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringContaining('payout address was changed'),
    ])
    stopClock(from + DAY)
    await stayLoggedIn(admin)
    expect((await read()).payableFrom).toBeNull()
    expect((await pay(admin, id)).status).toBe(200)
  })

  test('sees one payout with its entries, and the sum of all open payouts', async () => {
    const admin = await aUser({ admin: true })
    const affiliate = await aReader()
    const sum = async () =>
      (
        JSON.parse((await admin.get('/api/secure-management/payouts')).text) as {
          open: { count: number; total: number; withoutAddress: number }
        }
      ).open
    await runPayouts(db(), null, Date.UTC(2036, 2, 1))
    const before = await sum()
    for (const cents of [700, 300, -50]) await entry(affiliate.id, cents)
    await runPayouts(db(), null, Date.UTC(2036, 3, 1))
    await entry(affiliate.id, 900)
    const [{ id } = { id: 0 }] = await payoutsOf(affiliate.id)
    expect(await sum()).toEqual({
      count: before.count + 1,
      total: Number((before.total + 9.5).toFixed(2)),
      withoutAddress: before.withoutAddress + 1,
    })
    expect((await admin.get<Payout>(`/api/secure-management/payouts/${id}`)).data).toMatchObject({
      id,
      total: 9.5,
      period: '2036-03',
      status: 'open',
      address: null,
      affiliate: { id: affiliate.id, username: affiliate.username, email: affiliate.email },
    })
    expect((await admin.get('/api/secure-management/payouts/987654')).status).toBe(404)
    const entries = async (query: string) => {
      const { data, nextCursor } = await admin.get<ReferralEntry[]>(
        `/api/secure-management/referrals?${query}`,
      )
      return { data, nextCursor, amounts: data.map(({ amount }) => amount) }
    }
    const first = await entries(`payout=${id}&limit=2`)
    expect(first.amounts).toEqual([-0.5, 3])
    expect(first.data[0]).toMatchObject({
      kind: 'reversal',
      payoutId: id,
      referrer: { id: affiliate.id, username: affiliate.username },
      referred: null,
      paymentId: expect.any(Number),
      product: expect.stringContaining('Premium'),
    })
    expect(await entries(`payout=${id}&limit=2&cursor=${first.nextCursor}`)).toMatchObject({
      amounts: [7],
      nextCursor: null,
    })
    expect((await entries(`referrer=${affiliate.id}`)).amounts).toEqual([9, -0.5, 3, 7])
    expect((await entries('limit=1')).data).toMatchObject([
      { amount: 9, status: 'completed', payoutId: null },
    ])
    for (const wrong of ['payout=x', `payout=${id}&referrer=${affiliate.id}`])
      expect((await admin.get(`/api/secure-management/referrals?${wrong}`)).status, wrong).toBe(400)
  })

  test('reads the list page by page, newest first', async () => {
    const admin = await aUser({ admin: true })
    for (let n = 0; n < 3; n += 1) await entry((await aReader()).id, 500)
    await runPayouts(db(), null, Date.UTC(2034, 2, 1))
    const first = await admin.get<Payout[]>('/api/secure-management/payouts?limit=2&status=open')
    const next = await admin.get<Payout[]>(
      `/api/secure-management/payouts?limit=2&status=open&cursor=${first.nextCursor}`,
    )
    const ids = [...first.data, ...next.data].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(4)
  })
})

test('deleting an account deletes its open payouts and keeps the paid ones without their address', async () => {
  const affiliate = await aUser()
  await entry(affiliate.id, 500)
  await affiliate.put('/api/user/payout-address', { address: ADDRESS, password: affiliate.password })
  await runPayouts(db(), null, Date.UTC(2035, 2, 1))
  await env.DB.prepare("UPDATE referral_payouts SET status = 'paid' WHERE referrer_id = ?")
    .bind(affiliate.id)
    .run()
  await env.DB.prepare("UPDATE referrals SET status = 'paid' WHERE referrer_id = ?").bind(affiliate.id).run()
  await entry(affiliate.id, 300)
  await runPayouts(db(), null, Date.UTC(2035, 3, 1))
  expect(await payoutsOf(affiliate.id)).toHaveLength(2)
  const exported = await affiliate.post('/api/user/export', { password: affiliate.password })
  expect(exported.text).toContain(ADDRESS)

  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password: affiliate.password })
  expect((await affiliate.fetch('DELETE', '/api/user/account', headers, body)).status).toBe(200)
  expect(await payoutsOf(affiliate.id)).toMatchObject([{ status: 'paid', total_cents: 500, address: null }])
  const { results } = await env.DB.prepare(
    'SELECT status, payout_id FROM referrals WHERE referrer_id = ? ORDER BY id',
  )
    .bind(affiliate.id)
    .all()
  expect(results).toMatchObject([{ status: 'paid' }, { status: 'cancelled', payout_id: null }])
  const user = await env.DB.prepare('SELECT payout_address FROM users WHERE id = ?')
    .bind(affiliate.id)
    .first()
  expect(user).toEqual({ payout_address: null })
})
