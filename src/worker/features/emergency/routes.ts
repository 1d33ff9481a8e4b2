import { Hono } from 'hono'
import { toIso } from '#shared/core/time.ts'
import type { OpenedFile } from '#shared/downloads/contract.ts'
import { EMERGENCY_PRODUCT_ID, type EmergencyFile, emergencyKeySchema } from '#shared/emergency/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { limitEmergency } from './limits.ts'
import { exchangeKey, openLink } from './open-link.ts'

const productId = EMERGENCY_PRODUCT_ID

/** Below /api/emergency: the two calls of the page of a link. Neither counts a use. */
export const emergencyRoutes = new Hono<AppEnv>()
  .post('/check', jsonOnly, validate('json', emergencyKeySchema), async (c) => {
    await limitEmergency(c)
    const deps = { db: c.get('db'), config: c.get('config') }
    const input = { key: c.req.valid('json').special_key, productId, ip: clientIp(c) }
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
  .post('/open', jsonOnly, validate('json', emergencyKeySchema), async (c) => {
    await limitEmergency(c)
    const deps = { db: c.get('db'), config: c.get('config') }
    const input = { key: c.req.valid('json').special_key, productId, ip: clientIp(c) }
    const data: OpenedFile = { url: await exchangeKey(deps, input, Date.now()) }
    return c.json({ success: true, data })
  })
