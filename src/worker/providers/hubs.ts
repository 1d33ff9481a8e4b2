import type { UserMessage } from '../features/notifications/contract.ts'
import type { Env } from './env.ts'

/** The object that holds this user's sockets and kept notifications. */
export const userHub = (env: Env, userId: number) => env.USER_HUB.getByName(String(userId))

export type UserPush = { key: string; userId: number; messages: UserMessage[] }

/** Safe to repeat: the hub knows a key it has seen. */
export async function pushToUser(env: Env, push: UserPush): Promise<void> {
  await userHub(env, push.userId).push(push.key, push.messages)
}

/** What the hub must know of a socket's session; set here, after the session was checked. */
export const HUB_SESSION_HEADER = 'x-hub-session'
export type HubSession = {
  sessionId: string
  userId: number
  isAdmin: boolean
  expiresAt: number
  since: number | null
}

/** Hands a checked upgrade request to the user's hub. */
export function connectToHub(
  env: Env,
  viewer: { id: number; isAdmin: boolean; sessionId: string; sessionExpiresAt: number },
  since: number | null,
): Promise<Response> {
  const session: HubSession = {
    sessionId: viewer.sessionId,
    userId: viewer.id,
    isAdmin: viewer.isAdmin,
    expiresAt: viewer.sessionExpiresAt,
    since,
  }
  const headers = { upgrade: 'websocket', [HUB_SESSION_HEADER]: JSON.stringify(session) }
  return userHub(env, viewer.id).fetch('https://hub/connect', { headers })
}
