import { Hono } from 'hono'
import { z } from 'zod'
import { toIso } from '#shared/core/time.ts'
import { EMERGENCY_PRODUCT_ID, type EmergencyFile } from '#shared/emergency/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { validate } from '../../http/validate.ts'
import { limitEmergency } from './limits.ts'
import { openLink } from './open-link.ts'

const checkQuery = z.object({ special_key: z.string().max(200).default('') })

/** Below /api/emergency: shows the file that a key opens, without counting a use. */
export const emergencyRoutes = new Hono<AppEnv>().get('/check', validate('query', checkQuery), async (c) => {
  await limitEmergency(c)
  const deps = { db: c.get('db'), config: c.get('config') }
  const productId = EMERGENCY_PRODUCT_ID
  const input = { key: c.req.valid('query').special_key, productId, ip: clientIp(c) }
  const { link, release, productName, resumes } = await openLink(deps, input, Date.now())
  const data: EmergencyFile = {
    productId,
    productName,
    resumes,
    fileName: release.fileName,
    version: release.version,
    fileSize: release.fileSize,
    sha256: release.sha256,
    remainingUses: link.maxUses - link.uses,
    expiresAt: toIso(link.expiresAt),
  }
  return c.json({ success: true, data })
})
