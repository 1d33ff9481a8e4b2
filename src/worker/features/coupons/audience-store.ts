import { type SQL, sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import { mailboxOf } from './mailbox-store.ts'

/** Paid by anybody, also where it was refunded later. An order that cost nothing makes nobody a customer. */
const isPaid = sql`p.status in ('completed', 'partially_refunded', 'refunded', 'disputed') and p.amount_cents > 0`

/** A live use of any coupon for new customers: a person has one such order at a time, and one in all. */
const isFirstOrder = sql`k.audience = 'new_customers' and u.state <> 'released'`

/**
 * Whether this person is a customer already: by the account, by another account that has confirmed the same mailbox, by
 * a guest's order of that mailbox, or by the receipt address where it is another mailbox. A stranger's order that names
 * this mailbox does not count. `besides`: an order that is not counted.
 */
export const isCustomer = ({
  userId,
  identity,
  besides,
}: {
  userId: SQL
  identity: SQL
  besides: SQL
}) => sql<number>`(exists (select 1 from payments p where p.user_id = ${userId} and p.id is not ${besides} and ${isPaid})
    or exists (select 1 from users x cross join payments p where x.email_identity = ${mailboxOf(userId)}
      and x.email_verified_at is not null and p.user_id = x.id and p.id is not ${besides} and ${isPaid})
    or exists (select 1 from payments p where p.email_identity = ${mailboxOf(userId)} and p.user_id is null
      and p.id is not ${besides} and ${isPaid})
    or exists (select 1 from payments p where p.email_identity = ${identity} and ${identity} is not ${mailboxOf(userId)}
      and p.id is not ${besides} and ${isPaid})
    or exists (select 1 from coupon_usages u cross join coupons k where u.user_id = ${userId} and k.id = u.coupon_id
      and coalesce(u.payment_id, 0) is not ${besides} and ${isFirstOrder})
    or exists (select 1 from users x cross join coupon_usages u cross join coupons k
      where x.email_identity = ${mailboxOf(userId)} and x.email_verified_at is not null and u.user_id = x.id
      and k.id = u.coupon_id and coalesce(u.payment_id, 0) is not ${besides} and ${isFirstOrder}))`

/** A subscription's period may be over for a moment while its renewal is under way. */
const RENEWAL_MS = DAY

/** Whether the account has one of the products now: bought, given, or by a subscription that is paid. */
export const ownsOneOf = (userId: number | SQL, scriptIds: SQL, now: number) =>
  sql<number>`exists (select 1 from user_scripts g where g.user_id = ${userId} and g.is_active = 1
    and g.script_id in (select value from json_each(${scriptIds})) and (g.expires_at is null or g.expires_at > ${now})
    and (g.subscription_id is null or exists (select 1 from subscriptions s where s.id = g.subscription_id
      and s.status in ('active', 'trialing') and s.current_period_end > ${now - RENEWAL_MS})))`
