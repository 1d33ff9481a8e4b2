import { expect, test } from 'vitest'
import { visitor } from '../testing/clients.ts'
import { stopClock } from '../testing/clock.ts'
import { unique } from '../testing/shop.ts'

/** The number of login attempts, from these addresses in turn, before a 429. `limit`: the test stops after so many. */
async function triesOf(addresses: string[], limit = 60): Promise<number> {
  for (let tries = 0; tries < limit; tries++) {
    const headers = { 'cf-connecting-ip': addresses[tries % addresses.length] ?? '' }
    const form = { username: unique('x'), password: 'short' }
    const { status } = await visitor().post('/api/auth/login', form, headers)
    if (status === 429) return tries
    expect(status).toBe(400)
  }
  return limit
}

test('the rate limit counts an IPv6 /64 network in any spelling as one address, and does not count this machine', async () => {
  stopClock()
  expect(await triesOf(['203.0.113.1'])).toBe(50)
  expect(await triesOf(['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', '2001:0db8:0001:0002:0:0:0:7'])).toBe(50)
  expect(await triesOf(['2001:db8:1:3::1'], 10)).toBe(10)
  expect(await triesOf(['127.0.0.1', '::1'])).toBe(60)
}, 30_000)

test('the rate limit counts all networks of an IPv6 /48 together, as four of them', async () => {
  stopClock()
  const networks = Array.from({ length: 100 }, (_, n) => `2001:db8:9:${n.toString(16)}::1`)
  expect(await triesOf(networks, 210)).toBe(200)
  expect(await triesOf(['2001:db8:8:1::1'], 5)).toBe(5)
}, 30_000)
