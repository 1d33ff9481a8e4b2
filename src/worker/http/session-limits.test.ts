import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { aUser } from '../testing/clients.ts'
import { stopClock } from '../testing/clock.ts'

const ME = '/api/auth/me'

test('an admin’s session ends after 30 minutes without use, a customer’s does not', async () => {
  const start = Date.now()
  stopClock(start)
  const [admin, customer] = [await aUser({ admin: true }), await aUser()]
  const used = await aUser({ admin: true })
  stopClock(start + 29 * MINUTE)
  expect((await used.get(ME)).status).toBe(200)
  stopClock(start + 30 * MINUTE)
  expect([(await admin.get(ME)).status, (await customer.get(ME)).status]).toEqual([401, 200])
  stopClock(start + 58 * MINUTE)
  expect((await used.get(ME)).status).toBe(200)
})

test('an admin’s session ends 12 hours after login, used or not', async () => {
  const start = Date.now()
  stopClock(start)
  const admin = await aUser({ admin: 'support' })
  for (let at = 20 * MINUTE; at < 12 * HOUR; at += 20 * MINUTE) {
    stopClock(start + at)
    expect((await admin.get(ME)).status, `${at / MINUTE} minutes`).toBe(200)
  }
  stopClock(start + 12 * HOUR)
  expect((await admin.get(ME)).status).toBe(401)
})

test('neither a proof of identity nor a logout of all other devices renews the 12 hours', async () => {
  const start = Date.now()
  stopClock(start)
  const admin = await aUser({ admin: true })
  stopClock(start + 20 * MINUTE)
  expect((await admin.post('/api/auth/reauthenticate', { password: admin.password })).status).toBe(200)
  expect((await admin.delete('/api/user/sessions')).status).toBe(200)
  for (let at = 40 * MINUTE; at < 12 * HOUR; at += 20 * MINUTE) {
    stopClock(start + at)
    expect((await admin.get(ME)).status, `${at / MINUTE} minutes`).toBe(200)
  }
  stopClock(start + 12 * HOUR)
  expect((await admin.get(ME)).status).toBe(401)
})

test('a customer’s session ends after seven days without use', async () => {
  const start = Date.now()
  stopClock(start)
  const customer = await aUser()
  stopClock(start + 7 * DAY - MINUTE)
  expect((await customer.get(ME)).status).toBe(200)
  stopClock(start + 14 * DAY)
  expect((await customer.get(ME)).status).toBe(401)
})
