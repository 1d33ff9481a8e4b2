import { Hono } from 'hono'
import { ownPasswordSchema } from '#shared/accounts/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { deviceOf } from '../../http/client-ip.ts'
import { signedIn } from '../../http/permissions.ts'
import { requireViewer, setSessionCookie } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { rememberDevice } from '../accounts/known-device.ts'
import { lockDown } from './lock-down.ts'
import { readLockdown } from './read-lockdown.ts'

export const lockdownRoutes = new Hono<AppEnv>()
  .use(signedIn)
  .get('/', async (c) => {
    const data = await readLockdown(c.get('db'), await requireViewer(c), Date.now())
    return c.json({ success: true, data })
  })

  .post('/', jsonOnly, validate('json', ownPasswordSchema), async (c) => {
    const viewer = await requireViewer(c)
    const device = deviceOf(c)
    const { password } = c.req.valid('json')
    const { report, session } = await lockDown(coreDeps(c), viewer, password, device, Date.now())
    setSessionCookie(c, session.token, session.expiresAt)
    await rememberDevice(c, viewer)
    return c.json({ success: true, message: 'Your account was locked down', data: report })
  })
