import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '../../core/problem.ts'
import type { AppEnv, Viewer } from '../../http/app-env.ts'
import { countAddress } from '../../http/limit-address.ts'
import { locationHint, type RequestPlace } from '../../http/location-hint.ts'
import { isOwnOrigin } from '../../http/origin-guard.ts'
import { tooManyAttempts } from '../../http/rate-limit.ts'
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

/** Limit of an address's refused handshakes. Accepted ones count for their user, in the hub (HANDSHAKES). */
const REFUSED = { burst: 200, refillSeconds: 1 }

/**
 * The user's socket, which for admins also serves the live screen of the shop. The session decides the owner; the claims
 * in the URL must match the session. An accepted handshake costs one query and one request to a Durable Object: after a
 * deployment all pages connect again, and many of them may share an address.
 */
export const socketRoutes = new Hono<AppEnv>().get('/', validate('query', socketQuery), async (c) => {
  const claimed = c.req.valid('query')
  const viewer = await checkHandshake(c, claimed).catch(async (error: unknown) => {
    await countAddress(c, 'socket', REFUSED)
    throw error
  })
  const resume = { since: claimed.after ?? null, older: claimed.since !== undefined }
  const near = locationHint(c.req.raw.cf as RequestPlace | undefined)
  if (claimed.isAdmin !== 'true') {
    const response = await connectToHub(userHub(c.env, viewer.reference, near), viewer, resume)
    if (response.status === 429) throw tooManyAttempts(Number(response.headers.get('retry-after')))
    return response
  }
  const readAgain = () => {
    c.set('viewer', undefined)
    return viewerOf(c)
  }
  return relayAdminSocket(c.env, readAgain, resume, near)
})

/** @throws Problem 400, 401, 403 */
async function checkHandshake(c: Context<AppEnv>, claimed: z.infer<typeof socketQuery>): Promise<Viewer> {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') {
    throw new Problem(400, 'This address is for WebSocket connections.')
  }
  if (!isOwnOrigin(c)) {
    throw new Problem(403, 'This connection did not come from the shop’s own pages.', {
      event: { kind: 'origin_refused' },
    })
  }
  const viewer = await requireViewer(c)
  const foreign = claimed.userId !== undefined && claimed.userId !== viewer.id
  if (foreign || (claimed.isAdmin === 'true' && !viewer.isAdmin)) {
    throw new Problem(403, 'This connection does not match your session.', {
      event: { kind: 'admin_refused', detail: 'connection' },
    })
  }
  return viewer
}
