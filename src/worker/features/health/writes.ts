import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { alertStates } from '../../db/schema/jobs.ts'

/** What the alert webhook was told last. */
export const changeMailState = (db: Db, isDown: boolean, now: number) =>
  db.update(alertStates).set({ isDown, changedAt: now }).where(eq(alertStates.name, 'mail'))
