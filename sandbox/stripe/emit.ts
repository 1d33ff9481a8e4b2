import type Stripe from 'stripe'
import type { Box } from '../box.ts'
import { newId } from '../ids.ts'
import { recordEvent } from '../webhooks/events.ts'
import { seconds } from './clock.ts'
import type { StripeObject } from './objects/store.ts'

/** The API version of webhooks and responses. The installed `stripe` package pins the same version. */
export const apiVersion = '2026-10-28.endive'

/** Records an event with the object's current state. The alarm delivers the event, subject to the faults. */
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
  recordEvent(box, { id: event.id, provider: 'stripe', type, payload: JSON.stringify(event) })
}
