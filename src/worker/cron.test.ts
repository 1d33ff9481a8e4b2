import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#shared/core/time.ts'
import { DAILY, EVERY_FIVE_MINUTES, EVERY_MINUTE, runCron } from './cron.ts'
import type { Env } from './providers/env.ts'
import { aCharge, andTell, heldAt, takingAt } from './testing/charges.ts'
import { stopClock } from './testing/clock.ts'
import { sandbox } from './testing/sandbox.ts'
import { ring } from './testing/shop.ts'
import { watched } from './testing/watched.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)
// The daily job counts as started two days from now, so that the time of day of the test run has no effect.
beforeEach(() =>
  env.DB.prepare("UPDATE job_runs SET started_at = ? WHERE name = 'daily'")
    .bind(Date.now() + 2 * DAY)
    .run(),
)

/** Bindings with which every provider call advances the stopped clock by `ms` and fails with 500. */
function slowProviders(ms: number): Env {
  const fetch = async () => {
    vi.setSystemTime(Date.now() + ms)
    return new Response('Internal error', { status: 500 })
  }
  return { ...takingAt('btcpay'), SANDBOX: { fetch } as unknown as Fetcher }
}

test('with slow providers the five-minute job ends before its next run, and the sweep of refunds gets its turn', async () => {
  stopClock()
  const { user, paymentId, checkoutId } = await aCharge('coinbase')
  await andTell(() => sandbox.cryptoPay(checkoutId))
  await sandbox.faults({ cryptoApi: 'fail' })
  await user.post(`/api/user/purchases/${paymentId}/refund`)
  await sandbox.calm()
  for (let open = 0; open < 12; open += 1) await aCharge('btcpay')
  vi.setSystemTime(Date.now() + HOUR)
  const began = Date.now()
  await runCron(EVERY_FIVE_MINUTES, slowProviders(30 * SECOND), () => undefined)
  expect(Date.now() - began).toBeLessThan(5 * MINUTE)
  const refund = await env.DB.prepare('SELECT status, attempts FROM refunds WHERE payment_id = ?')
    .bind(paymentId)
    .first()
  expect(refund).toEqual({ status: 'approved', attempts: 2 })
})

test('with slow providers the one-minute job ends before its next run, and postpones the event that it tried', async () => {
  stopClock()
  const { checkoutId } = await aCharge('btcpay')
  const [event] = await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId))
  const { payload } = await sandbox.signed(event?.id ?? '')
  for (const copy of ['a', 'b', 'c', 'd', 'e', 'f'])
    await env.DB.prepare(
      "INSERT INTO webhook_events (provider, event_id, type, payload, received_at, next_attempt_at) VALUES ('btcpay', ?, 'x', ?, 1, 1)",
    )
      .bind(`slow-${copy}`, payload)
      .run()
  const began = Date.now()
  await runCron(EVERY_MINUTE, slowProviders(14 * SECOND), () => undefined)
  expect(Date.now() - began).toBeLessThan(MINUTE)
  const tried = await env.DB.prepare(
    "SELECT min(next_attempt_at) AS next, count(*) AS n FROM webhook_events WHERE event_id LIKE 'slow-%' AND attempts = 1",
  ).first<{ next: number; n: number }>()
  // The provider is not asked about the other events in this run.
  expect(tried?.n).toBe(1)
  expect(tried?.next).toBeGreaterThan(began)
})

/** The real database, which throws for every statement that `fails` selects. */
function failingOn(fails: (sql: string) => boolean) {
  const watch = watched()
  const DB = new Proxy(watch.bindings.DB, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value
      return (sql: string) => {
        if (fails(sql)) throw new Error('D1 is down')
        return target.prepare(sql)
      }
    },
  })
  return { bindings: { ...env, DB }, statements: watch.statements }
}

/** The real database, which executes the daily job's statements that begin with `start` and loses their responses. */
function losingAnswersTo(start: string): Env {
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'bind')
          return (...params: unknown[]) => {
            const bound = target.bind(...params)
            return params.includes('daily') ? wrap(bound) : bound
          }
        return async (...args: unknown[]) => {
          await value.apply(target, args)
          throw new Error('Network connection lost')
        }
      },
    })
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value
      return (sql: string) => (sql.startsWith(start) ? wrap(target.prepare(sql)) : target.prepare(sql))
    },
  })
  return { ...env, DB }
}

