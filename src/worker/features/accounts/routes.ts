import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { Problem } from '../../core/problem.ts'
import { commit } from '../../db/client.ts'
import type { AppEnv, Viewer } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { forgiveRate, type Limit, limitRate } from '../../http/rate-limit.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { clearSessionCookie, setSessionCookie, viewerOf } from '../../http/viewer.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { oweSessionEnd, sessionEndKey } from '../notifications/writes.ts'
import { type CurrentUser, loginSchema, registerSchema } from './contract.ts'
import { isKnownDevice, rememberDevice } from './known-device.ts'
import { logIn } from './log-in.ts'
import { register } from './register.ts'
import { loginKey } from './rules.ts'
import { startSession } from './start-session.ts'
import { deleteSession } from './writes.ts'

// Tight for one address at one account; looser for the account. Where its owner has logged in before, that one is not
// asked: a stranger cannot lock them out.
const LOGIN_PER_ADDRESS_AND_ACCOUNT = { burst: 10, refillSeconds: 30 }
const LOGIN_PER_ACCOUNT = { burst: 100, refillSeconds: 10 }
const LOGIN_PER_ADDRESS = { burst: 50, refillSeconds: 5 }
const REGISTER_PER_ADDRESS = { burst: 10, refillSeconds: 120 }

export const accountRoutes = new Hono<AppEnv>()
  .get('/me', async (c) => {
    const viewer = await viewerOf(c)
    if (!viewer) throw new Problem(401, 'Please log in to continue.')
    const data: CurrentUser = {
      id: viewer.id,
      username: viewer.username,
      email: viewer.email,
      isAdmin: viewer.isAdmin,
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
      const account = `login:${loginKey(login.username)}`
      const here = `${account} from ${clientIp(c)}`
      await limitRate(c.env, here, LOGIN_PER_ADDRESS_AND_ACCOUNT)
      if (!(await isKnownDevice(c, login.username))) await limitRate(c.env, account, LOGIN_PER_ACCOUNT)
      const user = await logIn(c.get('db'), login, c.get('config').passwordPepper, Date.now())
      c.executionCtx.waitUntil(forgiveRate(c.env, here))
      await openSession(c, user.id)
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
      const user = await register(
        c.get('db'),
        c.req.valid('json'),
        c.get('config').passwordPepper,
        Date.now(),
      )
      await openSession(c, user.id)
      await rememberDevice(c, user)
      return c.json({ success: true, message: `Welcome, ${user.username}`, data: user }, 201)
    },
  )

  .post('/logout', async (c) => {
    const viewer = await viewerOf(c)
    if (viewer) await endSession(c, viewer)
    clearSessionCookie(c)
    return c.json({ success: true, message: 'You have been logged out successfully' })
  })

/** Before the body is read, and before any hashing. */
function limitAddress(what: string, limit: Limit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const ip = clientIp(c)
    if (ip) await limitRate(c.env, `${what}:ip:${ip}`, limit)
    await next()
  }
}

/** Login always starts a new session; one that came along ends after the new one stands. */
async function openSession(c: Context<AppEnv>, userId: number) {
  const before = await viewerOf(c)
  const device = { ip: clientIp(c), userAgent: c.req.header('user-agent') ?? null }
  const session = await startSession(c.get('db'), userId, device, Date.now())
  setSessionCookie(c, session.token, session.expiresAt)
  if (before) await endSession(c, before)
}

/** The row goes at once; the session's sockets are closed as a debt, so that no failure of theirs keeps anybody in. */
async function endSession(c: Context<AppEnv>, viewer: Viewer) {
  const [db, now] = [c.get('db'), Date.now()]
  const { id: userId, sessionId } = viewer
  await commit(db, [deleteSession(db, sessionId), oweSessionEnd(db, { userId, sessionId, now })])
  c.executionCtx.waitUntil(dispatchKeys(c.env, db, [sessionEndKey(sessionId)], now))
}
