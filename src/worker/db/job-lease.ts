import { and, eq, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { type JobName, jobRuns } from './schema/jobs.ts'

/** The right to run a job. `fence` is the number of the run: a later run has a larger one. */
export type JobLease = { name: JobName; fence: number; lengthMs: number }

/**
 * The statement that acquires the lease of a job for `lengthMs` where it is free or has expired. Returns the row that
 * `leaseOf` needs; none while another run has the lease.
 */
export const acquisition = (db: Db, name: JobName, lengthMs: number, now: number) => {
  const taken = { startedAt: now, expiresAt: now + lengthMs }
  return db
    .insert(jobRuns)
    .values({ name, fence: 1, createdAt: now, ...taken })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { ...taken, fence: sql`${jobRuns.fence} + 1` },
      setWhere: lte(jobRuns.expiresAt, now),
    })
    .returning({ name: jobRuns.name, fence: jobRuns.fence })
}

/** The lease that `acquisition` acquired. */
export const leaseOf = (
  [row]: readonly { name: JobName; fence: number }[],
  lengthMs: number,
): JobLease | null => (row ? { ...row, lengthMs } : null)

/** Acquires the lease of a job. Null while another run has it. */
export const acquireLease = async (
  db: Db,
  name: JobName,
  lengthMs: number,
  now: number,
): Promise<JobLease | null> => leaseOf(await acquisition(db, name, lengthMs, now), lengthMs)

const belongsTo = ({ name, fence }: JobLease) => and(eq(jobRuns.name, name), eq(jobRuns.fence, fence))

/** The statement that extends the lease to `lengthMs` from now. Returns no row where another run has taken over. */
export const renewal = (db: Db, lease: JobLease, now: number) =>
  db
    .update(jobRuns)
    .set({ expiresAt: now + lease.lengthMs })
    .where(belongsTo(lease))
    .returning({ fence: jobRuns.fence })

/** Extends the lease. False where another run has taken over: this run must stop. */
export const renewLease = async (db: Db, lease: JobLease, now: number): Promise<boolean> =>
  (await renewal(db, lease, now)).length > 0

/**
 * True where this job was due at `due` and no run has begun since: its trigger failed before the lease, or the response
 * about the lease was lost. An expired lease that was neither renewed nor released means a lost response.
 */
export async function isMissed(
  db: Db,
  name: JobName,
  due: number,
  lengthMs: number,
  now: number,
): Promise<boolean> {
  const isUnused = and(
    lte(jobRuns.expiresAt, now),
    eq(jobRuns.expiresAt, sql`${jobRuns.startedAt} + ${lengthMs}`),
  )
  const [row] = await db
    .select({ name: jobRuns.name })
    .from(jobRuns)
    .where(
      and(eq(jobRuns.name, name), or(and(lt(jobRuns.startedAt, due), lt(jobRuns.createdAt, due)), isUnused)),
    )
  return row !== undefined
}

/** When a run of this job last ended without a failure; null: never. */
export async function lastCompletedAt(db: Db, name: JobName): Promise<number | null> {
  const [row] = await db
    .select({ completedAt: jobRuns.completedAt })
    .from(jobRuns)
    .where(eq(jobRuns.name, name))
  return row?.completedAt ?? null
}

/** Releases the lease. `completed`: all sweeps of the run succeeded, so the run is noted as completed. */
export const releaseLease = (db: Db, lease: JobLease, { completed }: { completed: boolean }, now: number) =>
  db
    .update(jobRuns)
    .set({ expiresAt: 0, ...(completed && { completedAt: now }) })
    .where(belongsTo(lease))
    .returning({ fence: jobRuns.fence })
