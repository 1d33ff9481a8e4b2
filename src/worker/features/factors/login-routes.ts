import { type Context, Hono } from 'hono'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import {
  passkeyLoginSchema,
  type Reauthenticate,
  reauthenticateSchema,
  secondFactorOptionsSchema,
  secondFactorSchema,
} from '#shared/factors/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { limitAddress } from '../../http/limit-address.ts'
import { signedIn } from '../../http/permissions.ts'
import { deviceOf } from '../../http/recently-authenticated.ts'
import { requireViewer } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { isKnownDevice, rememberDevice } from '../accounts/known-device.ts'
import { noteAdminLogin } from '../accounts/note-admin-login.ts'
import { enterSession } from '../accounts/open-session.ts'
import {
  completeLogin,
  logInWithPasskey,
  type Opened,
  passkeyLoginOptions,
  secondFactorOptions,
} from './complete-login.ts'
import { PASSKEY_PER_ADDRESS } from './limits.ts'
import { reauthenticate, reauthenticateOptions } from './reauthenticate.ts'

const limited = limitAddress('factor', PASSKEY_PER_ADDRESS)

/** Login with a second factor or with a passkey alone, and the proof of identity before an important change. */
export const factorLoginRoutes = new Hono<AppEnv>()
  .post(
    '/second-factor/options',
    limited,
    jsonOnly,
    validate('json', secondFactorOptionsSchema),
    async (c) => {
      const data = await secondFactorOptions(coreDeps(c), c.req.valid('json').token, Date.now())
      return c.json({ success: true, data })
    },
  )

  .post('/second-factor', limited, jsonOnly, validate('json', secondFactorSchema), async (c) => {
    const from = { ...fromOf(c), isKnown: isKnownDevice.bind(null, c) }
    return enter(c, await completeLogin(coreDeps(c), c.req.valid('json'), from, Date.now()))
  })

  .post('/passkey/options', limited, async (c) => {
    const data = await passkeyLoginOptions(coreDeps(c), Date.now())
    return c.json({ success: true, data })
  })

  .post('/passkey', limited, jsonOnly, validate('json', passkeyLoginSchema), async (c) => {
    const { passkey } = c.req.valid('json')
    return enter(c, await logInWithPasskey(coreDeps(c), passkey, fromOf(c), Date.now()))
  })

  .post('/reauthenticate/options', signedIn, async (c) => {
    const data = await reauthenticateOptions(coreDeps(c), await requireViewer(c), Date.now())
    return c.json({ success: true, data })
  })

  .post('/reauthenticate', signedIn, jsonOnly, validate('json', reauthenticateSchema), async (c) => {
    const [viewer, form] = [await requireViewer(c), c.req.valid('json')]
    const data = await reauthenticate(coreDeps(c), viewer, form, deviceOf(c), Date.now())
    c.set('authenticated', { userId: viewer.id, what: 'reauthentication', by: methodOf(form) })
    return c.json({ success: true, message: 'Thank you. You can go on.', data })
  })

const methodOf = ({ passkey, code, recoveryCode }: Reauthenticate) => {
  if (passkey) return 'passkey'
  if (recoveryCode !== undefined) return 'recovery_code'
  return code === undefined ? 'password' : 'app'
}

const fromOf = (c: Context<AppEnv>) => ({
  device: deviceOf(c),
  noteLogin: (user: CurrentUser) => noteAdminLogin(c, user),
})

/** The answer of a login without a second factor. */
async function enter(c: Context<AppEnv>, { user, session, factor }: Opened) {
  await enterSession(c, session)
  c.set('authenticated', { userId: user.id, what: 'login', by: factor })
  await rememberDevice(c, user)
  return c.json({ success: true, message: `Welcome back, ${user.username}`, data: user })
}
