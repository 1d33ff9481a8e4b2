import { logError } from '../core/log-error.ts'
import type { Env } from './env.ts'

/**
 * The Durable Object with a user's sockets and stored notifications, named by the account's `reference`. `near`: the
 * region of its user, for the first call, which makes the object.
 */
export const userHub = (env: Env, reference: string, near?: DurableObjectLocationHint) =>
  env.USER_HUB.getByName(reference, near && { locationHint: near })

/** The one Durable Object with all admins' sockets. */
export const adminHub = (env: Env) => env.ADMIN_HUB.getByName('admins')

/** Asks the admin hub to read new events. Never fails: without it, the cron refreshes the hub within a minute. */
export async function notifyAdminHub(env: Env): Promise<void> {
  try {
    await env.FEED.send('look')
  } catch (error) {
    logError('feed', { error })
  }
}

/** The socket's session for the hub; set here, after the session was checked. */
export const HUB_SESSION_HEADER = 'x-hub-session'
export type HubSession = {
  sessionId: string
  userId: number
  isAdmin: boolean
  expiresAt: number
  since: number | null
  /** True for a page of an older version. It expects the messages in another form, so it is told to reload its data. */
  older: boolean
}

/** Close code of a connection whose session has ended. */
export const SESSION_ENDED = 4001
/** Close code of a connection that breaks the rules. */
export const POLICY_VIOLATION = 1008
/** Maximum length of a message from a browser. */
export const MAX_MESSAGE_BYTES = 4096

type Viewer = { id: number; isAdmin: boolean; sessionId: string; sessionExpiresAt: number }

/** The last sequence number that the client received, null where none; and whether its page is of an older version. */
export type Resume = Pick<HubSession, 'since' | 'older'>

/** Forwards a checked upgrade request to a hub. */
export function connectToHub(
  hub: Pick<Fetcher, 'fetch'>,
  viewer: Viewer,
  resume: Resume = { since: null, older: false },
): Promise<Response> {
  const session: HubSession = {
    sessionId: viewer.sessionId,
    userId: viewer.id,
    isAdmin: viewer.isAdmin,
    expiresAt: viewer.sessionExpiresAt,
    ...resume,
  }
  const headers = { upgrade: 'websocket', [HUB_SESSION_HEADER]: JSON.stringify(session) }
  return hub.fetch('https://hub/connect', { headers })
}
