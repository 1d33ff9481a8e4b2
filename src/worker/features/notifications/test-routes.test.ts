import { expect, test } from 'vitest'
import { SECOND } from '#shared/core/time.ts'
import { aUser } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { readHub } from '../../testing/hubs.ts'
import { connect, until } from '../../testing/sockets.ts'
import { watched } from '../../testing/watched.ts'

const ours = { 'sec-fetch-site': 'same-origin' }

// spec: call-test-notification
test('a test notification reaches the open screens and the bell of its user, and of no other user', async () => {
  const [user, other] = [await aUser(), await aUser()]
  const [screen, elsewhere] = [await connect(user), await connect(other)]
  const answer = await user.get('/api/test-notification', ours)
  expect([answer.status, answer.success, answer.message]).toEqual([200, true, 'Test notification sent'])
  await until(() => screen.seqs.length === 1)
  expect((await readHub(user.id)).kept).toMatchObject([
    { title: 'Test notification', type: 'info', read: false },
  ])
  expect([elsewhere.seqs, (await readHub(other.id)).kept]).toEqual([[], []])
})

test('a test notification is refused to another site’s page, a followed link or a program', async () => {
  const user = await aUser()
  const others = ['cross-site', 'same-site', 'none']
  for (const site of others) {
    const answer = await user.get('/api/test-notification', { 'sec-fetch-site': site })
    expect(answer.status, site).toBe(403)
  }
  expect((await user.get('/api/test-notification')).status).toBe(403)
  expect((await user.get('/api/test-notification', { origin: 'https://evil.test' })).status).toBe(403)
  expect((await readHub(user.id)).kept).toEqual([])
})

test('a user’s sixth test notification in a row is refused with 429, and the first five arrive', async () => {
  const now = Date.now()
  stopClock(now)
  const user = await aUser()
  const statuses: number[] = []
  for (let at = 0; at < 7; at++) statuses.push((await user.get('/api/test-notification', ours)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect((await readHub(user.id)).kept).toHaveLength(5)

  expect((await user.get('/api/test-notification', ours)).headers.get('retry-after')).toBe('150')
  const other = await aUser()
  expect((await other.get('/api/test-notification', ours)).status).toBe(200)
  stopClock(now + 149 * SECOND)
  expect((await user.get('/api/test-notification', ours)).headers.get('retry-after')).toBe('1')
  stopClock(now + 150 * SECOND)
  expect((await user.get('/api/test-notification', ours)).status).toBe(200)
})

test('of ten test notifications at once five are written, and each takes one round trip until its push', async () => {
  const user = await aUser()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => user.get('/api/test-notification', ours)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await readHub(user.id)).kept).toHaveLength(5)
  const one = watched()
  const reader = await aUser({ bindings: one.bindings })
  await reader.get('/api/test-notification', ours)
  // The session with the row, and after the push its result.
  expect(one.trips).toBe(2)
})
