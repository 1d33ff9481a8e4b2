import { Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { limitAddress } from '../../http/limit-address.ts'
import { isOwnOrigin } from '../../http/origin-guard.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer, viewerOf } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { connectToHub, userHub } from '../../providers/hubs.ts'
import { relayAdminSocket } from './relay-admin-socket.ts'

const socketQuery = z.object({
  userId: z.coerce.number().int().optional(),
  isAdmin: z.enum(['true', 'false']).optional(),
  /** The last sequence number this browser has seen. */
  after: z.coerce.number().int().min(0).optional(),
  /** The same, from a page of a version that expected each message inside another one. */
  since: z.coerce.number().int().min(0).optional(),
})

// A handshake costs a query and a request to a Durable Object. A page opens one, and backs off after a refusal.
const PER_ADDRESS = { burst: 200, refillSeconds: 1 }
const PER_USER = { burst: 120, refillSeconds: 2 }

/**
 * The user's socket, which for admins also serves the live screen of the shop. The session decides the owner; the claims
 * in the URL must match the session.
 */
export const socketRoutes = new Hono<AppEnv>().get(
  '/',
  limitAddress('socket', PER_ADDRESS),
  validate('query', socketQuery),
  async (c) => {
    if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') {
      throw new Problem(400, 'This address is for WebSocket connections.')
    }
    if (!isOwnOrigin(c)) {
      throw new Problem(403, 'This connection did not come from the shop’s own pages.', {
        event: { kind: 'origin_refused' },
      })
    }
    const viewer = await requireViewer(c)
    await limitRate(c.env, `socket:user:${viewer.id}`, PER_USER)
    const claimed = c.req.valid('query')
    const foreign = claimed.userId !== undefined && claimed.userId !== viewer.id
    if (foreign || (claimed.isAdmin === 'true' && !viewer.isAdmin)) {
      throw new Problem(403, 'This connection does not match your session.', {
        event: { kind: 'admin_refused', detail: 'connection' },
      })
    }
    const readAgain = () => {
      c.set('viewer', undefined)
      return viewerOf(c)
    }
    const resume = { since: claimed.after ?? null, older: claimed.since !== undefined }
    return claimed.isAdmin === 'true'
      ? relayAdminSocket(c.env, readAgain, resume)
      : connectToHub(userHub(c.env, viewer.reference), viewer, resume)
  },
)
