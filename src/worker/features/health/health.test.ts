import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#shared/core/time.ts'
import { type Health, healthSchema } from '#shared/health/contract.ts'
import { DAILY, EVERY_FIVE_MINUTES, EVERY_MINUTE } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { withDeployedLimits } from '../../testing/catalogue/limits.ts'
import { aCharge } from '../../testing/charges.ts'
import { visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { ring, unique, withPausedQueue } from '../../testing/shop.ts'
import { noScans, watched } from '../../testing/watched.ts'
import { sendAgain } from '../email/send-again.ts'
import { degradedServices, type HealthFacts, healthOf } from './rules.ts'
import { readHealthFacts } from './store.ts'

beforeAll(sandbox.calm)
beforeAll(async () => {
  for (const cron of [EVERY_MINUTE, EVERY_FIVE_MINUTES, DAILY]) await ring(cron)
})

const change = (sql: string, ...params: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...params)
    .run()

async function ask(bindings: Env = env) {
  const response = await visitor(bindings).fetch('GET', '/api/health')
  const body = await response.json<{ success: boolean; message?: string; data: Health }>()
  return { status: response.status, ...body }
}

/** A mail that was queued `ageMs` ago. No sweep takes it: its next attempt is in a day. */
async function anUnsentMail(ageMs: number): Promise<number> {
  const queuedAt = Date.now() - ageMs
  const { meta } = await change(
    `INSERT INTO email_deliveries (key, template, to_address, data, status, queued_at, due_at, next_attempt_at, created_at, updated_at)
     VALUES (?1, 'welcome', 'somebody@mail.test', '{}', 'retrying', ?2, ?2, ?3, ?2, ?2)`,
    unique('mail'),
    queuedAt,
    Date.now() + DAY,
  )
  return meta.last_row_id
}
const send = (id: number) =>
  change("UPDATE email_deliveries SET status = 'sent', next_attempt_at = NULL WHERE id = ?", id)

describe('GET /api/health', () => {
  test('returns how long ago each job completed, in at most two round trips and without personal data', async () => {
    const watch = watched()
    const { status, success, data } = await ask(watch.bindings)
    expect([status, success, data.status], JSON.stringify(data)).toEqual([200, true, 'ok'])
    for (const job of [data.cron.everyMinute, data.cron.everyFiveMinutes, data.cron.daily, data.cron.payouts])
      expect(job.completedSecondsAgo).toBeLessThan(60)
    expect(healthSchema.strict().parse(data)).toEqual(data)
    expect(watch.trips).toBeLessThanOrEqual(2)
    await noScans(watch.statements)
  })

  test('counts from the oldest unsent mail, also after an earlier mail was sent again', async () => {
    const db = openDb(env.DB)
    const earlier = await anUnsentMail(2 * HOUR)
    const stuck = await anUnsentMail(50 * MINUTE)
    await change("UPDATE email_deliveries SET status = 'queued' WHERE id = ?", stuck)
    await change("UPDATE email_deliveries SET status = 'dead', next_attempt_at = NULL WHERE id = ?", earlier)
    await sendAgain(withPausedQueue().bindings, db, earlier, Date.now())
    const queued = env.DB.prepare('SELECT queued_at FROM email_deliveries WHERE id = ?').bind(stuck)
    expect((await readHealthFacts(db)).oldestUnsentAt).toBe(await queued.first('queued_at'))
    for (const id of [earlier, stuck]) await send(id)
  })

  test('answers 503 while a mail waits beyond its bound, and 200 after it is sent', async () => {
    const id = await anUnsentMail(50 * MINUTE)
    const late = await ask()
    expect([late.status, late.success, late.message]).toEqual([503, false, 'Degraded: mail'])
    expect(late.data.mail).toMatchObject({ status: 'degraded' })
    expect(late.data.mail.oldestUnsentSeconds).toBeGreaterThanOrEqual(3000)
    await send(id)
    expect((await ask()).status).toBe(200)
  })

  test('answers 503 while a webhook event waits beyond its bound, and 200 where it waits for a person', async () => {
    const eventId = unique('evt')
    await change(
      `INSERT INTO webhook_events (provider, event_id, type, payload, received_at, next_attempt_at)
       VALUES ('stripe', ?, 'refund.updated', '{}', ?, ?)`,
      eventId,
      Date.now() - HOUR,
      Date.now() + HOUR,
    )
    expect((await ask()).message).toBe('Degraded: webhooks')
    await change('UPDATE webhook_events SET next_attempt_at = NULL WHERE event_id = ?', eventId)
    expect((await ask()).status).toBe(200)
  })

  test('answers 503 while the check of an open payment is overdue', async () => {
    const { paymentId } = await aCharge('btcpay')
    const due = (at: number | null) =>
      change('UPDATE payments SET next_check_at = ? WHERE id = ?', at, paymentId)
    await due(Date.now() - HOUR)
    const late = await ask()
    expect([late.status, late.message]).toEqual([503, 'Degraded: payments'])
    expect(late.data.payments.oldestOverdueSeconds).toBeGreaterThanOrEqual(3600)
    await due(null)
    expect((await ask()).status).toBe(200)
  })

  test('answers 503 while a job does not complete, and names the job', async () => {
    await change("UPDATE job_runs SET completed_at = completed_at - ? WHERE name = 'daily'", 2 * DAY)
    const late = await ask()
    expect([late.status, late.message, late.data.cron.daily.status]).toEqual([
      503,
      'Degraded: cron',
      'degraded',
    ])
    expect(late.data.cron.everyMinute.status).toBe('ok')
    await ring(DAILY)
    expect((await ask()).status).toBe(200)
  })

  test('answers 503 while the database does not answer', async () => {
    const DB = { prepare: env.DB.prepare.bind(env.DB), batch: () => Promise.reject(new Error('D1 is down')) }
    const down = await ask({ ...env, DB: DB as unknown as D1Database })
    expect([down.status, down.message, down.data.database]).toEqual([503, 'Degraded: database', 'degraded'])
  })
})

test('while the database is down the catalogue is served on with its age, which the health route tells', async () => {
  let isDown = false
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (isDown) throw new Error('D1 is down')
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const bindings = { ...env, DB }
  const began = Date.now()
  stopClock(began)
  expect((await visitor(bindings).get('/api/products')).headers.get('age')).toBeNull()
  expect((await ask(bindings)).data.catalogue).toEqual({ status: 'ok', staleSeconds: 0 })
  isDown = true
  await withDeployedLimits(async () => {
    for (const [seconds, status] of [
      [59, 'ok'],
      [61, 'degraded'],
    ] as const) {
      vi.setSystemTime(began + seconds * SECOND)
      const { data } = await ask(bindings)
      expect([data.database, data.catalogue]).toEqual(['degraded', { status, staleSeconds: seconds }])
      for (const path of ['/api/products', '/api/products?limit=1']) {
        const served = await visitor(bindings).get(path)
        expect([served.status, served.headers.get('age')], path).toEqual([200, `${seconds}`])
      }
    }
  })
})

describe('the bounds', () => {
  const now = Date.UTC(2027, 4, 20, 12)
  const job = (ageMs: number) => ({ completedAt: now - ageMs, createdAt: 0 })
  const facts: HealthFacts = {
    jobs: {
      'every-minute': job(MINUTE),
      'every-five-minutes': job(5 * MINUTE),
      daily: job(9 * HOUR),
      payouts: job(19 * DAY),
    },
    oldestUnsentAt: null,
    oldestUnprocessedAt: null,
    oldestOverdueAt: null,
  }

  test('make a job late after its bound, even a job that never completed', () => {
    expect(degradedServices(healthOf(facts, 0, now))).toEqual([])
    const late = (jobs: Partial<HealthFacts['jobs']>, at = now) =>
      degradedServices(healthOf({ ...facts, jobs: { ...facts.jobs, ...jobs } }, 0, at))
    expect(late({ 'every-minute': job(6 * MINUTE) })).toEqual([])
    expect(late({ 'every-minute': job(7 * MINUTE) })).toEqual(['cron'])
    expect(late({ 'every-five-minutes': job(21 * MINUTE) })).toEqual(['cron'])
    expect(late({ daily: job(26 * HOUR) })).toEqual(['cron'])
    expect(late({ daily: { completedAt: null, createdAt: now - HOUR } })).toEqual([])
    expect(late({ daily: { completedAt: null, createdAt: now - 2 * DAY } })).toEqual(['cron'])
    expect(late({ daily: undefined })).toEqual(['cron'])
  })

  test('make payouts late from the third of the month on, until they are done', () => {
    const on = (day: number) => {
      const at = Date.UTC(2027, 5, day, 12)
      const soon = { completedAt: at - MINUTE, createdAt: 0 }
      const jobs = { ...facts.jobs, 'every-minute': soon, 'every-five-minutes': soon, daily: soon }
      return degradedServices(healthOf({ ...facts, jobs }, 0, at))
    }
    expect([on(1), on(2), on(3)]).toEqual([[], [], ['cron']])
  })
})

describe('the alert webhook', () => {
  const ALERTS = 'https://alerts.test/hook'

  /** A shop whose alert webhook gives these responses one after the other, then 200. */
  function alerted(...answers: (number | 'lost')[]) {
    const texts: string[] = []
    const fetch = async (input: RequestInfo, init?: RequestInit) => {
      const request = new Request(input, init)
      if (request.url !== ALERTS) return env.SANDBOX?.fetch(request) ?? new Response(null, { status: 500 })
      texts.push((await request.json<{ text: string }>()).text)
      const answer = answers.shift() ?? 200
      if (answer === 'lost') throw new Error('The connection was lost')
      return new Response(null, { status: answer })
    }
    const bindings = { ...env, ALERT_WEBHOOK_URL: ALERTS, SANDBOX: { fetch } as Fetcher }
    return { bindings, texts }
  }

  test('is called once when mail goes down and once when mail is up again', async () => {
    stopClock()
    const { bindings, texts } = alerted()
    await ring(EVERY_MINUTE, bindings)
    expect(texts).toEqual([])
    const id = await anUnsentMail(50 * MINUTE)
    await Promise.all([ring(EVERY_MINUTE, bindings), ring(EVERY_MINUTE, bindings)])
    await ring(EVERY_MINUTE, bindings)
    expect(texts).toEqual([expect.stringMatching(/^Windfall cannot send mail: .* 50 minutes/)])
    await send(id)
    await ring(EVERY_MINUTE, bindings)
    await ring(EVERY_MINUTE, bindings)
    expect(texts.slice(1)).toEqual(['Windfall sends mail again.'])
  })

  test.each([
    ['is called again after it refused', 500, 2],
    ['is called again after it could not be reached', 'lost', 2],
  ] as const)('%s', async (_, answer, times) => {
    const { bindings, texts } = alerted(answer)
    const id = await anUnsentMail(50 * MINUTE)
    for (const _run of [1, 2, 3]) await ring(EVERY_MINUTE, bindings)
    expect(texts).toHaveLength(times)
    await send(id)
    await ring(EVERY_MINUTE, bindings)
    expect(texts).toHaveLength(times + 1)
  })

  test('is not called where it is not configured', async () => {
    const { bindings, texts } = alerted()
    const id = await anUnsentMail(50 * MINUTE)
    await ring(EVERY_MINUTE, { ...bindings, ALERT_WEBHOOK_URL: '' })
    expect(texts).toEqual([])
    await send(id)
    expect((await readHealthFacts(openDb(env.DB))).oldestUnsentAt).toBeNull()
  })
})
