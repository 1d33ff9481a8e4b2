import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { LOST_RUN } from '#shared/recovery/contract.ts'
import { stagesOf } from '#shared/recovery/rules.ts'
import { DAILY, EVERY_FIVE_MINUTES } from '../../cron.ts'
import type { Env } from '../../providers/env.ts'
import type { About } from '../../providers/payment-provider.ts'
import { aUser } from '../../testing/clients.ts'
import { dumpBooks } from '../../testing/dump.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, bought, buy, deliver } from '../../testing/purchases.ts'
import { reconcile } from '../../testing/reconciling.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, depsOf, ring, withPausedQueue } from '../../testing/shop.ts'
import { runPortion, startNightly, startRun } from './reconcile.ts'
import type { RunRow } from './store.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

/** A shop that accepts cards only, so that a run has one provider to query. */
const cardsOnly = (bindings: Env): Env => ({
  ...bindings,
  CRYPTO_PROVIDER: '',
  COINBASE_KEY_ID: '',
  COINBASE_KEY_SECRET: '',
  COINBASE_WEBHOOK_SECRET: '',
  BTCPAY_URL: '',
  BTCPAY_STORE_ID: '',
  BTCPAY_API_KEY: '',
  BTCPAY_WEBHOOK_SECRET: '',
})

const runOf = (id: number) =>
  env.DB.prepare('SELECT * FROM reconciliation_runs WHERE id = ?').bind(id).first<Record<string, unknown>>()
const findings = async () =>
  (
    await env.DB.prepare(
      'SELECT kind, subject, details, resolution FROM reconciliation_findings ORDER BY id',
    ).all<{
      kind: string
      subject: string
      details: string
      resolution: string | null
    }>()
  ).results

/** Runs every portion of a run until its end, and returns the stages. */
async function runThrough(deps: ReturnType<typeof depsOf>, run: RunRow): Promise<string[]> {
  const stages: string[] = []
  for (
    let job: Parameters<typeof runPortion>[1] | null = {
      type: 'reconcile',
      runId: run.id,
      stage: 'stripe',
      after: 0,
    };
    job;
    job = await runPortion(deps, job, Date.now())
  )
    stages.push(job.stage)
  await deps.idle()
  return stages
}

