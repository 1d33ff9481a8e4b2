import { DAY, HOUR, MINUTE, SECOND } from '#shared/core/time.ts'
import { payoutPeriod } from '#shared/referrals/rules.ts'
import { describeError } from './core/describe-error.ts'
import { logError } from './core/log-error.ts'
import { SWEEP_BUDGET_MS } from './core/sweep-budget.ts'
import { commit, type Db, openDb } from './db/client.ts'
import { acquireLease, isMissed, lastCompletedAt, releaseLease, renewLease } from './db/job-lease.ts'
import { deleteExpiredValues } from './db/one-time-values.ts'
import type { JobName } from './db/schema/jobs.ts'
import { deleteExpired } from './features/accounts/writes.ts'
import { announceReleases } from './features/announcements/announce-releases.ts'
import { remindUpdates } from './features/announcements/remind-updates.ts'
import { forgetSenders } from './features/contact/writes.ts'
import { DISPUTE_WINDOW_MS } from './features/downloads/rules.ts'
import { forgetVisitors } from './features/downloads/writes.ts'
import { sweepDeliveries } from './features/email/sweep-deliveries.ts'
import { healTotals } from './features/feed/heal-totals.ts'
import { forgetEvents } from './features/feed/writes.ts'
import { alertMailState } from './features/health/alert-mail.ts'
import { fillMarks, USES_KEPT_MS } from './features/identity/fill-marks.ts'
import { forgetUses } from './features/identity/writes.ts'
import { sweepLicences } from './features/licences/sweep-licences.ts'
import { appendEntries } from './features/log/append-entries.ts'
import { checkLog } from './features/log/check-log.ts'
import { forgetUnanswered } from './features/newsletter/writes.ts'
import { sweepOutbox } from './features/notifications/sweep-outbox.ts'
import { deleteDispatched } from './features/notifications/writes.ts'
import { deleteOldProofs } from './features/payments/guest-checkout/writes.ts'
import { sweepGuestPurchases } from './features/payments/guests/sweep-guest-purchases.ts'
import { sweepDuplicatePrepaid } from './features/payments/prepaid/sweep-duplicate-prepaid.ts'
import { sweepReminders } from './features/payments/reminders/sweep-reminders.ts'
import { deleteOldReminders } from './features/payments/reminders/writes.ts'
import { sweepSecondPayments } from './features/payments/settlement/sweep-second-payments.ts'
import { sweepUndelivered } from './features/payments/settlement/sweep-undelivered.ts'
import { PAYMENTS_PER_RUN, sweepPayments } from './features/payments/unsettled/sweep-payments.ts'
import { sweepUpgrades } from './features/payments/upgrades/end-upgraded.ts'
import { sweepEvents } from './features/payments/webhooks/sweep-events.ts'
import { forgetPayloads } from './features/payments/webhooks/writes.ts'
import { startNightly } from './features/recovery/reconcile.ts'
import { endLostRuns } from './features/recovery/writes.ts'
import { runPayouts } from './features/referrals/run-payouts.ts'
import { completeMature } from './features/referrals/writes.ts'
import { REFUNDS_PER_RUN, sweepRefunds } from './features/refunds/sweep-refunds.ts'
import { sweepUploads } from './features/releases/sweep-uploads.ts'
import { requestReviews } from './features/reviews/request-reviews.ts'
import { EVENTS_KEPT_MS } from './features/security/rules.ts'
import { deleteEvents } from './features/security/writes.ts'
import { sweepPrepaid } from './features/subscriptions/sweep-prepaid.ts'
import { sweepSubscriptions } from './features/subscriptions/sweep-subscriptions.ts'
import { sweepTrials } from './features/subscriptions/sweep-trials.ts'
import { fillSkeletons } from './features/users/fill-skeletons.ts'
import { SESSION_IDLE_MS } from './http/session-limits.ts'
import { openShop } from './http/shop-deps.ts'
import { configOf } from './providers/config.ts'
import type { Env } from './providers/env.ts'
import { adminHub } from './providers/hubs.ts'

/** The four schedules are the cron triggers of wrangler.toml. */
export const EVERY_MINUTE = '* * * * *'
export const EVERY_FIVE_MINUTES = '*/5 * * * *'
export const DAILY = '17 3 * * *'
/** `DAILY` in milliseconds after midnight UTC. */
const DAILY_AT_MS = 3 * HOUR + 17 * MINUTE
export const MONTHLY = '47 4 1 * *'

