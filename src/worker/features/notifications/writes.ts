import { SECOND } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { outbox } from '../../db/schema/notifications.ts'
import type { UserMessage } from './contract.ts'

/** The sweep leaves a fresh row to the dispatch that follows its commit. */
const HEAD_START_MS = 20 * SECOND

/** Owes these messages to the user's screens; `key` makes a second debt for the same change impossible. */
export const oweUserMessages = (
  db: Db,
  debt: { key: string; userId: number; messages: UserMessage[]; now: number },
) =>
  db.insert(outbox).values({
    key: debt.key,
    topic: 'user',
    payload: { userId: debt.userId, messages: debt.messages },
    createdAt: debt.now,
    nextAttemptAt: debt.now + HEAD_START_MS,
  })

/** Owes a mail that stands in email_deliveries under `deliveryKey`. */
export const oweEmail = (db: Db, debt: { key: string; deliveryKey: string; now: number }) =>
  db.insert(outbox).values({
    key: debt.key,
    topic: 'email',
    payload: { deliveryKey: debt.deliveryKey },
    createdAt: debt.now,
    nextAttemptAt: debt.now + HEAD_START_MS,
  })
