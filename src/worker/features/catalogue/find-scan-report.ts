import { and, eq, sql } from 'drizzle-orm'
import type { ScanReport } from '#shared/scan/contract.ts'
import type { Db } from '../../db/client.ts'
import { releaseScans, scriptReleases } from '../../db/schema/catalogue.ts'
import { confirmationOf } from '../scan/readiness-rules.ts'
import { isStable, newestFirst } from './read-products.ts'

/** The whole scan of a listed product's current release. One round trip. Null where there is none. */
export async function findScanReport(db: Db, productId: number, now: number): Promise<ScanReport | null> {
  const isListed = sql`exists (select 1 from scripts s where s.id = ${productId} and s.is_deleted = 0)`
  const [found] = await db
    .select({
      version: scriptReleases.version,
      scan: releaseScans.scan,
      texts: releaseScans.texts,
      confirmedAt: releaseScans.confirmedAt,
      confirmReason: releaseScans.confirmReason,
    })
    .from(scriptReleases)
    .leftJoin(releaseScans, eq(releaseScans.releaseId, scriptReleases.id))
    .where(and(eq(scriptReleases.scriptId, productId), isStable(now), isListed))
    .orderBy(...newestFirst)
    .limit(1)
  if (!found?.scan || !found.texts) return null
  const { version, scan, texts } = found
  return { version, scan, texts, confirmation: confirmationOf(found) }
}
