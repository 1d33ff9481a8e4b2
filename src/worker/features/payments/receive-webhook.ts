import { assertNever } from '../../core/assert-never.ts'
import { describeError } from '../../core/describe-error.ts'
import { Problem } from '../../core/problem.ts'
import type { ProviderEvent } from '../../providers/payment-provider.ts'
import { syncSubscription } from '../subscriptions/sync-subscription.ts'
import { openGuestPayment } from './open-guest-payment.ts'
import { type Deps, settlePayment } from './settle-payment.ts'
import {
  findByCheckout,
  findByReference,
  findEvent,
  listDueEvents,
  type PaymentWithProduct,
} from './store.ts'
import { markEventHandled, postponeEvent, storeEvent } from './writes.ts'

const PROVIDER = 'stripe'

/**
 * Stores a signed event, then acts on it unless that was done to the end before. A row that exists but is not handled
 * is acted on again: the crash may have come in between. Only a stored event is answered with 2xx.
 * @throws Problem 400 where the signature does not hold; anything else asks the provider to send it again.
 */
export async function receiveWebhook(
  deps: Deps,
  rawBody: string,
  headers: Headers,
  now: number,
): Promise<string> {
  const event = await deps.provider.readWebhook(rawBody, headers)
  if (!event) throw new Problem(400, 'The signature does not hold.')
  const { eventId, type } = event
  await storeEvent(deps.db, { provider: PROVIDER, eventId, type, payload: rawBody, now })
  const stored = await findEvent(deps.db, PROVIDER, eventId)
  if (stored?.handledAt != null) return 'repeated'
  return handle(deps, { eventId, attempts: stored?.attempts ?? 0, read: () => event }, now)
}

/** What `act` says of an event that must be taken up again, though nothing is wrong. */
const LATER = 'later'

async function handle(
  deps: Deps,
  { eventId, attempts, read }: { eventId: string; attempts: number; read: () => ProviderEvent },
  now: number,
): Promise<string> {
  const postponed = { provider: PROVIDER, eventId, attempts }
  try {
    const outcome = await act(deps, read(), now)
    if (outcome === LATER) await postponeEvent(deps.db, { ...postponed, error: null }, now)
    else await markEventHandled(deps.db, PROVIDER, eventId, outcome, now)
    return outcome
  } catch (error) {
    await postponeEvent(deps.db, { ...postponed, error: describeError(error) }, now)
    throw error
  }
}

async function act(deps: Deps, event: ProviderEvent, now: number): Promise<string> {
  const { about } = event
  switch (about.kind) {
    case 'checkout': {
      const found = await findOrOpen(deps, about, now)
      if (!found) {
        const outcome = about.hosted
          ? `unmatched: no product ${about.hosted.productId}`
          : 'unmatched: no payment of ours'
        const note = { event: event.eventId, checkout: about.checkoutId, outcome }
        console.error(JSON.stringify({ at: 'receive-webhook', ...note }))
        return outcome
      }
      const { paymentId: checkoutId } = found.payment
      if (checkoutId !== null && checkoutId !== about.checkoutId) return 'ignored: another checkout'
      const settled = await settlePayment(deps, found, about.checkoutId, 'webhook', now)
      return settled.reason ? `${settled.outcome}: ${settled.reason}` : settled.outcome
    }
    case 'subscription':
      return (await syncSubscription(deps, about.subscriptionId, now)) === 'not-yet' ? LATER : 'synced'
    case 'nothing-we-act-on':
      return 'ignored: nothing to do'
    default:
      return assertNever(about)
  }
}

/** The payment this checkout was opened for; the first news of a pay page outside the shop opens one. */
async function findOrOpen(
  { db }: Deps,
  { checkoutId, reference, hosted }: Extract<ProviderEvent['about'], { kind: 'checkout' }>,
  now: number,
): Promise<PaymentWithProduct | undefined> {
  return (
    (await findByCheckout(db, PROVIDER, checkoutId)) ??
    (reference === null ? undefined : await findByReference(db, reference)) ??
    (hosted === null ? undefined : await openGuestPayment(db, PROVIDER, checkoutId, hosted, now))
  )
}

/** Stored events that were not acted on to the end, and that the provider may not send again. */
export async function sweepEvents(deps: Deps, now: number): Promise<number> {
  const due = await listDueEvents(deps.db, now, 50)
  for (const row of due) {
    const { eventId, attempts, payload } = row
    const read = () => deps.provider.readStored(payload)
    await handle(deps, { eventId, attempts, read }, now).catch((error) => {
      console.error(JSON.stringify({ at: 'sweep-events', event: eventId, error: describeError(error) }))
    })
  }
  return due.length
}
