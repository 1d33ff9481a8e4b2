import { type Context, Hono, type MiddlewareHandler } from 'hono'
import {
  type CurrentUser,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from '#shared/accounts/contract.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import type { AppEnv, Viewer } from '../../http/app-env.ts'
import { clientIp, deviceOf } from '../../http/client-ip.ts'
import { signedIn } from '../../http/permissions.ts'
import { type Limit, limitRate } from '../../http/rate-limit.ts'
import { clearSessionCookie, requireViewer, setSessionCookie, viewerOf } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueSessionEnd } from '../notifications/writes.ts'
import { sendNotice } from '../staff/send-notice.ts'
import type { Notice } from '../staff/writes.ts'
import { askReset } from './ask-reset.ts'
import { isKnownDevice, rememberDevice } from './known-device.ts'
import {
  FORGOT_PER_ADDRESS,
  forgiveLogin,
  LINK_PER_ADDRESS,
  LOGIN_PER_ADDRESS,
  limitForgotten,
  limitLogin,
  limitWelcomes,
  REGISTER_PER_ADDRESS,
} from './limits.ts'
import { logIn } from './log-in.ts'
import { noteAdminLogin } from './note-admin-login.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { startSession } from './start-session.ts'
import { verifyEmail } from './verify-email.ts'
import { deleteSession } from './writes.ts'

export const accountRoutes = new Hono<AppEnv>()
  .get('/me', async (c) => {
    const viewer = await viewerOf(c)
    if (!viewer) throw new Problem(401, 'Please log in to continue.')
    const data: CurrentUser = {
      id: viewer.id,
      username: viewer.username,
      email: viewer.email,
      isAdmin: viewer.isAdmin,
      staffRole: viewer.staffRole,
    }
    return c.json({ success: true, data })
  })

  .post(
    '/login',
    limitAddress('login', LOGIN_PER_ADDRESS),
    jsonOnly,
    validate('json', loginSchema),
    async (c) => {
      const login = c.req.valid('json')
      await limitLogin(c.env, login.username, clientIp(c), await isKnownDevice(c, login.username))
      const { user, password } = await logIn(c.get('db'), login, c.get('config').passwordPepper, Date.now())
      c.executionCtx.waitUntil(forgiveLogin(c.env, [login.username], clientIp(c)))
      await openSession(c, { id: user.id, password }, await noteAdminLogin(c, user))
      await rememberDevice(c, user)
      return c.json({ success: true, message: `Welcome back, ${user.username}`, data: user })
    },
  )

  .post(
    '/register',
    limitAddress('register', REGISTER_PER_ADDRESS),
    jsonOnly,
    validate('json', registerSchema),
    async (c) => {
      const form = c.req.valid('json')
      await limitWelcomes(c.env, form.email)
      const { user, password } = await register(coreDeps(c), form, Date.now())
      await openSession(c, { id: user.id, password })
      await rememberDevice(c, user)
      return c.json({ success: true, message: `Welcome, ${user.username}`, data: user }, 201)
    },
  )

  .post('/logout', async (c) => {
    const viewer = await viewerOf(c)
    if (viewer) await closeSession(c, viewer)
    clearSessionCookie(c)
    return c.json({ success: true, message: 'You have been logged out successfully' })
  })

  .post(
    '/forgot-password',
    limitAddress('forgot', FORGOT_PER_ADDRESS),
    jsonOnly,
    validate('json', forgotPasswordSchema),
    async (c) => {
      const { email } = c.req.valid('json')
      await limitForgotten(c.env, email)
      const report = (error: unknown) => logError('ask-reset', { error })
      c.executionCtx.waitUntil(askReset(coreDeps(c), email, Date.now()).catch(report))
      const message = 'If an account uses this address, a link to choose a new password is on its way to it.'
      return c.json({ success: true, message })
    },
  )

  .post(
    '/reset-password',
    limitAddress('link', LINK_PER_ADDRESS),
    jsonOnly,
    validate('json', resetPasswordSchema),
    async (c) => {
      const form = c.req.valid('json')
      const account = await resetPassword(coreDeps(c), form, Date.now())
      await forgiveLogin(c.env, [account.username, account.email], clientIp(c))
      return c.json({ success: true, message: 'Your password was changed. Log in with the new one.' })
    },
  )

  .post(
    '/verify-email',
    limitAddress('link', LINK_PER_ADDRESS),
    jsonOnly,
    validate('json', verifyEmailSchema),
    async (c) => {
      const [viewer, form] = [await viewerOf(c), c.req.valid('json')]
      const { email, message } = await verifyEmail(
        coreDeps(c),
        viewer,
        form,
        c.get('claimPurchases'),
        Date.now(),
      )
      return c.json({ success: true, message, data: { email } })
    },
  )

  .post('/resend-verification', signedIn, async (c) => {
    const viewer = await requireViewer(c)
    const { to } = await sendConfirmation(coreDeps(c), viewer.id, Date.now())
    return c.json({ success: true, message: `A new link is on its way to ${to}.`, data: { email: to } })
  })

/** Limits requests per IP address, before the body is read and before any hashing. */
function limitAddress(what: string, limit: Limit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const ip = clientIp(c)
    if (ip) await limitRate(c.env, `${what}:ip:${ip}`, limit)
    await next()
  }
}

/** Login always starts a new session. A session that the request brought ends after the new one is stored. */
async function openSession(
  c: Context<AppEnv>,
  user: { id: number; password: string },
  notice: Notice = { writes: [], keys: [] },
) {
  const before = await viewerOf(c)
  const device = deviceOf(c)
  const now = Date.now()
  const session = await startSession(c.get('db'), user, device, now, notice.writes)
  sendNotice(coreDeps(c), notice)
  setSessionCookie(c, session.token, session.expiresAt)
  if (before) await closeSession(c, before)
}

/** The row is deleted at once. The outbox closes the session's sockets: a failure there keeps nobody signed in. */
async function closeSession(c: Context<AppEnv>, viewer: Viewer) {
  const [deps, now] = [coreDeps(c), Date.now()]
  const { id: userId, sessionId } = viewer
  const { db } = deps
  const writes = [deleteSession(db, sessionId), enqueueSessionEnd(db, { userId, sessionId, now })]
  await commitAndDispatch(deps, writes, now)
}
