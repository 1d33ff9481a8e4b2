import { LIFETIME_ID } from '#shared/catalogue/contract.ts'
import { toUsd } from '#shared/core/money.ts'
import { toIso } from '#shared/core/time.ts'
import type { Upgrade } from '#shared/payments/contract.ts'
import type { Db } from '../../../db/client.ts'
import { findScript } from '../store.ts'
import { findCredit } from './find-credit.ts'

/** The numbers of an upgrade from Premium to Lifetime, as the checkout would compute them now; null: nothing to credit. */
export async function previewUpgrade(db: Db, userId: number, now: number): Promise<Upgrade | null> {
  const [lifetime] = await findScript(db, LIFETIME_ID)
  if (!lifetime || lifetime.isDeleted) return null
  const credit = await findCredit(db, userId, lifetime, now)
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
