import { Hono } from 'hono'
import { ownPasswordSchema } from '#shared/accounts/contract.ts'
import { toIso } from '#shared/core/time.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { signedIn } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { factorRecentlyProved } from '../../http/recently-authenticated.ts'
import { clearSessionCookie, requireViewer } from '../../http/session.ts'
import { coreDeps, shopDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { checkOwnPassword } from '../accounts/check-password.ts'
import { attachment } from '../downloads/rules.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { streamText } from './stream-text.ts'

const DELETIONS_PER_USER = { burst: 5, refillSeconds: 120 }
const EXPORTS_PER_USER = { burst: 5, refillSeconds: 600 }

export const privacyRoutes = new Hono<AppEnv>()
  .delete(
    '/account',
    signedIn,
    factorRecentlyProved,
    jsonOnly,
    validate('json', ownPasswordSchema),
    async (c) => {
      const viewer = await requireViewer(c)
      await limitRate(c.env, `delete-account:${viewer.id}`, DELETIONS_PER_USER)
      await deleteAccount(shopDeps(c), viewer.id, c.req.valid('json').password)
      clearSessionCookie(c)
      return c.json({ success: true, message: 'Your account was deleted' })
    },
  )

  // POST with the password: another site can start no export, and neither can somebody at an open computer.
  .post(
    '/export',
    signedIn,
    factorRecentlyProved,
    jsonOnly,
    validate('json', ownPasswordSchema),
    async (c) => {
      const viewer = await requireViewer(c)
      await limitRate(c.env, `export:${viewer.id}`, EXPORTS_PER_USER)
      const [db, now] = [c.get('db'), Date.now()]
      const account = await checkOwnPassword(coreDeps(c), viewer, c.req.valid('json').password)
      const fileName = `windfall-${account.username}-${toIso(now).slice(0, 10)}.json`
      return c.body(streamText(exportAccount(db, account, now)), 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': attachment(fileName),
        'Cache-Control': 'private, no-store',
      })
    },
  )
