import type { EventMessage } from '#shared/payments/contract.ts'
import { describeError } from '../../../core/describe-error.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { ProviderDown } from '../../../providers/payment-provider.ts'
import { namedProvider } from '../../../providers/payment-providers.ts'
import { followProvider, LATER } from './follow-provider.ts'
import { findEvent, findEventById } from './store.ts'
import { markEventHandled, postponeEvent } from './writes.ts'

export type StoredEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>

/**
 * Handles a stored event by its key; the queue calls it. Returns the outcome; undefined where the event was handled before
 * or is not stored.
 * @throws the error of a failed attempt; the row is postponed, and the sweep retries it
 */
export async function handleEvent(
  deps: ShopDeps,
  { provider, eventId }: EventMessage,
  now: number,
): Promise<string | undefined> {
  const row = await findEvent(deps.db, provider, eventId)
  return row && row.handledAt === null ? handleStored(deps, row, now) : undefined
}

/** Two of these may run at once for one event: the tables refuse a second settlement. */
export async function handleStored(deps: ShopDeps, row: StoredEvent, now: number): Promise<string> {
  try {
    const provider = namedProvider(deps.providers, row.provider)
    // Its credentials were removed.
    if (!provider) throw new ProviderDown(`No credentials for ${row.provider}`)
    const { about } = provider.readStored(row.payload)
    const outcome = await followProvider(deps, provider, about, 'webhook', now)
    if (outcome === LATER) await postponeEvent(deps.db, { ...row, error: null }, now)
    else await markEventHandled(deps.db, row, outcome, now)
    return outcome
  } catch (error) {
    // The row goes behind the others: events that cannot be handled must not delay them.
    await postponeEvent(deps.db, { ...row, error: describeError(error) }, now)
    throw error
  }
}

/**
 * Takes up, once more, an event that was given up. Says what came of it; undefined where it was handled meanwhile or is
 * not there.
 * @throws ProviderDown; whatever it failed of before
 */
export async function retryEvent(deps: ShopDeps, id: number, now: number): Promise<string | undefined> {
  const row = await findEventById(deps.db, id)
  return row && row.handledAt === null ? handleStored(deps, row, now) : undefined
}
