import { type SQL, sql } from 'drizzle-orm'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { AccountBatch, UserId } from '../../../db/account-batch.ts'
import { catalogueRevisionNow } from '../../../db/catalogue-revision.ts'
import type { Db } from '../../../db/client.ts'
import { grantsAny } from '../../../db/granted-ids.ts'
import { selectSetting } from '../../../db/shop-settings.ts'
import { selectUserHoldings } from '../../access/find-access.ts'
import { findProduct } from '../../catalogue/read-products.ts'
import { personOf, selectAccountPerson } from '../../identity/find-person.ts'
import { selectReferrer } from '../../referrals/find-referrer.ts'
import { selectCurrent } from '../../subscriptions/find-current-subscription.ts'
import { grantedProducts } from '../repeat-purchase-rules.ts'
import { type Checkout, selectByClientId, selectOpen } from '../store.ts'
import type { CreatePaymentInput } from './quote-order.ts'

/**
 * What decides an order, in one round trip. The batch that inserts the payment refuses what has changed since: `isAsRead`.
 * @throws Problem 401 as `batch`
 */
export async function readOrder(
  db: Db,
  batch: AccountBatch,
  { clientPaymentId, productId, referralCode = null }: CreatePaymentInput,
  now: number,
) {
  const { userId, results } = await batch(
    (account) =>
      [
        selectByClientId(db, account, clientPaymentId),
        selectOpen(db, account),
        findProduct(db, productId, now),
        selectUserHoldings(db, account),
        selectCurrent(db, account, productId),
        selectCurrent(db, account, PREMIUM_ID),
        selectAccountPerson(db, account),
        selectSetting(db, 'tax'),
        db.select({ mark: markOf(account).as('mark') }).from(sql`(select 1)`),
        ...selectReferrer(db, account, referralCode),
      ] as const,
  )
  const [[before], open, [listed], grants, subscriptions, premium, [person], [tax], [marked], ...affiliates] =
    results
  return {
    userId,
    before,
    open,
    listed,
    grants,
    subscriptions,
    premium,
    identity: personOf(userId, person),
    tax,
    mark: marked?.mark ?? '',
    affiliates,
  }
}

export type OrderRead = Awaited<ReturnType<typeof readOrder>>

/** The buyer's open checkout of the product: there is one at most. */
export const openOf = ({ open }: Pick<OrderRead, 'open'>, productId: number): Checkout | undefined =>
  open.find(({ payment }) => payment.scriptId === productId)

/**
 * SQL for a text that changes with the catalogue (prices, listed products, files, bundles, tax), with the products that the
 * account has, and with its settled payments.
 */
const markOf = (userId: UserId): SQL<string> => sql<string>`(${catalogueRevisionNow}
  || ' ' || (select coalesce(max(g.id), 0) || ' ' || coalesce(sum(g.is_active), 0) from user_scripts g where g.user_id = ${userId})
  || ' ' || (select count(p.payment_date) from payments p where p.user_id = ${userId}))`

/**
 * True in a batch as long as everything that decided this order is as it was read, and the buyer has no open checkout of
 * one of its products but those of `kept` (ids of payments).
 */
export const isAsRead = (
  { userId, mark }: OrderRead,
  { id, bundledIds }: { id: number; bundledIds: number[] | null },
  kept: readonly number[],
): SQL => sql`${markOf(userId)} = ${mark} and not exists (select 1 from payments p
  where p.user_id = ${userId} and p.status = 'pending' and ${grantsAny('p', grantedProducts({ scriptId: id, bundledIds }))}
    and p.id not in (select value from json_each(${JSON.stringify(kept)})))`
