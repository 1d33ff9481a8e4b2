import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { toUsd } from '#shared/core/money.ts'
import { toIso } from '#shared/core/time.ts'
import type { Upgrade } from '#shared/payments/contract.ts'
import type { AccountBatch } from '../../../db/account-batch.ts'
import type { Db } from '../../../db/client.ts'
import { currentOf, selectCurrent } from '../../subscriptions/find-current-subscription.ts'
import { findScript } from '../store.ts'
import { creditOf } from './find-credit.ts'

/**
 * The numbers of an upgrade from Premium to Lifetime, as the checkout would compute them now; null: nothing to credit. One
 * round trip, and one more with Premium.
 * @throws Problem 401 as `batch`
 */
export async function previewUpgrade(db: Db, batch: AccountBatch, now: number): Promise<Upgrade | null> {
  const { results } = await batch(
    (userId) => [findScript(db, LIFETIME_ID), selectCurrent(db, userId, PREMIUM_ID)] as const,
  )
  const [[lifetime], premium] = results
  if (!lifetime || lifetime.isDeleted) return null
  const credit = await creditOf(db, currentOf(premium, now), lifetime, now)
  if (credit === null) return null
  const { creditCents, unusedDays, periodDays, premiumEndsAt, renews } = credit
  return {
    credit: toUsd(creditCents),
    price: toUsd(lifetime.priceCents),
    total: toUsd(lifetime.priceCents - creditCents),
    unusedDays,
    periodDays,
    premiumEndsAt: toIso(premiumEndsAt),
    renews,
  }
}