/** A daily run counts as missed where it has not begun this long after it was due. */
const DAILY_PATIENCE_MS = 5 * MINUTE

/** Cloudflare ends a scheduled run after 15 minutes. */
const LONGEST_RUN_MS = 15 * MINUTE

type ScheduledJob = Exclude<JobName, 'log'>

/**
 * Length of each job's lease, which is renewed before each sweep. Longer than any sweep takes, so that another run
 * begins only where this one has died.
 */
const LEASE_MS: Record<ScheduledJob, number> = {
  'every-minute': 3 * MINUTE,
  'every-five-minutes': SWEEP_BUDGET_MS + 2 * MINUTE,
  daily: LONGEST_RUN_MS,
  payouts: LONGEST_RUN_MS,
}

/** No event is begun after this time: a run ends before the next one begins, unless one event takes 30 seconds. */
const EVENTS_BUDGET_MS = 30 * SECOND

type Later = (work: Promise<unknown>) => void
type Sweep = (name: string, work: () => Promise<unknown>) => Promise<void>

export async function runCron(cron: string, env: Env, later: Later): Promise<void> {
  const db = openDb(env.DB)
  await startJob(cron, env, db, later)
  // Called directly: admins see new events even where the feed queue lost its messages.
  await attempt('feed', () => adminHub(env).refresh())
}

async function startJob(cron: string, env: Env, db: Db, later: Later): Promise<void> {
  switch (cron) {
    case EVERY_MINUTE:
      return runJob(env, db, 'every-minute', later)
    case EVERY_FIVE_MINUTES:
      await runJob(env, db, 'every-five-minutes', later)
      return missedDay(env, db, later)
    case DAILY:
      return runDay(env, db, later)
    case MONTHLY:
      return runJob(env, db, 'payouts', later)
    default:
      throw new Error(`No sweep is planned for "${cron}"`)
  }
}

/** Runs a job unless another run of it is active. */
async function runJob(env: Env, db: Db, name: ScheduledJob, later: Later): Promise<void> {
  await attempt(name, async () => {
    const lease = await acquireLease(db, name, LEASE_MS[name], Date.now())
    if (!lease) return note(name, 'Not run: another run of this job is under way')
    let completed = true
    let hasLease = true
    await SWEEPS[name](env, db, later, async (sweep, run) => {
      const succeeded = await attempt(sweep, async () => {
        hasLease &&= await renewLease(db, lease, Date.now())
        if (!hasLease) return note(sweep, 'Not run: another run of this job has taken over')
        await run()
      })
      completed &&= succeeded
    })
    await releaseLease(db, lease, { completed }, Date.now())
  })
}

async function everyMinute(env: Env, db: Db, later: Later, sweep: Sweep): Promise<void> {
  const now = Date.now()
  await sweep('outbox', () => sweepOutbox(env, db, now))
  await sweep('deliveries', () => sweepDeliveries(env, db, now))
  await sweep('log', () => appendEntries({ env, db, config: configOf(env) }, now))
  await sweep('guests', () => sweepGuestPurchases({ db, config: configOf(env) }, now))
  await sweep('undelivered', () => sweepUndelivered(env, db, now))
  await sweep('announcements', () => announceReleases(env, db, now))
  await sweep('alert', () => alertMailState(env, db, now))
  // Last, as providers may be slow.
  await sweep('events', () =>
    sweepEvents(openShop(env, db, later), Date.now(), Date.now() + EVENTS_BUDGET_MS),
  )
}

async function everyFiveMinutes(env: Env, db: Db, later: Later, sweep: Sweep): Promise<void> {
  const now = Date.now()
  const deps = openShop(env, db, later)
  await sweep('licences', () => sweepLicences(db, now))
  await sweep('duplicate-prepaid', () => sweepDuplicatePrepaid(db, now))
  await sweep('prepaid', () => sweepPrepaid(deps, now))
  await sweep('trials', () => sweepTrials(deps, now))
  await sweep('second payments', () => sweepSecondPayments(db, now))
  await sweep('lost runs', () => commit(db, [endLostRuns(db, now)]))
  await sweep('reminders of checkouts', () => sweepReminders(deps, now))
  await sweep('uploads', () => sweepUploads(env, db, now))
  // Last, as providers may be slow.
  await inTurn(sweep, [
    ['payments', (until) => sweepPayments(deps, Date.now(), PAYMENTS_PER_RUN, until)],
    ['refunds', (until) => sweepRefunds(deps, Date.now(), REFUNDS_PER_RUN, until)],
    ['upgrades', (until) => sweepUpgrades(deps, Date.now(), until)],
    ['subscriptions', (until) => sweepSubscriptions(deps, Date.now(), until)],
  ])
}

