import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { openDb } from './db/client.ts'
import { accessRoutes } from './features/access/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { catalogueRoutes } from './features/catalogue/routes.ts'
import { downloadRoutes } from './features/downloads/routes.ts'
import { emailRoutes } from './features/email/routes.ts'
import { socketRoutes } from './features/notifications/routes.ts'
import { paymentRoutes, purchaseRoutes, webhookRoutes } from './features/payments/routes.ts'
import type { AppEnv } from './http/app-env.ts'
import { notFound, onError } from './http/on-error.ts'
import { originGuard } from './http/origin-guard.ts'
import { securityHeaders } from './http/security-headers.ts'
import { configOf } from './providers/config.ts'

/** The whole API on one screen. */
export const app = new Hono<AppEnv>()
  .onError(onError)
  .notFound(notFound)
  .use(securityHeaders)
  .use(async (c, next) => {
    c.set('config', configOf(c.env))
    c.set('db', openDb(c.env.DB))
    await next()
  })
  .use(originGuard(['/api/webhooks/']))
  .get('/api/health', async (c) => {
    await c.get('db').run(sql`select 1`)
    return c.json({ success: true, data: { status: 'ok' } })
  })
  .route('/api/auth', accountRoutes)
  .route('/api/products', catalogueRoutes)
  .route('/api/my-products', accessRoutes)
  .route('/api/user/purchases', purchaseRoutes)
  .route('/api/payment', paymentRoutes)
  .route('/api/webhooks', webhookRoutes)
  .route('/api/download', downloadRoutes)
  .route('/api/secure-management/email-deliveries', emailRoutes)
  .route('/ws', socketRoutes)
