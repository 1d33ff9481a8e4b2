import { describeError } from '../../core/describe-error.ts'
import { Problem } from '../../core/problem.ts'
import { sweepClock } from '../../core/sweep-budget.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { type PaymentProvider, ProviderDown, type ProviderEvent } from '../../providers/payment-provider.ts'
import { namedProvider } from '../../providers/payment-providers.ts'
import { findEvent, findEventById, listDueEvents } from './event-store.ts'
import { markEventHandled, postponeEvent, storeEvent } from './event-writes.ts'
import { followProvider, LATER } from './follow-provider.ts'

/**
 * Stores a signed event, then acts on it unless that was done to the end before. A row that exists but is not handled
 * is acted on again: the crash may have come in between. Only a stored event is answered with 2xx.
 * @throws Problem 400 where the signature does not hold; anything else asks the provider to send it again.
 */
export async function receiveWebhook(
  deps: ShopDeps,
  provider: PaymentProvider,
  rawBody: string,
  headers: Headers,
  now: number,
): Promise<string> {
  const event = await provider.readWebhook(rawBody, headers)
  if (!event) throw new Problem(400, 'The signature does not hold.')
  const { eventId, type } = event
  await storeEvent(deps.db, { provider: provider.name, eventId, type, payload: rawBody, now })
  const stored = await findEvent(deps.db, provider.name, eventId)
  if (stored?.handledAt != null) return 'repeated'
  return handle(deps, provider, { eventId, attempts: stored?.attempts ?? 0, read: () => event }, now)
}

async function handle(
  deps: ShopDeps,
  provider: PaymentProvider,
  { eventId, attempts, read }: { eventId: string; attempts: number; read: () => ProviderEvent },
  now: number,
): Promise<string> {
  const postponed = { provider: provider.name, eventId, attempts }
  try {
    const outcome = await followProvider(deps, provider, read().about, 'webhook', now)
    if (outcome === LATER) await postponeEvent(deps.db, { ...postponed, error: null }, now)
    else await markEventHandled(deps.db, provider.name, eventId, outcome, now)
    return outcome
  } catch (error) {
    await postponeEvent(deps.db, { ...postponed, error: describeError(error) }, now)
    throw error
  }
}

/** Stored events that were not acted on to the end, and that the provider may not send again; until the instant `until`. */
export async function sweepEvents(deps: ShopDeps, now: number, until?: number): Promise<number> {
  const clock = sweepClock(now, until)
  const due = await listDueEvents(deps.db, now, 50)
  for (const row of due) {
    if (clock.isOver()) break
    const { eventId, attempts, payload } = row
    const provider = namedProvider(deps.providers, row.provider)
    if (!provider) {
      // Its credentials were taken away. Behind the others with it: events that cannot be read must not hold them up.
      await postponeEvent(deps.db, { ...row, error: 'No credentials for this provider' }, clock.now())
      continue
    }
    const read = () => provider.readStored(payload)
    await handle(deps, provider, { eventId, attempts, read }, clock.now()).catch((error) => {
      console.error(JSON.stringify({ at: 'sweep-events', event: eventId, error: describeError(error) }))
    })
  }
  return due.length
}

/**
 * Takes up, once more, an event that was given up. Says what came of it; undefined where it was handled meanwhile or is
 * not there.
 * @throws ProviderDown; whatever it failed of before
 */
export async function retryEvent(deps: ShopDeps, id: number, now: number): Promise<string | undefined> {
  const row = await findEventById(deps.db, id)
  if (!row || row.handledAt !== null) return undefined
  const { eventId, attempts, payload } = row
  const provider = namedProvider(deps.providers, row.provider)
  if (!provider) throw new ProviderDown(`No credentials for ${row.provider}`)
  return handle(deps, provider, { eventId, attempts, read: () => provider.readStored(payload) }, now)
}
