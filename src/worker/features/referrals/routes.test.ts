import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openDb } from '../../db/client.ts'
import { referrals } from '../../db/schema/referrals.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { unique } from '../../testing/shop.ts'
import type { Referral, ReferralStats, ReferralStatus } from './contract.ts'

const statsOf = async (user: SignedIn) => (await user.get<ReferralStats>('/api/user/referral-stats')).data

const entry = async (user: SignedIn, status: ReferralStatus, commissionCents: number) => {
  const [row] = await openDb(env.DB)
    .insert(referrals)
    .values({
      referrerId: user.id,
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

test('a newcomer has a link of their own and nothing else', async () => {
  const user = await aUser()
  const stats = await statsOf(user)
  expect(stats).toEqual({
    ...{ total: 0, pending: 0, paid: 0, earned: 0, registered: 0 },
    referralCode: expect.stringMatching(/^[A-Z2-9]{8}$/),
    referralUrl: `http://shop.test/?ref=${stats.referralCode}`,
  })
  expect((await user.get('/api/user/referrals')).data).toEqual([])
})

test('the sums leave out what was cancelled and take back what was reversed; others’ entries do not count', async () => {
  const [user, other] = [await aUser(), await aUser()]
  const wanted: [ReferralStatus, number][] = [
    ['pending', 195],
    ['completed', 300],
    ['paid', 2999],
    ['cancelled', 500],
    ['completed', -300],
  ]
  const ids: number[] = []
  for (const [status, cents] of wanted) ids.push(await entry(user, status, cents))
  await entry(other, 'paid', 7777)
  const { referralCode } = await statsOf(user)
  await registeredWith(referralCode)
  await registeredWith(referralCode.toLowerCase())
  expect(await statsOf(user)).toMatchObject({ total: 3, pending: 2, paid: 1, earned: 31.94, registered: 2 })

  const first = await user.get<Referral[]>('/api/user/referrals?limit=3')
  const rest = await user.get<Referral[]>(`/api/user/referrals?limit=3&cursor=${first.nextCursor}`)
  const all = [...first.data, ...rest.data]
  expect(all.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(all.map(({ status, amount }) => [status, amount])).toEqual(
    wanted.toReversed().map(([status, cents]) => [status, cents / 100]),
  )
  expect(rest.nextCursor).toBeNull()
})
