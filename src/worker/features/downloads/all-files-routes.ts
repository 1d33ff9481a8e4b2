import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp, downloadNetwork } from '../../http/client-ip.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { findAllFiles } from './find-all-files.ts'
import { logTogether, MAX_ATTEMPTS, tooBusy } from './log-download.ts'
import { sendAllFiles } from './send-all-files.ts'

const ARCHIVES = { burst: 6, refillSeconds: 300 }

/** The current file of each product of the user, in one archive. */
export const allFilesRoutes = new Hono<AppEnv>().get('/all', async (c) => {
  const viewer = await requireViewer(c)
  await limitRate(c.env, `all-files:${viewer.id}`, ARCHIVES)
  const network = downloadNetwork(c)
  const visitor = { range: null, ip: clientIp(c), network, userAgent: c.req.header('user-agent') ?? null }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const now = Date.now()
    const all = await findAllFiles(coreDeps(c), viewer.id, network, now)
    const note = () => logTogether(c.get('db'), viewer.id, all, visitor, Date.now())
    const response = await sendAllFiles(c, all, note, now)
    if (response) return response
  }
  throw tooBusy()
})
