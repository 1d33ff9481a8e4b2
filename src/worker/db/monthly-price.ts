import { sql } from 'drizzle-orm'

/**
 * The monthly price in cents agreed at the start, in a query on subscriptions and scripts. A prepaid subscription has
 * none: the price of its first payment counts.
 */
export const monthlyCents = sql<number>`coalesce(nullif(subscriptions.monthly_cents, 0),
  (select p.original_cents from payments p where p.subscription_id = subscriptions.id order by p.id limit 1),
  scripts.price_cents)`
