import { Hono } from 'hono'
import {
  type CurrentUser,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from '#shared/accounts/contract.ts'
import type { SecondFactorAsked } from '#shared/factors/contract.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp, reservationNetwork } from '../../http/client-ip.ts'
import { limitAddress } from '../../http/limit-address.ts'
import { signedIn } from '../../http/permissions.ts'
import { clearSessionCookie, requireViewer, setSessionCookie, viewerOf } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { forgiveLogins } from '../login-limits/limit-login.ts'
import { askReset } from './ask-reset.ts'
import { isKnownDevice, rememberDevice } from './known-device.ts'
import {
  FORGOT_PER_ADDRESS,
  LINK_PER_ADDRESS,
  LOGIN_PER_ADDRESS,
  limitForgotten,
  limitWelcomes,
  REGISTER_PER_ADDRESS,
} from './limits.ts'
import { logIn } from './log-in.ts'
import { noteAdminLogin } from './note-admin-login.ts'
import { closeSession, openSession } from './open-session.ts'
import { askSecondFactor } from './pending-login.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { verifyEmail } from './verify-email.ts'

type LoginAnswer = CurrentUser | SecondFactorAsked

export const accountRoutes = new Hono<AppEnv>()
  .get('/me', async (c) => {
    const viewer = await viewerOf(c)
    if (!viewer) throw new Problem(401, 'Please log in to continue.')
    const data: CurrentUser = {
      id: viewer.id,
      username: viewer.username,
      email: viewer.email,
      isAdmin: viewer.isAdmin || viewer.needsFactor,
      staffRole: viewer.staffRole ?? viewer.lockedRole,
      ...(viewer.needsFactor && { needsFactor: true }),
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
      const [db, now] = [c.get('db'), Date.now()]
      const from = { ip: clientIp(c), isKnown: isKnownDevice.bind(null, c) }
      const { user, password, methods } = await logIn(coreDeps(c), login, from, now)
      if (methods.length > 0) {
        const asked = await askSecondFactor(db, { id: user.id, password }, methods, now)
        const message = 'Confirm your login with your second factor'
        return c.json({ success: true, message, data: asked as LoginAnswer })
      }
      await openSession(c, { id: user.id, password }, await noteAdminLogin(c, user))
      c.set('authenticated', { userId: user.id, what: 'login', by: 'password' })
      await rememberDevice(c, user)
      const needsFactor = user.isAdmin && c.get('config').requiresAdminFactor
      const data: CurrentUser = { ...user, ...(needsFactor && { needsFactor }) }
      return c.json({ success: true, message: `Welcome back, ${user.username}`, data: data as LoginAnswer })
    },
  )

  .post(
    '/register',
    limitAddress('register', REGISTER_PER_ADDRESS),
    jsonOnly,
    validate('json', registerSchema),
    async (c) => {
      const form = c.req.valid('json')
      await limitWelcomes(coreDeps(c), form, clientIp(c))
      const { user, password } = await register(coreDeps(c), form, reservationNetwork(c), Date.now())
      await openSession(c, { id: user.id, password })
      c.set('authenticated', { userId: user.id, what: 'registration', by: 'password' })
      await rememberDevice(c, user)
      return c.json({ success: true, message: `Welcome, ${user.username}`, data: user }, 201)
    },
  )

  .post('/logout', async (c) => {
    const viewer = await viewerOf(c)
    if (viewer) {
      await closeSession(c, viewer)
      c.set('authenticated', { userId: viewer.id, what: 'logout', by: null })
    }
    clearSessionCookie(c)
    // Not "storage": it has the theme and the sound, which belong to the browser. The page removes the drafts.
    c.header('Clear-Site-Data', '"cache"')
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
      await forgiveLogins(coreDeps(c), account, clientIp(c))
      await rememberDevice(c, account)
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
      const { email, message, session } = await verifyEmail(
        coreDeps(c),
        viewer,
        form,
        c.get('claimPurchases'),
        Date.now(),
      )
      if (session) setSessionCookie(c, session.token, session.expiresAt)
      return c.json({ success: true, message, data: { email } })
    },
  )

  .post('/resend-verification', signedIn, async (c) => {
    const viewer = await requireViewer(c)
    const { to } = await sendConfirmation(coreDeps(c), viewer.id, Date.now())
    return c.json({ success: true, message: `A new link is on its way to ${to}.`, data: { email: to } })
  })
