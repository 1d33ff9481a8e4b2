import type { Box } from '../box.ts'
import type { Provider } from './endpoints.ts'

/** pending: owed. held, dropped: by a fault. failed: given up after the last attempt. */
export type DeliveryState = 'pending' | 'held' | 'dropped' | 'delivered' | 'failed'

/** One event and where its delivery stands; times are epoch milliseconds. */
export type EventRow = {
  seq: number
  id: string
  provider: Provider
  type: string
  payload: string
  state: DeliveryState
  /** 1 after a resend by hand: goes out whatever the faults say. */
  forced: number
  due_at: number
  attempts: number
}

export type AttemptRow = { at: number; status: number | null; note: string; is_copy: number }

/** Stores an event that is to be delivered at `dueAt`. */
export function recordEvent(
  box: Box,
  event: Pick<EventRow, 'id' | 'provider' | 'type' | 'payload' | 'state' | 'due_at'>,
): void {
  box.sql.exec(
    'INSERT INTO webhook_events (id, provider, type, payload, state, due_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[event.id, event.provider, event.type, event.payload, event.state, event.due_at],
  )
}

/** Newest first. */
export function listEvents(box: Box, limit = -1): EventRow[] {
  return box.sql.exec<EventRow>('SELECT * FROM webhook_events ORDER BY seq DESC LIMIT ?', limit).toArray()
}

export function findEvent(box: Box, id: string): EventRow | undefined {
  return box.sql.exec<EventRow>('SELECT * FROM webhook_events WHERE id = ?', id).toArray()[0]
}

/** Every delivery that was tried, oldest first. */
export function attemptsOf(box: Box, id: string): AttemptRow[] {
  return box.sql
    .exec<AttemptRow>(
      'SELECT at, status, note, is_copy FROM webhook_attempts WHERE event_id = ? ORDER BY seq',
      id,
    )
    .toArray()
}

/** Sends an event again, now and from the first attempt on, whatever the faults say. */
export function resendEvent(box: Box, id: string): void {
  box.sql.exec(
    "UPDATE webhook_events SET state = 'pending', forced = 1, attempts = 0, due_at = ? WHERE id = ?",
    Date.now(),
    id,
  )
}

/** Lets go what a 'hold' has kept back. */
export function releaseHeld(box: Box): void {
  box.sql.exec("UPDATE webhook_events SET state = 'pending', due_at = ? WHERE state = 'held'", Date.now())
}
