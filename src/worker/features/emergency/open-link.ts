import { includedRelease } from '#shared/access/rules.ts'
import { Problem } from '../../core/problem.ts'
import { type Db, refusedByCheck } from '../../db/client.ts'
import type { Config } from '../../providers/config.ts'
import { type Release, selectReleases } from '../catalogue/read-products.ts'
import type { Visitor } from '../downloads/rules.ts'
import { readEmergencyKey } from './emergency-key.ts'
import { NO_SUCH_KEY, refusalOf, stateOf } from './rules.ts'
import { type LinkRow, selectLink } from './store.ts'
import { countUse, logEmergency } from './writes.ts'

export type OpenLink = { link: LinkRow; productName: string; release: Release; resumes: boolean }

/**
 * The file that this key opens for this address. Counts no use. One round trip.
 * @throws Problem 403 not a valid key for this product, 410 the link has ended, 404 there is no file
 */
export async function openLink(
  { db, config }: { db: Db; config: Config },
  { key, productId, ip }: { key: string; productId: number; ip: string | null },
  now: number,
): Promise<OpenLink> {
  const id = await readEmergencyKey(key, productId, config.linkSigningKey)
  if (id === null) throw new Problem(403, NO_SUCH_KEY)
  const [[found], releases] = await db.batch([
    selectLink(db, id, productId, ip, now),
    selectReleases(db, [productId], now),
  ])
  if (!found) throw new Problem(403, NO_SUCH_KEY)
  const resumes = found.resumes === 1
  const refusal = refusalOf(stateOf(found.link, now), resumes)
  if (refusal !== null) throw new Problem(410, refusal)
  const release = includedRelease({ updatesUntil: null }, releases, 'stable')
  if (!release)
    throw new Problem(404, 'This product has no file to download at the moment. Ask support for help.')
  return { link: found.link, productName: found.productName, release, resumes }
}

/**
 * Counts a use of the link, unless this visitor's last use is still open, and logs the download. Of two simultaneous
 * requests for the last use, one is refused.
 * @throws Problem 410
 */
export async function useLink(
  db: Db,
  { link, release }: OpenLink,
  visitor: Visitor,
  now: number,
): Promise<void> {
  const file = { linkId: link.id, productId: link.scriptId, releaseId: release.id }
  try {
    const [counted] = await db.batch([
      countUse(db, link.id, visitor.ip, now),
      logEmergency(db, file, visitor, now),
    ])
    if (counted.length > 0) return
  } catch (error) {
    if (!refusedByCheck(error, 'emergency_links_uses')) throw error
    throw new Problem(410, refusalOf('used-up', false) ?? '')
  }
  throw new Problem(410, refusalOf(link.expiresAt <= now ? 'expired' : 'revoked', false) ?? '')
}
