import { type SQL, sql } from 'drizzle-orm'

/**
 * The ids of the products that an order grants, as a JSON list: those of its bundle, or its one product. `payment`: the
 * name of the table `payments` or its alias in the query.
 */
export const grantedIds = (payment: string): SQL<string> =>
  sql<string>`coalesce(${sql.raw(payment)}.bundled_ids, json_array(${sql.raw(payment)}.script_id))`

/** True where the order grants one of these products. `payment`: as above. */
export const grantsAny = (payment: string, products: readonly number[]): SQL =>
  sql`exists (select 1 from json_each(${grantedIds(payment)}) i
    where i.value in (select value from json_each(${JSON.stringify(products)})))`
