import { Hono } from 'hono'
import { showOwnChange } from './features/catalogue/show-own-change.ts'
import { attachGuestPurchases } from './features/payments/guests/attach-guest-purchases.ts'
import { pictureStore } from './features/releases/upload-image.ts'
import { recordSecurity } from './features/security/record-security.ts'
import type { AppEnv } from './http/app-env.ts'
import { notifyAdminsAfterWrite } from './http/notify-admins-after-write.ts'
import { notFound, onError } from './http/on-error.ts'
import { openDatabase } from './http/open-database.ts'
import { originGuard } from './http/origin-guard.ts'
import { storableUrl } from './http/validate.ts'
import { configOf } from './providers/config.ts'

/** An app with the middleware of every route, and no route. */
export const newApp = () =>
  new Hono<AppEnv>()
    .onError(onError)
    .notFound(notFound)
    .use(recordSecurity)
    .use(storableUrl)
    .use(async (c, next) => {
      c.set('config', configOf(c.env))
      await next()
    })
    .use(openDatabase)
    .use(async (c, next) => {
      const [db, config] = [c.get('db'), c.get('config')]
      c.set('claimPurchases', (owner, now) => attachGuestPurchases({ db, config }, owner, now))
      c.set('pictures', pictureStore(c.env, db))
      await next()
    })
    .use(notifyAdminsAfterWrite(['/api/licences/']))
    .use(showOwnChange(['/api/secure-management/']))
    .use(originGuard(['/api/webhooks/', '/api/email/unsubscribe', '/api/licences/']))
