import type { Box } from '../box.ts'
import { readFaults } from '../faults/store.ts'
import { retryDelayMs } from './backoff.ts'
import { endpoints } from './endpoints.ts'
import type { EventRow } from './events.ts'
import { shuffled } from './shuffle.ts'

const timeoutMs = 10_000

/** When the next webhook is due, in epoch milliseconds. */
export function nextDeliveryAt(box: Box): number | null {
  const sql = "SELECT min(due_at) AS at FROM webhook_events WHERE state = 'pending'"
  return box.sql.exec<{ at: number | null }>(sql).one().at
}

/** Sends the due webhooks, one after the other. A webhook without a 2xx response is retried later. */
export async function deliverDue(box: Box): Promise<void> {
  const due = box.sql
    .exec<EventRow>(
      "SELECT * FROM webhook_events WHERE state = 'pending' AND due_at <= ? ORDER BY seq LIMIT 50",
      Date.now(),
    )
    .toArray()
  for (const event of readFaults(box).reorder ? shuffled(due) : due) await deliver(box, event)
}

async function deliver(box: Box, event: EventRow): Promise<void> {
  const { webhooks, duplicate } = readFaults(box)
  if (webhooks !== 'deliver' && event.forced === 0) {
    const state = webhooks === 'drop' ? 'dropped' : 'held'
    box.sql.exec('UPDATE webhook_events SET state = ? WHERE id = ?', state, event.id)
    return
  }
  const copies = Array.from({ length: duplicate }, () => attempt(box, event, true))
  const [accepted] = await Promise.all([attempt(box, event, false), ...copies])
  const made = event.attempts + 1
  const wait = retryDelayMs(made)
  const state = accepted ? 'delivered' : wait === null ? 'failed' : 'pending'
  // A manual resend during the request has reset the attempts: then this update must not overwrite it.
  box.sql.exec(
    'UPDATE webhook_events SET state = ?, attempts = ?, due_at = ? WHERE id = ? AND attempts = ? AND forced = ?',
    ...[state, made, Date.now() + (wait ?? 0), event.id, event.attempts, event.forced],
  )
}

/** One POST, recorded with any result. Returns true for a 2xx response. */
async function attempt(box: Box, event: EventRow, isCopy: boolean): Promise<boolean> {
  const at = Date.now()
  const { status, note } = await post(box, event, at)
  box.sql.exec(
    'INSERT INTO webhook_attempts (event_id, at, status, note, is_copy) VALUES (?, ?, ?, ?, ?)',
    ...[event.id, at, status, note, isCopy ? 1 : 0],
  )
  return status !== null && status >= 200 && status < 300
}

async function post(box: Box, event: EventRow, at: number): Promise<{ status: number | null; note: string }> {
  const endpoint = endpoints[event.provider]
  try {
    const { payload, headers } = await endpoint.write(event, box.env, at)
    const response = await box.env.SHOP.fetch(`${box.env.PUBLIC_URL}${endpoint.path}`, {
      method: 'POST',
      headers,
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, note: (await response.text()).slice(0, 200) }
  } catch (error) {
    return { status: null, note: String(error).slice(0, 200) }
  }
}
