import { sql } from 'drizzle-orm'
import type { AdminProductDetail, ProductForm } from '#shared/catalogue/manage-contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'
import { startOf } from '#shared/catalogue/security-promise-rules.ts'
import { toCents } from '#shared/core/money.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { checkPromise, checkTrial, requireContents, requireSoldOnce } from './change-product.ts'
import { findManagedProduct } from './find-managed-product.ts'
import { factsOf } from './manage-views.ts'
import { insertProduct } from './manage-writes.ts'
import { findIdBySlug, listSlugs } from './read-managed.ts'
import { freeSlug, slugOf } from './slug-rules.ts'

/** Maximum attempts to find a free slug, when two admins use the same name at once. */
const TRIES = 5

/**
 * Creates a product. It is listed at once, and can be bought once its first release is published.
 * @throws Problem 422 its promise of security updates cannot be made, a one-time product has trial days, or a bundle
 * cannot contain these products
 */
export async function createProduct(
  db: Db,
  actor: Actor,
  form: ProductForm,
  now: number,
): Promise<AdminProductDetail> {
  checkPromise(null, form.securityUpdatesUntil, now)
  checkTrial(form)
  requireSoldOnce(form)
  if (form.bundledIds) await requireContents(db, form.bundledIds, [], now)
  for (let attempt = 1; ; attempt += 1) {
    const base = slugOf(form.name)
    const slug = freeSlug(base, await listSlugs(db, base))
    const product = { ...toRow(form), slug, tier: 'script' as const, createdAt: now, updatedAt: now }
    const subject = sql`'product:' || (select s.id from scripts s where s.slug = ${slug})`
    const entry = { actorId: actor.id, action: 'product.create' as const, subject, ip: actor.ip, now }
    try {
      await commit(db, [insertProduct(db, product), noteAction(db, { ...entry, after: factsOf(product) })])
    } catch (error) {
      if (refusedBy(error, 'scripts', 'slug') && attempt < TRIES) continue
      throw error
    }
    return findManagedProduct(db, (await findIdBySlug(db, slug)) ?? 0, now)
  }
}

const toRow = ({ price, securityUpdatesUntil, ...form }: ProductForm) => ({
  ...form,
  securityUpdatesUntil: startOf(securityUpdatesUntil),
  priceCents: toCents(price),
  category: categoryOf(form.features),
})
