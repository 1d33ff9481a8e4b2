import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { type Claimant, findDownload, logDownload, readLink } from './find-download.ts'
import { sendFile } from './send-file.ts'

const DOWNLOADS = { burst: 120, refillSeconds: 5 }

const fileQuery = z.object({ token: z.string().max(200).optional(), version: z.string().max(40).optional() })

export const downloadRoutes = new Hono<AppEnv>().get(
  '/file/:id',
  validate('param', idParam),
  validate('query', fileQuery),
  async (c) => {
    const { id } = c.req.valid('param')
    const { token, version } = c.req.valid('query')
    const now = Date.now()
    const claimant: Claimant =
      token === undefined
        ? { via: 'session', userId: (await requireViewer(c)).id }
        : await readLink(token, id, c.get('config').linkSigningKey, now)
    const who = 'userId' in claimant ? `user:${claimant.userId}` : `payment:${claimant.paymentId}`
    await limitRate(c.env, `file:${who}`, DOWNLOADS)
    const db = c.get('db')
    const download = await findDownload(db, id, version, claimant, now)
    return sendFile(c, download.release, (visitor) => logDownload(db, download, visitor, Date.now()))
  },
)