describe('a run', () => {
  test('splits a long list into portions, one message each, and a repeated message changes nothing', async () => {
    const { bindings, sent } = withPausedQueue()
    const deps = depsOf(cardsOnly(bindings))
    const asked: number[] = []
    deps.providers.stripe.listSince = async function* (since): AsyncGenerator<About> {
      asked.push(since)
      for (let one = 0; one < 95; one += 1)
        yield { kind: 'checkout', checkoutId: `cs_${one}`, reference: null, hosted: null }
    }
    const since = Date.now() - DAY
    const run = await startRun(deps, { actorId: null, since }, Date.now())
    expect(sent).toEqual([{ type: 'reconcile', runId: run.id, stage: 'stripe', after: 0 }])
    const stages = await runThrough(deps, run)
    expect(stages).toEqual(['stripe', 'stripe', ...stagesOf(['stripe'])])
    expect(asked).toEqual([since, since, since])
    const done = await runOf(run.id)
    expect(done).toMatchObject({ checked: 95, healed: 0, found: 0, last_error: null })
    expect(done?.finished_at).not.toBeNull()
    await consume([{ type: 'reconcile', runId: run.id, stage: 'payment', after: 0 }], {}, bindings)
    expect(await runOf(run.id)).toEqual(done)
  })

  test('records a provider that does not respond and completes all other stages', async () => {
    const buyer = await aUser({ bindings: withPausedQueue().bindings })
    const { paymentId, checkoutId } = await buy(buyer, (await aProduct()).id)
    await sandbox.pay(checkoutId)
    const began = Date.now() - MINUTE
    await sandbox.faults({ stripeApi: 'fail' })
    const down = await reconcile(began, cardsOnly(env))
    expect(await runOf(down.runId)).toMatchObject({
      checked: 0,
      last_error: expect.stringMatching(/^stripe: ProviderDown: Stripe did not answer/),
      finished_at: expect.any(Number),
    })
    expect(down.portions).toBe(stagesOf(['stripe']).length)
    await sandbox.faults({ stripeApi: 'ok', stripeApiFailures: null })
    expect((await booksOf(paymentId)).payment?.status).toBe('pending')
    await reconcile(began)
    expect((await booksOf(paymentId)).history).toEqual([{ kind: 'settled', source: 'reconciliation' }])
  }, 60_000)

  test('continues with the other objects after one that cannot be processed', async () => {
    const buyer = await aUser({ bindings: withPausedQueue().bindings })
    const { paymentId, checkoutId } = await buy(buyer, (await aProduct()).id)
    await sandbox.pay(checkoutId)
    const deps = depsOf(withPausedQueue().bindings)
    const observe = deps.providers.stripe.observe
    const other = await buy(buyer, (await aProduct()).id)
    deps.providers.stripe.observe = async (id) => {
      if (id === other.checkoutId) throw new Error('of a kind that nobody knows')
      return observe(id)
    }
    const run = await startRun(deps, { actorId: null, since: Date.now() - MINUTE }, Date.now())
    await runThrough(deps, run)
    expect((await booksOf(paymentId)).payment?.status).toBe('completed')
    expect((await runOf(run.id))?.last_error).toContain(other.checkoutId)
  })

  test('finds late changes of payments from before its period: a cancellation, a won dispute', async () => {
    const { bindings } = withPausedQueue()
    const buyer = await aUser({ bindings })
    const monthly = await bought(buyer, PREMIUM_ID, 'subscription')
    const once = await bought(buyer, (await aProduct()).id)
    let dispute = ''
    const opened = await sandbox.eventsOf(async () => {
      dispute = await sandbox.dispute(String((await sandbox.session(once.checkoutId))?.payment_intent))
    })
    for (const { id } of opened) await deliver(await sandbox.signed(id), bindings)
    expect((await booksOf(once.paymentId)).payment?.status).toBe('disputed')
    // Stripe counts whole seconds.
    await scheduler.wait(1100)
    const since = Date.now()
    await sandbox.endDispute(dispute, 'won')
    const subscription = String((await sandbox.session(monthly.checkoutId))?.subscription)
    await sandbox.subscription(subscription, 'cancel')
    await reconcile(since)
    expect((await booksOf(once.paymentId)).payment?.status).toBe('completed')
    const row = await env.DB.prepare('SELECT status FROM subscriptions WHERE stripe_subscription_id = ?')
      .bind(subscription)
      .first()
    expect(row).toEqual({ status: 'canceled' })
  })

  test('starts every night for the last three days, and only once if the cron trigger fires twice', async () => {
    const { bindings, sent } = withPausedQueue()
    for (const _ of [1, 2]) await ring(DAILY, bindings)
    const jobs = sent.filter((body) => (body as { type: string }).type === 'reconcile')
    expect(jobs).toHaveLength(1)
    const run = await runOf((jobs[0] as { runId: number }).runId)
    expect(run).toMatchObject({ actor_id: null, finished_at: null })
    expect(Number(run?.started_at) - Number(run?.since)).toBe(3 * DAY)
  })

  test.each([
    ['no run before it', [], 3],
    ['a complete run last night', ['1 complete'], 3],
    ['two lost runs after a complete one', ['3 complete', '2 lost', '1 unfinished'], 5],
    ['a provider that did not respond for a week', ['8 complete', '7 failed', '1 failed'], 10],
    ['only lost runs', ['6 lost', '1 lost'], 9],
    ['a complete run that an admin started for one day', ['4 complete', '1 lost', '1 by admin'], 6],
    ['no complete run for a month', ['40 complete', '29 lost', '1 lost'], 30],
    ['no run at all for a month', ['31 complete'], 30],
  ])('covers, after %s, every day since then', async (_case, before, days) => {
    await env.DB.exec('DELETE FROM reconciliation_runs')
    const now = Date.now()
    for (const text of before) {
      const [age = '', how = ''] = text.split(/ (.*)/)
      const at = now - Number(age) * DAY
      const error = { lost: LOST_RUN, failed: 'stripe: No answer' }[how] ?? null
      await env.DB.prepare(
        'INSERT INTO reconciliation_runs (actor_id, since, started_at, finished_at, last_error) VALUES (?, ?, ?, ?, ?)',
      )
        .bind(how === 'by admin' ? 1 : null, at - DAY, at, how === 'unfinished' ? null : at + HOUR, error)
        .run()
    }
    const { since } = await startNightly(depsOf(withPausedQueue().bindings), now)
    expect((now - since) / DAY).toBe(days)
  })
})

