import { Hono } from 'hono'
import { addPasskeySchema, confirmAppSchema, renamePasskeySchema } from '#shared/factors/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { signedIn } from '../../http/permissions.ts'
import { deviceOf, recentlyAuthenticated } from '../../http/recently-authenticated.ts'
import { requireViewer, setSessionCookie } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import {
  addPasskey,
  confirmApp,
  nameOwnPasskey,
  passkeyOptions,
  removeApp,
  removePasskey,
  renewCodes,
  setUpApp,
} from './change-factors.ts'
import { listFactors } from './list-factors.ts'

const id = validate('param', idParam)

/** The second factors of the signed-in user. */
export const factorRoutes = new Hono<AppEnv>()
  .use(signedIn)
  .get('/', async (c) => {
    const data = await listFactors(coreDeps(c), await requireViewer(c), deviceOf(c), Date.now())
    return c.json({ success: true, data })
  })

  .post('/passkeys/options', recentlyAuthenticated, async (c) => {
    const data = await passkeyOptions(coreDeps(c), await requireViewer(c), Date.now())
    return c.json({ success: true, data })
  })

  .post('/passkeys', recentlyAuthenticated, jsonOnly, validate('json', addPasskeySchema), async (c) => {
    const { added: data, session } = await addPasskey(
      coreDeps(c),
      await requireViewer(c),
      c.req.valid('json'),
      Date.now(),
    )
    setSessionCookie(c, session.token, session.expiresAt)
    return c.json({ success: true, message: 'Passkey added. All other devices are logged out.', data }, 201)
  })

  .put(
    '/passkeys/:id',
    recentlyAuthenticated,
    id,
    jsonOnly,
    validate('json', renamePasskeySchema),
    async (c) => {
      const { name } = c.req.valid('json')
      await nameOwnPasskey(coreDeps(c), await requireViewer(c), c.req.valid('param').id, name)
      return c.json({ success: true, message: 'Passkey renamed' })
    },
  )

  .delete('/passkeys/:id', recentlyAuthenticated, id, async (c) => {
    const session = await removePasskey(
      coreDeps(c),
      await requireViewer(c),
      c.req.valid('param').id,
      Date.now(),
    )
    setSessionCookie(c, session.token, session.expiresAt)
    return c.json({ success: true, message: 'Passkey removed. All other devices are logged out.' })
  })

  .post('/app', recentlyAuthenticated, async (c) => {
    const data = await setUpApp(coreDeps(c), await requireViewer(c), Date.now())
    return c.json({ success: true, data })
  })

  .post('/app/confirm', recentlyAuthenticated, jsonOnly, validate('json', confirmAppSchema), async (c) => {
    const { code } = c.req.valid('json')
    const { added: data, session } = await confirmApp(coreDeps(c), await requireViewer(c), code, Date.now())
    setSessionCookie(c, session.token, session.expiresAt)
    return c.json({ success: true, message: 'App added. All other devices are logged out.', data })
  })

  .delete('/app', recentlyAuthenticated, async (c) => {
    const session = await removeApp(coreDeps(c), await requireViewer(c), Date.now())
    setSessionCookie(c, session.token, session.expiresAt)
    return c.json({ success: true, message: 'App removed. All other devices are logged out.' })
  })

  .post('/recovery-codes', recentlyAuthenticated, async (c) => {
    const data = await renewCodes(coreDeps(c), await requireViewer(c), Date.now())
    return c.json({ success: true, message: 'The codes before these no longer work.', data })
  })
