import { Hono } from 'hono'
import type { BoxApp } from '../../box.ts'
import { problemPage } from '../../pages/layout.ts'
import { completeSession } from '../flows/complete-session.ts'
import { openPayLink } from '../flows/open-pay-link.ts'
import { payLinks } from '../objects/pay-links.ts'
import { type SessionPlan, successUrl } from '../objects/session.ts'
import { backstageOf } from '../objects/store.ts'
import { checkoutPage } from './checkout-page.ts'

const base = '/sandbox/pay/:plan/card'
const unknownLink = problemPage('No such pay page', 'The link may be mistyped.')

/** The pay pages outside the shop: an email field and a Pay button, no account. The button pays the opened session. */
export const payLinkRoutes = new Hono<BoxApp>()
  .get(base, async (c) => {
    const link = payLinks[c.req.param('plan')]
    if (!link) return c.html(unknownLink, 404)
    const session = c.env.transact(() => openPayLink(c.env, link))
    await c.env.arm()
    const view = { email: '', declined: false, problem: null }
    return c.html(checkoutPage(session, backstageOf<SessionPlan>(c.env, session.id), view))
  })

  // For programs: opens and pays in one call. `productId` replaces the product in the link's metadata.
  .post(`${base}/pay`, async (c) => {
    const link = payLinks[c.req.param('plan')]
    if (!link) return c.html(unknownLink, 404)
    const { email, productId = link.productId } = await c.req.json<{ email: string; productId?: number }>()
    const paid = c.env.transact(() =>
      completeSession(c.env, openPayLink(c.env, { ...link, productId }), { email }, 'paid'),
    )
    await c.env.arm()
    return c.redirect(successUrl(paid), 303)
  })
