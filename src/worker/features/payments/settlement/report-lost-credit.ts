import type { Db, Write } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { alertKey, queueAlert } from '../../email/writes.ts'
import { enqueueEmail } from '../../notifications/writes.ts'
import { CREDIT_LOST_LATER } from '../rules.ts'
import type { Payment } from '../store.ts'
import { findUpgradeOf } from '../upgrades/store.ts'

/**
 * The writes that tell support of a month whose money leaves though an upgrade credited it: its buyer has Lifetime at the
 * lower price, and the money of the month. Once per change of the month's payment; none where no upgrade is paid.
 */
export async function reportLostCredit(
  { db, config }: Pick<ShopDeps, 'config'> & { db: Db },
  { id, subscriptionId, paymentDate, revision }: Payment,
  now: number,
): Promise<Write[]> {
  if (subscriptionId === null || paymentDate === null) return []
  const [upgrade] = await findUpgradeOf(db, { subscriptionId, paidAt: paymentDate })
  if (!upgrade) return []
  const key = alertKey(upgrade.paymentId, `credit-lost:${id}:${revision + 1}`)
  const data = { ...upgrade, reason: CREDIT_LOST_LATER, outcome: 'delivered' as const }
  return [
    queueAlert(db, { key, to: config.supportEmail, data, now }),
    enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
  ]
}
