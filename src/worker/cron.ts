import { describeError } from './core/describe-error.ts'
import { SWEEP_BUDGET_MS } from './core/sweep-budget.ts'
import { DAY } from './core/time.ts'
import { commit, openDb } from './db/client.ts'
import { deleteExpired } from './features/accounts/writes.ts'
import { announceReleases } from './features/announcements/announce-releases.ts'
import { remindUpdates } from './features/announcements/remind-updates.ts'
import { forgetSenders, forgetUnanswered } from './features/contact/writes.ts'
import { DISPUTE_WINDOW_MS } from './features/downloads/rules.ts'
import { forgetVisitors } from './features/downloads/writes.ts'
import { sweepDeliveries } from './features/email/sweep-deliveries.ts'
import { healTotals } from './features/feed/heal-totals.ts'
import { forgetEvents } from './features/feed/writes.ts'
import { sweepLicences } from './features/licences/sweep-licences.ts'
import { sweepOutbox } from './features/notifications/dispatch-outbox.ts'
import { deleteDispatched } from './features/notifications/writes.ts'
import { sweepGuestPurchases } from './features/payments/attach-guests.ts'
import { PAYMENTS_PER_RUN, sweepPayments } from './features/payments/check-payment.ts'
import { forgetPayloads } from './features/payments/event-writes.ts'
import { sweepEvents } from './features/payments/receive-webhook.ts'
import { sweepTwins } from './features/payments/restate-prepaid.ts'
import { sweepUndelivered } from './features/payments/undeliverable.ts'
import { startNightly } from './features/recovery/reconcile.ts'
import { endLostRuns } from './features/recovery/writes.ts'
import { runPayouts } from './features/referrals/run-payouts.ts'
import { completeMature } from './features/referrals/writes.ts'
import { REFUNDS_PER_RUN, sweepRefunds } from './features/refunds/sweep-refunds.ts'
import { sweepUploads } from './features/releases/sweep-uploads.ts'
import { sweepPrepaid } from './features/subscriptions/sweep-prepaid.ts'
import { sweepSubscriptions } from './features/subscriptions/sync-subscription.ts'
import { SESSION_IDLE_MS } from './http/session-limits.ts'
import { openShop } from './http/shop-deps.ts'
import type { Env } from './providers/env.ts'
import { adminHub } from './providers/hubs.ts'

/** The names are the triggers of wrangler.toml. */
export const EVERY_MINUTE = '* * * * *'
export const EVERY_FIVE_MINUTES = '*/5 * * * *'
export const DAILY = '17 3 * * *'
export const MONTHLY = '47 4 1 * *'

export async function runCron(
  cron: string,
  env: Env,
  later: (work: Promise<unknown>) => void,
): Promise<void> {
  await sweep(cron, env, later)
  // Directly: whatever became of the messages, what happened is seen now.
  await attempt('feed', () => adminHub(env).look())
}

async function sweep(cron: string, env: Env, later: (work: Promise<unknown>) => void): Promise<void> {
  const now = Date.now()
  const db = openDb(env.DB)
  switch (cron) {
    case EVERY_MINUTE:
      await attempt('outbox', () => sweepOutbox(env, db, now))
      await attempt('deliveries', () => sweepDeliveries(env, db, now))
      await attempt('guests', () => sweepGuestPurchases(db, now))
      await attempt('undelivered', () => sweepUndelivered(env, db, now))
      await attempt('announcements', () => announceReleases(env, db, now))
      return
    case EVERY_FIVE_MINUTES: {
      const deps = openShop(env, db, later)
      await attempt('licences', () => sweepLicences(db, now))
      await attempt('twins', () => sweepTwins(db, now))
      await attempt('prepaid', () => sweepPrepaid(deps, now))
      await attempt('lost runs', () => commit(db, [endLostRuns(db, now)]))
      await attempt('uploads', () => sweepUploads(env, db, now))
      // Last, as providers may be slow.
      await inTurn([
        ['events', (until) => sweepEvents(deps, Date.now(), until)],
        ['payments', (until) => sweepPayments(deps, Date.now(), PAYMENTS_PER_RUN, until)],
        ['refunds', (until) => sweepRefunds(deps, Date.now(), REFUNDS_PER_RUN, until)],
        ['subscriptions', (until) => sweepSubscriptions(deps, Date.now(), until)],
      ])
      return
    }
    case DAILY:
      await attempt('sessions', () => commit(db, deleteExpired(db, now, SESSION_IDLE_MS)))
      await attempt('retention', () =>
        commit(db, [
          deleteDispatched(db, now - 30 * DAY),
          forgetPayloads(db, now - 90 * DAY),
          forgetVisitors(db, now - DISPUTE_WINDOW_MS),
          forgetSenders(db, now - 90 * DAY),
          forgetUnanswered(db, now - 30 * DAY),
          forgetEvents(db, now - 30 * DAY),
        ]),
      )
      await attempt('totals', () => healTotals(db))
      await attempt('commissions', () => commit(db, [completeMature(db, now)]))
      await attempt('reconciliation', () => startNightly(openShop(env, db, later), now))
      await attempt('reminders', () => remindUpdates(env, db, now))
      return
    case MONTHLY:
      await attempt('payouts', () => runPayouts(db, null, now))
      return
    default:
      throw new Error(`No sweep is planned for "${cron}"`)
  }
}

/** Sweeps that share one budget: none waits for a slow provider so long that nothing is left for those behind it. */
async function inTurn(sweeps: [name: string, work: (until: number) => Promise<unknown>][]): Promise<void> {
  const end = Date.now() + SWEEP_BUDGET_MS
  for (const [index, [name, work]] of sweeps.entries()) {
    const share = (end - Date.now()) / (sweeps.length - index)
    await attempt(name, () => work(Date.now() + share))
  }
}

/** One sweep that fails does not keep the others from running. */
async function attempt(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(JSON.stringify({ at: `cron ${name}`, error: describeError(error) }))
  }
}
