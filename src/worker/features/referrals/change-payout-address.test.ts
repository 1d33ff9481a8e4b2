import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { ReferralStats } from '#shared/referrals/contract.ts'
import { aUser } from '../../testing/clients.ts'
import { aMailbox } from '../../testing/mailbox.ts'

const PATH = '/api/user/payout-address'
const ADDRESS = `0x${'Ab12'.repeat(10)}`
const CHANGED = 'Your payout address was changed'

const storedOf = (id: number) =>
  env.DB.prepare('SELECT payout_address FROM users WHERE id = ?').bind(id).first<string>('payout_address')

test('a change of the payout address needs the password, shows it masked, and notifies the owner by mail', async () => {
  const { bindings, mail } = aMailbox()
  const user = await aUser({ bindings })
  const wrong = await user.put(PATH, { address: ADDRESS, password: 'not the password' })
  expect([wrong.status, wrong.message]).toEqual([422, 'The current password is incorrect.'])
  expect(await storedOf(user.id)).toBeNull()

  const saved = await user.put(PATH, { address: `  ${ADDRESS} `, password: user.password })
  expect([saved.status, saved.data]).toEqual([200, { payoutAddress: '0xAb12…Ab12' }])
  expect(await storedOf(user.id)).toBe(ADDRESS)
  const stats = await user.get<ReferralStats>('/api/user/referral-stats')
  expect(stats.data.payoutAddress).toBe('0xAb12…Ab12')
  expect(stats.text).not.toContain(ADDRESS)
  const told = await mail(user.email, CHANGED)
  expect(told?.text).toContain('0xAb12…Ab12')
  expect(told?.text).not.toContain(ADDRESS)
  const noted = await env.DB.prepare(
    'SELECT action, subject, before, after FROM audit_log WHERE actor_id = ?',
  )
    .bind(user.id)
    .all()
  expect(noted.results).toEqual([
    {
      action: 'payout-address.change',
      subject: `user:${user.id}`,
      before: '{"payoutAddress":null}',
      after: '{"payoutAddress":"0xAb12…Ab12"}',
    },
  ])
})

test('the mail about a changed address names the old and the new one, masked, and when payouts go on', async () => {
  const { bindings, mail } = aMailbox()
  const user = await aUser({ bindings })
  const later = `0x${'Cd34'.repeat(10)}`
  for (const address of [ADDRESS, later])
    expect((await user.put(PATH, { address, password: user.password })).status).toBe(200)
  const text = (await mail(user.email, CHANGED))?.text ?? ''
  expect(text).toContain('0xAb12…Ab12')
  expect(text).toContain('0xCd34…Cd34')
  expect(text).toContain('Nothing is paid to the new address before')
  expect(text).not.toContain(ADDRESS)
  expect(text).not.toContain(later)
})

test('saving the same address again changes nothing and sends no mail', async () => {
  const { bindings, subjects } = aMailbox()
  const user = await aUser({ bindings })
  for (let n = 0; n < 2; n += 1)
    expect((await user.put(PATH, { address: ADDRESS, password: user.password })).status).toBe(200)
  expect((await subjects(user.email)).filter((subject) => subject === CHANGED)).toHaveLength(1)
})

test('an address that is not valid on the network is refused and not stored', async () => {
  const user = await aUser()
  for (const address of [
    '',
    'me',
    'ab12',
    '0x',
    `0x${'g'.repeat(40)}`,
    `0x${'a'.repeat(39)}`,
    `0x${'a'.repeat(41)}`,
    `0x${'0'.repeat(40)}`,
    `0X${'a'.repeat(40)}`,
    `0x${'a'.repeat(20)} ${'a'.repeat(19)}`,
  ]) {
    const refused = await user.put(PATH, { address, password: user.password })
    expect(refused.status, address).toBe(400)
  }
  expect(await storedOf(user.id)).toBeNull()
})
