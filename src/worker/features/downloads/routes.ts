import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { compareQuery } from '#shared/scan/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { downloadNetwork } from '../../http/client-ip.ts'
import { idParam } from '../../http/id-param.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { validate } from '../../http/validate.ts'
import { compareVersions } from './compare-versions.ts'
import { bucketOf, type Claimant, findDownload, readLink } from './find-download.ts'
import { logDownload } from './log-download.ts'
import { redeemOpened } from './open-mailed-link.ts'
import { requireWithinLimits } from './require-within-limits.ts'
import { sendFile } from './send-file.ts'

const DOWNLOADS = { burst: 120, refillSeconds: 5 }

/** `special_key`: from the page of a mailed link. `token`: the link itself, as mails had it before they named the page. */
const fileQuery = z.object({
  token: z.string().max(200).optional(),
  special_key: z.string().max(200).optional(),
  version: z.string().max(40).optional(),
})

export const downloadRoutes = new Hono<AppEnv>().get(
  '/file/:id',
  validate('param', idParam),
  validate('query', fileQuery),
  async (c) => {
    const { id } = c.req.valid('param')
    const { version: asked } = c.req.valid('query')
    const now = Date.now()
    const { linkSigningKey } = c.get('config')
    const { claimant, version } = await claimantOf(c, id, c.req.valid('query'), now)
    if (version !== null && asked !== undefined && asked !== version) {
      throw new Problem(403, `This link is for version ${version} only. Log in to download another one.`)
    }
    await limitRate(c.env, `file:${bucketOf(claimant, id)}`, DOWNLOADS)
    const db = c.get('db')
    const download = await findDownload(db, id, version ?? asked, claimant, linkSigningKey, now)
    await requireWithinLimits(coreDeps(c), download, downloadNetwork(c), now)
    return sendFile(c, download.release, (visitor) => logDownload(coreDeps(c), download, visitor))
  },
)

async function claimantOf(
  c: Context<AppEnv>,
  productId: number,
  { token, special_key: value }: z.infer<typeof fileQuery>,
  now: number,
): Promise<{ claimant: Claimant; version: string | null }> {
  if (token !== undefined) return readLink(token, productId, c.get('config'), now)
  // A signed emergency key has dots. Without `emergency=true` it opens nothing here.
  if (value !== undefined && !value.includes('.')) {
    return redeemOpened(c.get('db'), { value, productId, uses: c.req.method !== 'HEAD' }, now)
  }
  return { claimant: { via: 'session', userId: (await requireViewer(c)).id }, version: null }
}

const COMPARISONS = { burst: 20, refillSeconds: 10 }

/** For owners and admins: two versions of a product, side by side. */
export const compareRoutes = new Hono<AppEnv>().get(
  '/:id/compare',
  validate('param', idParam),
  validate('query', compareQuery),
  async (c) => {
    const viewer = await requireViewer(c)
    await limitRate(c.env, `compare:${viewer.id}`, COMPARISONS)
    const { id } = c.req.valid('param')
    const data = await compareVersions(coreDeps(c), viewer, id, c.req.valid('query'), Date.now())
    return c.json({ success: true, data })
  },
)
