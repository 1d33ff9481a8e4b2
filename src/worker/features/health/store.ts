import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { alertStates, JOB_NAMES, jobRuns } from '../../db/schema/jobs.ts'
import type { HealthFacts } from './rules.ts'

type Oldest = { unsentAt: number | null; unprocessedAt: number | null; overdueAt: number | null }

/** An unsent mail has a next attempt. Not the lowest id: a mail that is sent again keeps its id. */
const oldestUnsentAt = sql`(select d.queued_at from email_deliveries d
  where d.next_attempt_at is not null order by d.queued_at limit 1)`

/** Excludes events that were given up: they wait for a person. */
const oldestUnprocessedAt = sql`(select e.received_at from webhook_events e
  where e.handled_at is null and e.next_attempt_at is not null order by e.received_at limit 1)`

const oldestOverdueAt = sql`(select p.next_check_at from payments p
  where p.next_check_at is not null order by p.next_check_at limit 1)`

/** One round trip; no statement reads more than a few rows. */
export async function readHealthFacts(db: Db): Promise<HealthFacts> {
  const [jobs, [oldest]] = await db.batch([
    db
      .select({ name: jobRuns.name, completedAt: jobRuns.completedAt, createdAt: jobRuns.createdAt })
      .from(jobRuns)
      .where(inList(jobRuns.name, JOB_NAMES)),
    db
      .select({
        unsentAt: sql<Oldest['unsentAt']>`${oldestUnsentAt}`.as('unsent_at'),
        unprocessedAt: sql<Oldest['unprocessedAt']>`${oldestUnprocessedAt}`.as('unprocessed_at'),
        overdueAt: sql<Oldest['overdueAt']>`${oldestOverdueAt}`.as('overdue_at'),
      })
      .from(sql`(select 1)`),
  ])
  const jobOf = (wanted: (typeof JOB_NAMES)[number]) => jobs.find(({ name }) => name === wanted)
  return {
    jobs: {
      'every-minute': jobOf('every-minute'),
      'every-five-minutes': jobOf('every-five-minutes'),
      daily: jobOf('daily'),
      payouts: jobOf('payouts'),
    },
    oldestUnsentAt: oldest?.unsentAt ?? null,
    oldestUnprocessedAt: oldest?.unprocessedAt ?? null,
    oldestOverdueAt: oldest?.overdueAt ?? null,
  }
}

/** Whether the alert webhook last reported that mail is down. */
export async function isMailKnownDown(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ isDown: alertStates.isDown })
    .from(alertStates)
    .where(eq(alertStates.name, 'mail'))
  return row?.isDown ?? false
}