describe('a run of a scheduled job', () => {
  const jobOf = () =>
    env.DB.prepare("SELECT * FROM job_runs WHERE name = 'every-five-minutes'").first<{
      fence: number
      expires_at: number
      completed_at: number | null
    }>()

  /** A five-minute run that waits for the provider of an open payment, and the statements of the run. */
  async function aSlowRun() {
    stopClock()
    const { paymentId } = await aCharge('btcpay')
    await env.DB.prepare('UPDATE payments SET next_check_at = 1 WHERE id = ?').bind(paymentId).run()
    const slow = heldAt(takingAt('btcpay'), () => true)
    const watch = watched(slow.bindings)
    const ended = ring(EVERY_FIVE_MINUTES, watch.bindings)
    await slow.reached
    return { ended, release: slow.release, statements: watch.statements }
  }
  const sweepsIn = (statements: { sql: string }[]) =>
    statements.filter(({ sql }) => !sql.includes('job_runs')).length

  const isSweepOfRefunds = ({ sql }: { sql: string }) =>
    sql.includes('from "refunds" where "refunds"."next_attempt_at"')

  test('sweeps nothing while another run of the job is active', async () => {
    const { ended, release } = await aSlowRun()
    const before = await jobOf()
    const second = watched(takingAt('btcpay'))
    await ring(EVERY_FIVE_MINUTES, second.bindings)
    expect(sweepsIn(second.statements)).toBe(0)
    expect(await jobOf()).toEqual(before)
    release()
    await ended
    expect(await jobOf()).toMatchObject({ fence: before?.fence, expires_at: 0, completed_at: Date.now() })
  })

  test('begins no further sweep where its lease expired and another run took over', async () => {
    const { ended, release, statements } = await aSlowRun()
    const before = await jobOf()
    vi.setSystemTime(before?.expires_at ?? 0)
    await ring(EVERY_FIVE_MINUTES)
    const after = await jobOf()
    expect(after).toMatchObject({ fence: (before?.fence ?? 0) + 1, expires_at: 0, completed_at: Date.now() })
    vi.setSystemTime(Date.now() + MINUTE)
    release()
    await ended
    expect(statements.filter(isSweepOfRefunds)).toEqual([])
    expect(await jobOf()).toEqual(after)
  })

  test('is not noted as completed where a sweep failed', async () => {
    stopClock()
    await ring(EVERY_FIVE_MINUTES)
    const before = await jobOf()
    vi.setSystemTime(Date.now() + MINUTE)
    await ring(EVERY_FIVE_MINUTES, failingOn((sql) => isSweepOfRefunds({ sql })).bindings)
    expect(await jobOf()).toMatchObject({ expires_at: 0, completed_at: before?.completed_at })
  })

  test('continues with its other sweeps and releases its lease where one renewal of the lease failed', async () => {
    stopClock()
    let renewals = 0
    const isThird = (sql: string) => sql.startsWith('update "job_runs"') && ++renewals === 3
    const { bindings, statements } = failingOn(isThird)
    const before = await jobOf()
    await ring(EVERY_FIVE_MINUTES, bindings)
    expect(statements.filter(isSweepOfRefunds)).toHaveLength(1)
    expect(await jobOf()).toMatchObject({ expires_at: 0, completed_at: before?.completed_at })
  })
})

describe('the daily run', () => {
  const day = () =>
    env.DB.prepare("SELECT fence, started_at, completed_at FROM job_runs WHERE name = 'daily'").first<{
      fence: number
      started_at: number
      completed_at: number | null
    }>()
  /** Stops the clock at 03:00 UTC, before the job is due at 03:17. The result sets the minutes after 03:00. */
  async function aDay() {
    const three = Math.ceil(Date.now() / DAY) * DAY + 3 * HOUR
    stopClock(three)
    await env.DB.prepare("UPDATE job_runs SET started_at = ?, expires_at = 0 WHERE name = 'daily'")
      .bind(three - DAY + 18 * MINUTE)
      .run()
    return (minutes: number) => vi.setSystemTime(three + minutes * MINUTE)
  }

  test('is started once by a later five-minute run where its lease could not be taken', async () => {
    const at = await aDay()
    at(17)
    const before = await day()
    const isLease = (sql: string) => sql.startsWith('insert into "job_runs"')
    await ring(DAILY, failingOn(isLease).bindings)
    expect(await day()).toEqual(before)
    at(20)
    // Less than five minutes after 03:17: the daily trigger may still arrive.
    await ring(EVERY_FIVE_MINUTES)
    expect(await day()).toEqual(before)
    at(25)
    await ring(EVERY_FIVE_MINUTES)
    const begun = await day()
    expect(begun).toEqual({
      fence: (before?.fence ?? 0) + 1,
      started_at: Date.now(),
      completed_at: Date.now(),
    })
    at(30)
    await ring(EVERY_FIVE_MINUTES)
    expect(await day()).toEqual(begun)
  })

  test('is started after its lease has expired where the response to the lease was lost', async () => {
    const at = await aDay()
    at(17)
    await ring(DAILY, losingAnswersTo('insert into "job_runs"'))
    const lost = await day()
    expect(lost?.started_at).toBe(Date.now())
    at(30)
    // The lease has not expired: the first run may be active.
    await ring(EVERY_FIVE_MINUTES)
    expect(await day()).toEqual(lost)
    at(35)
    await ring(EVERY_FIVE_MINUTES)
    const begun = await day()
    expect(begun).toMatchObject({ fence: (lost?.fence ?? 0) + 1, completed_at: Date.now() })
    at(40)
    await ring(EVERY_FIVE_MINUTES)
    expect(await day()).toEqual(begun)
  })

  test('is not started a second time after its own trigger started it', async () => {
    const at = await aDay()
    at(17)
    await ring(DAILY)
    const begun = await day()
    for (const minute of [25, 55]) {
      at(minute)
      await ring(EVERY_FIVE_MINUTES)
    }
    expect(await day()).toEqual(begun)
  })
})
