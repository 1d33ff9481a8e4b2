import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { emergencyLinks } from '../../db/schema/admin.ts'
import { downloads } from '../../db/schema/downloads.ts'
import type { Visitor } from '../downloads/rules.ts'
import { RESUME_MS } from './rules.ts'

export const insertLink = (db: Db, link: typeof emergencyLinks.$inferInsert) =>
  db.insert(emergencyLinks).values(link)

export const revokeLink = (db: Db, id: number, by: number, now: number) =>
  db
    .update(emergencyLinks)
    .set({ revokedAt: now, revokedBy: by })
    .where(and(eq(emergencyLinks.id, id), isNull(emergencyLinks.revokedAt)))

/** Whether this address downloaded something by this link within the hour. */
export const isOpenTo = (id: number, ip: string | null, now: number): SQL =>
  sql`exists (select 1 from downloads d where d.emergency_link_id = ${id} and d.ip is ${ip}
    and d.created_at > ${now - RESUME_MS})`

/**
 * Counts a use, unless one is open for this address. The table's CHECK refuses a use beyond the maximum, also of
 * simultaneous callers. Returns no row where the link has ended.
 */
export const countUse = (db: Db, id: number, ip: string | null, now: number) =>
  db
    .update(emergencyLinks)
    .set({ uses: sql`${emergencyLinks.uses} + (case when ${isOpenTo(id, ip, now)} then 0 else 1 end)` })
    .where(
      and(eq(emergencyLinks.id, id), isNull(emergencyLinks.revokedAt), gt(emergencyLinks.expiresAt, now)),
    )
    .returning({ id: emergencyLinks.id })

/** Logs a download by a link. Writes nothing where the link has ended. */
export const logEmergency = (
  db: Db,
  file: { linkId: number; productId: number; releaseId: number },
  { range, ip, network, userAgent }: Visitor,
  now: number,
) =>
  db.insert(downloads).select(
    sql`select null, null, null, ${file.productId}, ${file.releaseId}, 'emergency', l.id, 0,
      ${range?.slice(0, 100) ?? null}, ${ip}, ${network}, ${userAgent?.slice(0, 300) ?? null}, ${now}
      from emergency_links l where l.id = ${file.linkId} and l.revoked_at is null and l.expires_at > ${now}`,
  )
