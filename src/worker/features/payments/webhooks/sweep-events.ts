import { logError } from '../../../core/log-error.ts'
import { sweepClock } from '../../../core/sweep-budget.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { ProviderDown } from '../../../providers/payment-provider.ts'
import { handleStored, type StoredEvent } from './handle-event.ts'
import { listDueEvents } from './store.ts'
import { claimEvent } from './writes.ts'

const EVENTS_PER_READ = 50

/**
 * Handles stored events that are due: postponed ones, and those whose queue message was lost. Ends at the instant
 * `until`. A provider that does not answer is not asked again in this run; its other events stay due. Returns the
 * number of events that it attempted.
 */
export async function sweepEvents(deps: ShopDeps, now: number, until?: number): Promise<number> {
  const clock = sweepClock(now, until)
  const unreachable = new Set<string>()
  let taken = 0
  for (;;) {
    const due = await listDueEvents(deps.db, clock.now(), EVENTS_PER_READ, [...unreachable])
    for (const row of due) {
      if (clock.isOver()) return taken
      if (unreachable.has(row.provider)) continue
      taken += 1
      await handleClaimed(deps, row, clock.now()).catch((error) => {
        if (error instanceof ProviderDown) unreachable.add(row.provider)
        logError('sweep-events', { event: row.eventId, error })
      })
    }
    if (due.length < EVENTS_PER_READ) return taken
  }
}

async function handleClaimed(deps: ShopDeps, row: StoredEvent, now: number): Promise<void> {
  const [claimed] = await claimEvent(deps.db, row, now)
  if (claimed) await handleStored(deps, row, now)
}
