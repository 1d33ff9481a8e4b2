import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { idParam } from '../../http/id-param.ts'
import { validate } from '../../http/validate.ts'
import { sendFile } from '../downloads/send-file.ts'
import { limitEmergency } from './limits.ts'
import { openForDownload, useLink } from './open-link.ts'

const fileQuery = z.object({
  emergency: z.string().optional(),
  special_key: z.string().max(200).default(''),
})

/** Below /api/download, registered before the ordinary downloads: they get every request without `emergency=true`. */
export const emergencyDownloads = new Hono<AppEnv>().get(
  '/file/:id',
  validate('param', idParam),
  validate('query', fileQuery),
  async (c, next) => {
    const { emergency, special_key: key } = c.req.valid('query')
    if (emergency !== 'true') return next()
    await limitEmergency(c)
    const db = c.get('db')
    const uses = c.req.method !== 'HEAD'
    const input = { key, productId: c.req.valid('param').id, ip: clientIp(c), uses }
    const opened = await openForDownload({ db, config: c.get('config') }, input, Date.now())
    return sendFile(c, opened.release, (visitor) => useLink(db, opened, visitor, Date.now()))
  },
)
