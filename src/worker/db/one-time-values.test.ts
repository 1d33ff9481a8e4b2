import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { DAILY } from '../cron.ts'
import { stopClock } from '../testing/clock.ts'
import { ring } from '../testing/shop.ts'
import { openDb } from './client.ts'
import { issueValue, ONE_TIME_MS, redeemValue } from './one-time-values.ts'

const db = openDb(env.DB)

test('the daily job deletes expired values and keeps the others', async () => {
  // After any daily run of another test.
  const now = Date.now() + 3 * DAY
  stopClock(now)
  const issue = async (at: number) => {
    const issued = await issueValue(db, { purpose: 'second_factor', now: at })
    await issued.write
    return issued.value
  }
  const [expired, live] = [await issue(now - ONE_TIME_MS - 1), await issue(now)]
  expect(await redeemValue(db, 'second_factor', expired, now)).toBeNull()
  const count = async () =>
    (await env.DB.prepare('SELECT count(*) AS n FROM one_time_values').first<{ n: number }>())?.n
  expect(await count()).toBe(2)
  await ring(DAILY)
  expect(await count()).toBe(1)
  expect(await redeemValue(db, 'second_factor', live, now)).not.toBeNull()
  expect(await redeemValue(db, 'second_factor', live, now)).toBeNull()
})
