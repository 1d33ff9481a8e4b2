import type { AdminProductDetail } from '#shared/catalogue/manage-contract.ts'
import { nextVersion } from '#shared/catalogue/next-version.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { baselinesOf, selectBaselines, selectOpenScans } from '../scan/read-scans.ts'
import { toAdminScan } from '../scan/readiness-rules.ts'
import { toAdminProduct, toAdminRelease } from './manage-views.ts'
import { findManaged, selectAllReleases } from './read-managed.ts'

/**
 * A product, deleted or not, with all of its releases. One round trip.
 * @throws Problem 404
 */
export async function findManagedProduct(db: Db, id: number, now: number): Promise<AdminProductDetail> {
  const [[product], releases, scans, baselines] = await db.batch([
    findManaged(db, id, now),
    selectAllReleases(db, id),
    selectOpenScans(db, id),
    selectBaselines(db, { scriptId: id }),
  ])
  if (!product) throw noSuchProduct()
  return {
    ...toAdminProduct(product),
    releases: releases.map((one) => {
      const scan = scans.find(({ releaseId }) => releaseId === one.id)
      return {
        ...toAdminRelease(one, product.script.slug, product.release.id),
        scan: scan ? toAdminScan(scan, baselinesOf(one, baselines)) : null,
      }
    }),
    nextVersion: nextVersion(releases.map(({ version }) => version)),
  }
}

export const noSuchProduct = () => new Problem(404, 'There is no such product.')