async function daily(env: Env, db: Db, later: Later, sweep: Sweep): Promise<void> {
  const now = Date.now()
  await sweep('sessions', () =>
    commit(db, [...deleteExpired(db, now, SESSION_IDLE_MS), deleteExpiredValues(db, now)]),
  )
  await sweep('retention', () =>
    commit(db, [
      deleteDispatched(db, now - 30 * DAY),
      forgetPayloads(db, now - 90 * DAY),
      forgetVisitors(db, now - DISPUTE_WINDOW_MS),
      deleteOldProofs(db, now - 30 * DAY),
      deleteOldReminders(db, now - 30 * DAY),
      forgetSenders(db, now - 90 * DAY),
      forgetUnanswered(db, now - 30 * DAY),
      forgetEvents(db, now - 30 * DAY),
      deleteEvents(db, now - EVENTS_KEPT_MS),
      forgetUses(db, now - USES_KEPT_MS),
    ]),
  )
  await sweep('totals', () => healTotals(db, now))
  await sweep('skeletons', () => fillSkeletons(db))
  await sweep('identity', () => fillMarks({ db, config: configOf(env) }, now))
  await sweep('commissions', () => commit(db, [completeMature(db, now)]))
  await sweep('reconciliation', () => startNightly(openShop(env, db, later), now))
  await sweep('reminders', () => remindUpdates(env, db, now))
  await sweep('review requests', () => requestReviews(env, db, now))
  await sweep('check of the log', () => checkLog({ env, db, config: configOf(env) }, now))
}

/** The sweeps of each job, called in order through `sweep`. */
export const SWEEPS = {
  'every-minute': everyMinute,
  'every-five-minutes': everyFiveMinutes,
  daily,
  payouts: (_env: Env, db: Db, _later: unknown, sweep: Sweep) =>
    sweep('payouts', () => runPayouts(db, null, Date.now())),
} satisfies Record<ScheduledJob, (env: Env, db: Db, later: Later, sweep: Sweep) => Promise<void>>

async function runDay(env: Env, db: Db, later: Later): Promise<void> {
  await runJob(env, db, 'daily', later)
  await missedPayouts(env, db, later)
}

/** Runs the daily job now where it was missed: its lease could not be taken, or its trigger was lost. */
const missedDay = async (env: Env, db: Db, later: Later): Promise<void> => {
  await attempt('daily', async () => {
    const now = Date.now()
    const due = dailyDueBefore(now - DAILY_PATIENCE_MS)
    if (await isMissed(db, 'daily', due, LEASE_MS.daily, now)) await runDay(env, db, later)
  })
}

/** The latest time, up to `moment`, at which the daily job was due. */
const dailyDueBefore = (moment: number): number =>
  Math.floor((moment - DAILY_AT_MS) / DAY) * DAY + DAILY_AT_MS

/** Called daily: runs the payouts again until this month's run has completed, where it failed or was missed. */
const missedPayouts = (env: Env, db: Db, later: Later) =>
  attempt('payouts', async () => {
    const last = await lastCompletedAt(db, 'payouts')
    if (last === null || payoutPeriod(last) !== payoutPeriod(Date.now()))
      await runJob(env, db, 'payouts', later)
  })

/** Runs sweeps that share one time budget. Each gets an equal share of the time left: none starves the later ones. */
async function inTurn(
  sweep: Sweep,
  sweeps: [name: string, work: (until: number) => Promise<unknown>][],
): Promise<void> {
  const end = Date.now() + SWEEP_BUDGET_MS
  for (const [index, [name, work]] of sweeps.entries()) {
    const share = (end - Date.now()) / (sweeps.length - index)
    await sweep(name, () => work(Date.now() + share))
  }
}

/** Runs `work` and logs its error, so that the other sweeps still run. True where `work` succeeded. */
async function attempt(name: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    note(name, describeError(error))
    return false
  }
}

const note = (name: string, error: string) => logError(`cron ${name}`, { error })
