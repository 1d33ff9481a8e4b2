import type Stripe from 'stripe'
import type { Box } from '../box.ts'
import { readFaults } from '../faults/store.ts'
import { newId } from '../ids.ts'
import { recordEvent } from '../webhooks/events.ts'
import { seconds } from './clock.ts'
import type { StripeObject } from './objects/store.ts'

/** The version that webhooks and answers speak; the `stripe` package in use pins the same. */
export const apiVersion = '2026-10-28.endive'

/** Time for the answer of the causing call to arrive before the webhook does. */
const settleMs = 60

/** Records an event with the object as it is now; it is delivered by the alarm, as the faults allow. */
export function emit(box: Box, type: Stripe.Event['type'], object: StripeObject, previous?: object): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(),
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: box.request?.id ?? null, idempotency_key: box.request?.idempotencyKey ?? null },
    type,
  }
  const faults = readFaults(box)
  recordEvent(box, {
    id: event.id,
    provider: 'stripe',
    type,
    payload: JSON.stringify(event),
    state: faults.webhooks === 'drop' ? 'dropped' : faults.webhooks === 'hold' ? 'held' : 'pending',
    due_at: Date.now() + settleMs + faults.delayMs,
  })
}
