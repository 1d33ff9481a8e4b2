import { DAY, HOUR, MINUTE, SECOND } from '#shared/core/time.ts'
import type { Health, HealthStatus } from '#shared/health/contract.ts'

/** A crashed run keeps its lease for 3 minutes; then three more runs may fail. */
export const EVERY_MINUTE_BOUND_MS = 6 * MINUTE
/** A crashed run keeps its lease for 6 minutes, so that one run is skipped; then two more may fail. */
export const EVERY_FIVE_MINUTES_BOUND_MS = 20 * MINUTE
/** A day, and an hour for the run itself and for the platform's clock. */
export const DAILY_BOUND_MS = DAY + HOUR
/** Payouts are tried every day from the first of the month on: two days may fail. */
export const PAYOUTS_BOUND_MS = 2 * DAY
/** A mail is tried again after 30 seconds and after 2, 8 and 32 minutes: all of these attempts have failed. */
export const MAIL_BOUND_MS = 45 * MINUTE
/** An event is handled at once and retried after 2, 4, 8 and 16 minutes: all of these attempts have failed. */
export const WEBHOOKS_BOUND_MS = 35 * MINUTE
/** Six runs of the sweep have not checked the payment. */
export const PAYMENTS_BOUND_MS = 30 * MINUTE

/** The question for the revision has failed about thirty times. */
export const CATALOGUE_BOUND_SECONDS = 60

export type JobTimes = {
  /** Null: never. */
  completedAt: number | null
  createdAt: number
}

/** Facts from the tables. Instants are epoch milliseconds, null where there is no such row. */
export type HealthFacts = {
  jobs: Record<'every-minute' | 'every-five-minutes' | 'daily' | 'payouts', JobTimes | undefined>
  oldestUnsentAt: number | null
  oldestUnprocessedAt: number | null
  oldestOverdueAt: number | null
}

/** `staleSeconds`: of the catalogue in memory; null: there is none. */
export function healthOf(facts: HealthFacts, staleSeconds: number | null, now: number): Health {
  const { jobs } = facts
  const everyMinute = jobOf(jobs['every-minute'], EVERY_MINUTE_BOUND_MS, now)
  const everyFiveMinutes = jobOf(jobs['every-five-minutes'], EVERY_FIVE_MINUTES_BOUND_MS, now)
  const daily = jobOf(jobs.daily, DAILY_BOUND_MS, now)
  const payouts = payoutsOf(jobs.payouts, now)
  const cron = {
    status: worst([everyMinute, everyFiveMinutes, daily, payouts]),
    everyMinute,
    everyFiveMinutes,
    daily,
    payouts,
  }
  const mail = mailHealth(facts, now)
  const webhooks = {
    status: within(facts.oldestUnprocessedAt, WEBHOOKS_BOUND_MS, now),
    oldestUnprocessedSeconds: secondsSince(facts.oldestUnprocessedAt, now),
  }
  const payments = {
    status: within(facts.oldestOverdueAt, PAYMENTS_BOUND_MS, now),
    oldestOverdueSeconds: secondsSince(facts.oldestOverdueAt, now),
  }
  const catalogue = catalogueHealth(staleSeconds)
  const status = worst([catalogue, cron, mail, webhooks, payments])
  return { status, database: 'ok', catalogue, cron, mail, webhooks, payments }
}

export const mailHealth = (
  { oldestUnsentAt }: Pick<HealthFacts, 'oldestUnsentAt'>,
  now: number,
): Health['mail'] => ({
  status: within(oldestUnsentAt, MAIL_BOUND_MS, now),
  oldestUnsentSeconds: secondsSince(oldestUnsentAt, now),
})

const catalogueHealth = (staleSeconds: number | null): Health['catalogue'] => ({
  status: staleSeconds !== null && staleSeconds <= CATALOGUE_BOUND_SECONDS ? 'ok' : 'degraded',
  staleSeconds,
})

/** A job that never completed is late one bound after its row was created. */
function jobOf(job: JobTimes | undefined, boundMs: number, now: number) {
  const status = within(job ? (job.completedAt ?? job.createdAt) : 0, boundMs, now)
  return { status, completedSecondsAgo: secondsSince(job?.completedAt ?? null, now) }
}

function payoutsOf(job: JobTimes | undefined, now: number) {
  const day = new Date(now)
  const monthStart = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)
  const isDone = job !== undefined && (job.completedAt ?? job.createdAt) >= monthStart
  return {
    status: isDone ? ('ok' as const) : within(monthStart, PAYOUTS_BOUND_MS, now),
    completedSecondsAgo: secondsSince(job?.completedAt ?? null, now),
  }
}

const within = (since: number | null, boundMs: number, now: number): HealthStatus =>
  since === null || now - since <= boundMs ? 'ok' : 'degraded'

const worst = (parts: { status: HealthStatus }[]): HealthStatus =>
  parts.some(({ status }) => status === 'degraded') ? 'degraded' : 'ok'

/** At least 0: another machine's clock may be ahead of ours. */
const secondsSince = (since: number | null, now: number): number | null =>
  since === null ? null : Math.max(0, Math.floor((now - since) / SECOND))

/** The response while the database does not answer. The catalogue is served on from memory. */
export const healthWithoutDatabase = (staleSeconds: number | null): Health => ({
  status: 'degraded',
  database: 'degraded',
  catalogue: catalogueHealth(staleSeconds),
  cron: {
    status: 'degraded',
    everyMinute: { status: 'degraded', completedSecondsAgo: null },
    everyFiveMinutes: { status: 'degraded', completedSecondsAgo: null },
    daily: { status: 'degraded', completedSecondsAgo: null },
    payouts: { status: 'degraded', completedSecondsAgo: null },
  },
  mail: { status: 'degraded', oldestUnsentSeconds: null },
  webhooks: { status: 'degraded', oldestUnprocessedSeconds: null },
  payments: { status: 'degraded', oldestOverdueSeconds: null },
})

/** The names of the degraded parts. */
export const degradedServices = ({
  database,
  catalogue,
  cron,
  mail,
  webhooks,
  payments,
}: Health): string[] =>
  database === 'degraded'
    ? ['database']
    : Object.entries({ catalogue, cron, mail, webhooks, payments }).flatMap(([name, { status }]) =>
        status === 'degraded' ? [name] : [],
      )
