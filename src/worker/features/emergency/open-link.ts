import { includedRelease } from '#shared/access/rules.ts'
import { Problem } from '../../core/problem.ts'
import { type Db, refusedByCheck } from '../../db/client.ts'
import { issueValue, peekValue, redeemValue } from '../../db/one-time-values.ts'
import type { Config } from '../../providers/config.ts'
import { type Release, selectReleases } from '../catalogue/read-products.ts'
import { OPENED_MS } from '../downloads/open-mailed-link.ts'
import type { Visitor } from '../downloads/rules.ts'
import { readEmergencyKey } from './emergency-key.ts'
import { NO_SUCH_KEY, refusalOf, stateOf } from './rules.ts'
import { type LinkRow, selectLink } from './store.ts'
import { countUse, logEmergency } from './writes.ts'

export type OpenLink = { link: LinkRow; productName: string; release: Release; resumes: boolean }

type Deps = { db: Db; config: Config }
type Asked = { key: string; productId: number; ip: string | null }

/**
 * The file that this key opens for this address. Counts no use. One round trip.
 * @throws Problem 403 not a valid key for this product, 410 the link has ended, 404 there is no file
 */
export async function openLink({ db, config }: Deps, asked: Asked, now: number): Promise<OpenLink> {
  const id = await readEmergencyKey(asked.key, asked.productId, config)
  return openById(db, id, asked, now)
}

/**
 * The path of the file for one download: the page's button asks for it, so that the key of the link is in no address
 * that a server sees. It works once within `OPENED_MS`. Counts no use.
 * @throws Problem as `openLink`
 */
export async function exchangeKey(deps: Deps, asked: Asked, now: number): Promise<string> {
  const { link } = await openLink(deps, asked, now)
  const data: Exchanged = { emergencyLinkId: link.id }
  const opened = await issueValue(deps.db, { purpose: 'link_exchange', data, lifetimeMs: OPENED_MS, now })
  await opened.write
  const query = new URLSearchParams({ emergency: 'true', special_key: opened.value })
  return `/api/download/file/${asked.productId}?${query}`
}

type Exchanged = { emergencyLinkId: number }

/**
 * As `openLink`, for the key of a download: that of the link, or a value of `exchangeKey`, which is used up unless the
 * request only asks for the headers.
 */
export async function openForDownload(
  deps: Deps,
  asked: Asked & { uses: boolean },
  now: number,
): Promise<OpenLink> {
  // A signed key has dots.
  if (asked.key.includes('.')) return openLink(deps, asked, now)
  const read = asked.uses ? redeemValue : peekValue
  const known = await read<Partial<Exchanged>>(deps.db, 'link_exchange', asked.key, now)
  return openById(deps.db, known?.data.emergencyLinkId ?? null, asked, now)
}

const noSuchKey = () =>
  new Problem(403, NO_SUCH_KEY, { event: { kind: 'key_wrong', detail: 'emergency link' } })

async function openById(db: Db, id: number | null, { productId, ip }: Asked, now: number): Promise<OpenLink> {
  if (id === null) throw noSuchKey()
  const [[found], releases] = await db.batch([
    selectLink(db, id, productId, ip, now),
    selectReleases(db, [productId], now),
  ])
  if (!found) throw noSuchKey()
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
