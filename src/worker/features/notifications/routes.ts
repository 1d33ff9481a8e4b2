import { Hono } from 'hono'
import { z } from 'zod'
import { hasRole } from '#shared/core/staff-roles.ts'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { limitAddress } from '../../http/limit-address.ts'
import { isOwnOrigin } from '../../http/origin-guard.ts'
import { notYourRole } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { adminHub, connectToHub, userHub } from '../../providers/hubs.ts'

const socketQuery = z.object({
  userId: z.coerce.number().int().optional(),
  isAdmin: z.enum(['true', 'false']).optional(),
  /** The admins' connection about the whole shop; without it, the user's own connection. */
  channel: z.enum(['admin']).optional(),
  /** The last sequence number this browser has seen. */
  since: z.coerce.number().int().min(0).optional(),
})

// A handshake costs a query and a request to a Durable Object. A page opens one, and backs off after a refusal.
const PER_ADDRESS = { burst: 200, refillSeconds: 1 }
const PER_USER = { burst: 120, refillSeconds: 2 }

/** The user's socket, or the admins'. The session decides the owner; the claims in the URL must match the session. */
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
    if (claimed.channel === undefined)
      return connectToHub(userHub(c.env, viewer.reference), viewer, claimed.since)
    // The channel carries the shop's totals, which support does not see.
    if (!hasRole(viewer.staffRole, 'manager')) throw notYourRole()
    return connectToHub(adminHub(c.env), viewer)
  },
)
