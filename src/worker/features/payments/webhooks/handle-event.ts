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
 * Handles a stored event by its key; the queue calls it. Returns the outcome; undefined where the event was handled
 * before or is not stored.
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

/** Two calls may handle one event at the same time: the tables refuse a second settlement. */
export async function handleStored(deps: ShopDeps, row: StoredEvent, now: number): Promise<string> {
  try {
    const provider = namedProvider(deps.providers, row.provider)
    // The credentials of the provider were removed.
    if (!provider) throw new ProviderDown(`No credentials for ${row.provider}`)
    const { about } = provider.readStored(row.payload)
    const outcome = await followProvider(deps, provider, about, 'webhook', now)
    if (outcome === LATER) await postponeEvent(deps.db, { ...row, error: null }, now)
    else await markEventHandled(deps.db, row, outcome, now)
    return outcome
  } catch (error) {
    // The row is postponed behind the others: an event that cannot be handled must not delay them.
    await postponeEvent(deps.db, { ...row, error: describeError(error) }, now)
    throw error
  }
}

/**
 * Retries an event whose attempts were used up. Returns the outcome; undefined where the event was handled meanwhile or
 * is not stored.
 * @throws ProviderDown; the error of a failed attempt
 */
export async function retryEvent(deps: ShopDeps, id: number, now: number): Promise<string | undefined> {
  const row = await findEventById(deps.db, id)
  return row && row.handledAt === null ? handleStored(deps, row, now) : undefined
}
