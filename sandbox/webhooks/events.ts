import type { Box } from '../box.ts'
import { readFaults } from '../faults/store.ts'
import type { Provider } from './endpoints.ts'

/** pending: not sent yet. held (paused) and dropped: because of a fault. failed: given up after the last attempt. */
export type DeliveryState = 'pending' | 'held' | 'dropped' | 'delivered' | 'failed'

/** One event and the state of its delivery; times are epoch milliseconds. */
export type EventRow = {
  seq: number
  id: string
  provider: Provider
  type: string
  payload: string
  state: DeliveryState
  /** 1 after a manual resend: the event is sent in spite of the faults. */
  forced: number
  due_at: number
  attempts: number
}

export type AttemptRow = { at: number; status: number | null; note: string; is_copy: number }

/** Milliseconds by which a webhook is delayed, so that the response of the causing call arrives first. */
const settleMs = 60

/** Stores an event. The alarm delivers the event, subject to the faults. */
export function recordEvent(box: Box, event: Pick<EventRow, 'id' | 'provider' | 'type' | 'payload'>): void {
  const faults = readFaults(box)
  const state = faults.webhooks === 'drop' ? 'dropped' : faults.webhooks === 'hold' ? 'held' : 'pending'
  box.sql.exec(
    'INSERT INTO webhook_events (id, provider, type, payload, state, due_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[event.id, event.provider, event.type, event.payload],
    ...[state, Date.now() + settleMs + faults.delayMs],
  )
}

/** The events, newest first. `after` is the id of an event: only newer events are listed. `of`: payments or mails. */
export function listEvents(
  box: Box,
  {
    limit = -1,
    after = '',
    of = 'payments',
  }: { limit?: number; after?: string; of?: 'payments' | 'mails' } = {},
): EventRow[] {
  return box.sql
    .exec<EventRow>(
      `SELECT * FROM webhook_events WHERE seq > coalesce((SELECT seq FROM webhook_events WHERE id = ?), 0)
       AND (provider = 'resend') = ? ORDER BY seq DESC LIMIT ?`,
      after,
      of === 'mails' ? 1 : 0,
      limit,
    )
    .toArray()
}

export function findEvent(box: Box, id: string): EventRow | undefined {
  return box.sql.exec<EventRow>('SELECT * FROM webhook_events WHERE id = ?', id).toArray()[0]
}

/** Every delivery attempt, oldest first. */
export function attemptsOf(box: Box, id: string): AttemptRow[] {
  return box.sql
    .exec<AttemptRow>(
      'SELECT at, status, note, is_copy FROM webhook_attempts WHERE event_id = ? ORDER BY seq',
      id,
    )
    .toArray()
}

/** Sends an event again now, in spite of the faults. Its attempts start again at 0. */
export function resendEvent(box: Box, id: string): void {
  box.sql.exec(
    "UPDATE webhook_events SET state = 'pending', forced = 1, attempts = 0, due_at = ? WHERE id = ?",
    Date.now(),
    id,
  )
}

/** Sends the webhooks that the fault 'hold' has paused. */
export function releaseHeld(box: Box): void {
  box.sql.exec("UPDATE webhook_events SET state = 'pending', due_at = ? WHERE state = 'held'", Date.now())
}