// invariant: money-belongs-to-payment
test('money at Stripe for an order whose row was lost is a finding that only a person closes', async () => {
  const admin = await aUser({ admin: true, bindings: withPausedQueue().bindings })
  await env.DB.prepare('UPDATE reconciliation_runs SET finished_at = 1').run()
  const began = Date.now() - MINUTE
  const { paymentId, checkoutId } = await buy(admin, (await aProduct()).id)
  await sandbox.pay(checkoutId)
  // As after a restore to a moment before the order.
  await env.DB.prepare('DELETE FROM payments WHERE id = ?').bind(paymentId).run()
  await reconcile(began)
  const [lost] = (await findings()).filter(({ subject }) => subject.includes(checkoutId))
  expect(lost).toMatchObject({ kind: 'needs-attention', resolution: null })
  expect(JSON.parse(lost?.details ?? '')).toMatchObject({ amountCents: 1950, email: admin.email })

  const before = await dumpBooks()
  await reconcile(began)
  // The finding also stays once Stripe's list does not reach back to the order any more.
  await reconcile(Date.now() + MINUTE)
  expect(await dumpBooks()).toEqual(before)
  const row = await env.DB.prepare('SELECT id FROM reconciliation_findings WHERE subject = ?')
    .bind(`checkout:stripe:${checkoutId}`)
    .first<{ id: number }>()
  const repair = (body?: unknown) => admin.post(`/api/recovery/findings/${row?.id}/repair`, body)
  const refused = await repair()
  expect([refused.status, refused.message]).toEqual([
    422,
    'The provider has money that belongs to no payment here. Refund it there, or deliver by hand; then close this finding as done.',
  ])
  expect((await repair({ done: true })).status).toBe(200)
  const closed = (await findings()).find(({ subject }) => subject.includes(checkoutId))
  expect(closed?.resolution).toBe('done')
  // Closing the finding deletes the buyer's address.
  expect(closed?.details).not.toContain(admin.email)
})

test('a run whose message was lost ends as lost after six hours, but not after five hours or four days', async () => {
  const now = Date.now()
  const insert = env.DB.prepare(
    'INSERT INTO reconciliation_runs (since, started_at) VALUES (1, ?) RETURNING id',
  )
  const ids: number[] = []
  for (const age of [7 * HOUR, 5 * HOUR, 4 * DAY])
    ids.push((await insert.bind(now - age).first<{ id: number }>())?.id ?? 0)
  await ring(EVERY_FIVE_MINUTES)
  const rows = await env.DB.prepare(
    'SELECT id, finished_at, last_error FROM reconciliation_runs ORDER BY id',
  ).all<{ id: number; finished_at: number | null; last_error: string | null }>()
  const ended = rows.results.filter(({ id, finished_at }) => ids.includes(id) && finished_at !== null)
  expect(ended).toMatchObject([{ id: ids[0], last_error: LOST_RUN }])
})
