import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { Referral, ReferralStats, ReferralStatus } from '#shared/referrals/contract.ts'
import { openDb } from '../../db/client.ts'
import { payments } from '../../db/schema/payments.ts'
import { referrals } from '../../db/schema/referrals.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { unique } from '../../testing/shop.ts'

const statsOf = async (user: SignedIn) => (await user.get<ReferralStats>('/api/user/referral-stats')).data

const aPayment = async () => {
  const [row] = await openDb(env.DB)
    .insert(payments)
    .values({
      reference: unique('ref'),
      scriptId: PREMIUM_ID,
      purchaseType: 'one-time',
      paymentProvider: 'stripe',
      amountCents: 1950,
      originalCents: 1950,
      createdAt: 1,
      updatedAt: 1,
    })
    .returning({ id: payments.id })
  return row?.id ?? 0
}

const entry = async (user: SignedIn, status: ReferralStatus, commissionCents: number, paymentId: number) => {
  const [row] = await openDb(env.DB)
    .insert(referrals)
    .values({
      referrerId: user.id,
      paymentId,
      sourceEvent: unique('payment'),
      kind: commissionCents < 0 ? 'reversal' : 'commission',
      commissionCents,
      status,
      createdAt: Date.now(),
    })
    .returning({ id: referrals.id })
  return row?.id ?? 0
}

const registeredWith = async (code: string) => {
  const username = unique('ref').slice(0, 30)
  const form = { username, email: `${username}@mail.test`, password: 'long enough' }
  expect((await visitor().post('/api/auth/register', { ...form, referralCode: code })).status).toBe(201)
}

test('a new user has a referral link of their own and no commissions', async () => {
  const user = await aUser()
  const stats = await statsOf(user)
  expect(stats).toEqual({
    total: 0,
    pending: 0,
    paid: 0,
    earned: 0,
    registered: 0,
    pendingAmount: 0,
    payableAmount: 0,
    paidAmount: 0,
    payoutAddress: null,
    nextPayoutAt: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/),
    referralCode: expect.stringMatching(/^[A-Z2-9]{8}$/),
    referralUrl: `http://shop.test/?ref=${stats.referralCode}`,
  })
  expect((await user.get('/api/user/referrals')).data).toEqual([])
})

// spec: referral-stats, referral-view
test('the sums exclude cancelled entries and other users’ entries, and subtract reversals', async () => {
  const [user, other] = [await aUser(), await aUser()]
  const [first, second, third, fourth] = await Promise.all(Array.from({ length: 4 }, aPayment))
  const wanted: [ReferralStatus, number, number?][] = [
    ['pending', 195, first],
    ['completed', 300, second],
    ['paid', 2999, third],
    ['cancelled', 500, fourth],
    ['completed', -200, second],
  ]
  const ids: number[] = []
  for (const [status, cents, paymentId] of wanted) ids.push(await entry(user, status, cents, paymentId ?? 0))
  await entry(other, 'paid', 7777, await aPayment())
  const { referralCode } = await statsOf(user)
  await registeredWith(referralCode)
  await registeredWith(referralCode.toLowerCase())
  expect(await statsOf(user)).toMatchObject({
    total: 3,
    pending: 2,
    paid: 1,
    earned: 32.94,
    registered: 2,
    pendingAmount: 1.95,
    payableAmount: 1,
    paidAmount: 29.99,
  })
  // A full reversal: the purchase earned nothing in the end.
  await entry(user, 'completed', -2999, third ?? 0)
  expect(await statsOf(user)).toMatchObject({ total: 2, pending: 2, paid: 0, earned: 2.95 })
  await env.DB.prepare('DELETE FROM referrals WHERE commission_cents = -2999').run()

  const newest = await user.get<Referral[]>('/api/user/referrals?limit=3')
  const rest = await user.get<Referral[]>(`/api/user/referrals?limit=3&cursor=${newest.nextCursor}`)
  const all = [...newest.data, ...rest.data]
  expect(all.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(all.map(({ status, amount }) => [status, amount])).toEqual(
    wanted.toReversed().map(([status, cents]) => [status, cents / 100]),
  )
  expect(rest.nextCursor).toBeNull()
})
