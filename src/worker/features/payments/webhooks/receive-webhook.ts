import type { EventMessage } from '#shared/payments/contract.ts'
import { logError } from '../../../core/log-error.ts'
import { Problem } from '../../../core/problem.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import type { PaymentProvider } from '../../../providers/payment-provider.ts'
import { selectHandledAt } from './store.ts'
import { storeEvent } from './writes.ts'

/**
 * Stores a signed event and sends its key to the queue, unless it was handled before. Calls no provider, so that a slow
 * provider does not make this endpoint slow. An event that was stored but not handled is sent again.
 * @throws Problem 400 where the signature is invalid or the body is no event; anything else asks the provider to send the event again.
 */
export async function receiveWebhook(
  deps: ShopDeps,
  provider: PaymentProvider,
  rawBody: string,
  headers: Headers,
  now: number,
): Promise<'stored' | 'repeated'> {
  const event = await provider.readWebhook(rawBody, headers)
  if (!event) {
    throw new Problem(400, 'The signature is not valid, or this is no event.', {
      event: { kind: 'webhook_refused', detail: provider.name },
    })
  }
  const { eventId, type } = event
  const key = { provider: provider.name, eventId }
  const [, [stored]] = await deps.db.batch([
    storeEvent(deps.db, { ...key, type, payload: rawBody, now }),
    selectHandledAt(deps.db, key),
  ])
  if (stored?.handledAt != null) return 'repeated'
  deps.later(queueEvent(deps, key))
  return 'stored'
}

/** Never fails: the sweep handles a stored event whose message was lost. */
async function queueEvent({ env }: ShopDeps, key: EventMessage): Promise<void> {
  try {
    await env.EVENTS.send(key)
  } catch (error) {
    logError('queue-event', { event: key.eventId, error })
  }
}
