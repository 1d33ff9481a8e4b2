import { type Context, Hono } from 'hono'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { forgiveRate, limitRate } from '../../http/rate-limit.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { clearSessionCookie, setSessionCookie, viewerOf } from '../../http/viewer.ts'
import { userHub } from '../../providers/hubs.ts'
import { type CurrentUser, loginSchema, registerSchema } from './contract.ts'
import { logIn } from './log-in.ts'
import { register } from './register.ts'
import { loginKey } from './rules.ts'
import { startSession } from './start-session.ts'
import { deleteSession } from './writes.ts'

// Tight for one address at one account; looser for the account, so that a stranger cannot lock its owner out.
const LOGIN_PER_ADDRESS_AND_ACCOUNT = { burst: 10, refillSeconds: 30 }
const LOGIN_PER_ACCOUNT = { burst: 100, refillSeconds: 10 }
const LOGIN_PER_ADDRESS = { burst: 50, refillSeconds: 5 }
const REGISTER_PER_ADDRESS = { burst: 10, refillSeconds: 120 }

export const accountRoutes = new Hono<AppEnv>()
  .get('/me', async (c) => {
    const viewer = await viewerOf(c)
    if (!viewer) {
      clearSessionCookie(c)
      throw new Problem(401, 'Please log in to continue.')
    }
    const data: CurrentUser = {
      id: viewer.id,
      username: viewer.username,
      email: viewer.email,
      isAdmin: viewer.isAdmin,
    }
    return c.json({ success: true, data })
  })

  .post('/login', jsonOnly, validate('json', loginSchema), async (c) => {
    const login = c.req.valid('json')
    const account = `login:${loginKey(login.username)}`
    const here = `${account} from ${clientIp(c)}`
    await limitAddress(c, 'login', LOGIN_PER_ADDRESS)
    await limitRate(c.env, here, LOGIN_PER_ADDRESS_AND_ACCOUNT)
    await limitRate(c.env, account, LOGIN_PER_ACCOUNT)
    const user = await logIn(c.get('db'), login, c.get('config').passwordPepper, Date.now())
    c.executionCtx.waitUntil(forgiveRate(c.env, here))
    await openSession(c, user.id)
    return c.json({ success: true, message: `Welcome back, ${user.username}`, data: user })
  })

  .post('/register', jsonOnly, validate('json', registerSchema), async (c) => {
    await limitAddress(c, 'register', REGISTER_PER_ADDRESS)
    const user = await register(c.get('db'), c.req.valid('json'), c.get('config').passwordPepper, Date.now())
    await openSession(c, user.id)
    return c.json({ success: true, message: `Welcome, ${user.username}`, data: user }, 201)
  })

  .post('/logout', async (c) => {
    const viewer = await viewerOf(c)
    if (viewer) await endSession(c, viewer.id, viewer.sessionId)
    clearSessionCookie(c)
    return c.json({ success: true, message: 'You have been logged out successfully' })
  })

async function limitAddress(
  c: Context<AppEnv>,
  what: string,
  limit: { burst: number; refillSeconds: number },
) {
  const ip = clientIp(c)
  if (ip) await limitRate(c.env, `${what}:ip:${ip}`, limit)
}

async function openSession(c: Context<AppEnv>, userId: number) {
  // A session that came along is not carried over: login always starts a new one.
  const before = await viewerOf(c)
  if (before) await endSession(c, before.id, before.sessionId)
  const device = { ip: clientIp(c), userAgent: c.req.header('user-agent') ?? null }
  const session = await startSession(c.get('db'), userId, device, Date.now())
  setSessionCookie(c, session.token, session.expiresAt)
}

async function endSession(c: Context<AppEnv>, userId: number, sessionId: string) {
  await deleteSession(c.get('db'), sessionId)
  await userHub(c.env, userId).closeSession(sessionId)
}
