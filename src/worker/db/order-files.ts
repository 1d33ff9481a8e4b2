import { type SQL, sql } from 'drizzle-orm'
import { runFacts } from './run-facts.ts'

/** The file of a product's current release as JSON, as mails show it; null: it has none. `scriptId` is an SQL value. */
export const currentFile = (scriptId: SQL, now: number): SQL<string | null> => sql<string | null>`(
  select json_object('name', r.file_name, 'version', r.version, 'sha256', r.sha256, 'logIndex', r.log_index,
    'run', json(${runFacts('r')}))
  from script_releases r
  where r.script_id = ${scriptId} and r.published_at <= ${now} and r.yanked_at is null and r.is_beta = 0
  order by r.published_at desc, r.id desc limit 1)`

/**
 * The products of an order's bundle as JSON, each with its current file and the licence of this order; null: the order
 * is for no bundle. `paymentId` is an SQL value.
 */
export const bundledFiles = (paymentId: SQL, now: number): SQL<string | null> => sql<string | null>`(
  select json_group_array(json_object('productId', c.id, 'productName', c.name, 'slug', c.slug,
    'file', json(${currentFile(sql`c.id`, now)}),
    'licenceKey', (select l.licence_key from licences l join user_scripts g on g.id = l.grant_id
      where l.revoked_at is null and g.payment_id = ${paymentId} and g.script_id = c.id)))
  from (select i.value as id from payments p join json_each(p.bundled_ids) i where p.id = ${paymentId} order by i.key) b
  cross join scripts c on c.id = b.id
  having count(*) > 0)`
