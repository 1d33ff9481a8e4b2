import { Hono } from 'hono'
import type { Box, BoxApp } from './box.ts'
import { btcpayApi } from './btcpay/api.ts'
import { btcpayRoutes } from './btcpay/routes.ts'
import { coinbaseApi } from './coinbase/api.ts'
import { coinbaseRoutes } from './coinbase/routes.ts'
import { cryptoPayLinkRoutes } from './crypto/pay-link.ts'
import { faultRoutes } from './faults/routes.ts'
import { mailApi } from './mail/api.ts'
import { mailRoutes } from './mail/routes.ts'
import { homeRoutes } from './pages/home.ts'
import { problemPage } from './pages/layout.ts'
import { passwordsApi } from './passwords/api.ts'
import { stripeApi } from './stripe/api/index.ts'
import { checkoutRoutes } from './stripe/pages/checkout.ts'
import { controlRoutes } from './stripe/pages/controls.ts'
import { eventRoutes } from './stripe/pages/events.ts'
import { payLinkRoutes } from './stripe/pages/pay-links.ts'
import { portalRoutes } from './stripe/pages/portal.ts'
import { turnstileApi, turnstileRoutes } from './turnstile/api.ts'

const browser = new Hono<BoxApp>()
  .route('/', homeRoutes)
  .route('/', mailRoutes)
  .route('/', faultRoutes)
  .route('/', checkoutRoutes)
  .route('/', payLinkRoutes)
  .route('/', cryptoPayLinkRoutes)
  .route('/', portalRoutes)
  .route('/', coinbaseRoutes)
  .route('/', btcpayRoutes)
  .route('/', eventRoutes)
  .route('/', controlRoutes)
  .route('/', turnstileRoutes)
  .onError((error, c) => {
    console.error('sandbox', error)
    return c.html(problemPage('The sandbox failed', 'The log says why.'), 500)
  })
  .notFound((c) => c.html(problemPage('Nothing here', 'The sandbox has no such page.'), 404))

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAKAAAABkCAIAAACO1KzYAAAAsUlEQVR42u3RAQkAAAgEsQ9hOpMY3xoig0twS03rcbEAsAALsAALsAALMGABFmABFmABFmDAAizAAizAAizAAgxYgAVYgAVYgAUYsAALsAALsAALMGABFmABFmABFmABBizAAizAAizAAgxYgAVYgAVYgAUYsAuABViABViABViAAQuwAAuwAAuwAAMWYAEWYAEWYAEWYMACLMACLMACLMCABViABViABViAAQuwAOteC6zAKklVHzP4AAAAAElFTkSuQmCC'

/** Other sites' pictures, at hosts named pictures.…: a PNG of 160 × 100 pixels, or 404 at `missing.png`. */
const pictures = new Hono<BoxApp>().get('*', (c) =>
  c.req.path.endsWith('missing.png')
    ? c.notFound()
    : c.body(Uint8Array.fromBase64(PICTURE), 200, { 'content-type': 'image/png' }),
)

/** The provider APIs by hostname, as the shop's adapters address them. */
const worlds: Record<string, Pick<Hono<BoxApp>, 'fetch'>> = {
  'api.stripe.com': stripeApi,
  'api.resend.com': mailApi,
  'business.coinbase.com': coinbaseApi,
  'api.pwnedpasswords.com': passwordsApi,
  'challenges.cloudflare.com': turnstileApi,
}

/** BTCPay's hostname is configured by the operator. A request to an unknown host comes from a visitor's browser. */
function worldAt(hostname: string, box: Box) {
  if (hostname === new URL(box.env.BTCPAY_URL).hostname) return btcpayApi
  return worlds[hostname] ?? (hostname.startsWith('pictures.') ? pictures : browser)
}

/** The whole sandbox as one fetch handler. */
export const app = new Hono<BoxApp>().all('*', (c) =>
  worldAt(new URL(c.req.url).hostname, c.env).fetch(c.req.raw, c.env),
)
