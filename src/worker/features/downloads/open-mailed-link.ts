import { eq } from 'drizzle-orm'
import { MINUTE, toIso } from '#shared/core/time.ts'
import type { MailedFile } from '#shared/downloads/contract.ts'
import { limitReached } from '#shared/downloads/limit-rules.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { issueValue, peekValue, redeemValue } from '../../db/one-time-values.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { limitRate } from '../../http/rate-limit.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { Env } from '../../providers/env.ts'
import { selectProducts } from '../catalogue/read-products.ts'
import { LINK_LIFETIME_MS } from '../email/download-link.ts'
import { bucketOf, type Claimant, findDownload, readLink } from './find-download.ts'
import { whyLimited } from './rules.ts'

/** How long the address of a file works after the button of a link's page was pressed. */
export const OPENED_MS = MINUTE

const CHECKS = { burst: 120, refillSeconds: 5 }

type Link = { productId: number; claimant: Extract<Claimant, { via: 'link' }>; version: string | null }
type Asked = { token: string; network: string | null }

/**
 * The file of a mailed link, for the page that the link opens. Counts no download and sends no mail, so that a program
 * that opens the links of a mailbox uses nothing up. Two round trips.
 * @throws Problem 403, 404, 410 as at the download itself; 429 where a limit of the purchase is reached
 */
export async function checkMailedLink(deps: CoreDeps, asked: Asked, now: number): Promise<MailedFile> {
  const link = await readToken(deps, asked.token, now)
  const { release } = await findAllowed(deps, link, asked.network, now)
  const [product] = await selectProducts(deps.db, now).where(eq(scripts.id, link.productId)).limit(1)
  return {
    productId: link.productId,
    productName: product?.script.name ?? release.fileName,
    version: release.version,
    fileName: release.fileName,
    fileSize: release.fileSize,
    sha256: release.sha256,
    expiresAt: toIso(link.claimant.issuedAt + LINK_LIFETIME_MS),
  }
}

/**
 * The path of the file for one download, which works once within `OPENED_MS`. The token of the link stays out of it:
 * addresses are written to logs and histories.
 * @throws Problem as `checkMailedLink`
 */
export async function openMailedLink(deps: CoreDeps, asked: Asked, now: number): Promise<string> {
  const link = await readToken(deps, asked.token, now)
  return openFile(deps, link, asked.network, now)
}

/**
 * As `openMailedLink`, for a link whose holder has been checked.
 * @throws Problem 403, 404, 410 as at the download itself; 429 where a limit of the purchase is reached
 */
export async function openFile(
  deps: CoreDeps,
  link: Link,
  network: string | null,
  now: number,
): Promise<string> {
  const { release } = await findAllowed(deps, link, network, now)
  const userId = 'userId' in link.claimant ? link.claimant.userId : null
  // The version of this moment: a link of the first format names none.
  const data: Link = { ...link, version: release.version }
  const opened = await issueValue(deps.db, {
    purpose: 'link_exchange',
    userId,
    data,
    lifetimeMs: OPENED_MS,
    now,
  })
  await opened.write
  return `/api/download/file/${link.productId}?special_key=${opened.value}`
}

/**
 * The link behind an opened address. A HEAD request does not use the value up.
 * @throws Problem 403 where the value is unknown, used or older than a minute, or is for another file
 */
export async function redeemOpened(
  db: Db,
  { value, productId, uses }: { value: string; productId: number; uses: boolean },
  now: number,
): Promise<{ claimant: Claimant; version: string | null }> {
  const known = await (uses ? redeemValue : peekValue)<Partial<Link>>(db, 'link_exchange', value, now)
  const { claimant, version, productId: product } = known?.data ?? {}
  if (!claimant || version === undefined || product !== productId) {
    throw new Problem(
      403,
      'This address of the file works once, for a minute. Open the link in the email again, and press Download.',
    )
  }
  return { claimant, version }
}

async function readToken(
  { env, config }: { env: Env } & CoreDeps,
  token: string,
  now: number,
): Promise<Link> {
  const { claimant, version, productId } = await readLink(token, null, config, now)
  await limitRate(env, `file-page:${bucketOf(claimant, productId)}`, CHECKS)
  return { claimant, version, productId }
}

async function findAllowed(
  { db, config }: CoreDeps,
  { claimant, version, productId }: Link,
  network: string | null,
  now: number,
) {
  const found = await findDownload(db, productId, version ?? undefined, claimant, config.linkSigningKey, now)
  const reached = limitReached(found.counted, { network, releaseId: found.release.id }, now)
  if (!reached) return found
  throw new Problem(429, whyLimited(reached, found.hasAccount, config.supportEmail), {
    retryAfterSeconds: Math.ceil((reached.worksAgainAt - now) / 1000),
    data: { code: 'download-limit' },
  })
}
