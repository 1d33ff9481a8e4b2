import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { alertStates } from '../../db/schema/jobs.ts'

/** No row comes back where that is the state already: of two runs at once, one reports the change. */
export const changeMailState = (db: Db, isDown: boolean, now: number) =>
  db
    .update(alertStates)
    .set({ isDown, changedAt: now })
    .where(and(eq(alertStates.name, 'mail'), eq(alertStates.isDown, !isDown)))
    .returning({ name: alertStates.name })
