import type { Context } from 'hono'
import type { Actor, AppEnv } from './app-env.ts'
import { clientIp } from './client-ip.ts'
import { requireViewer } from './session.ts'

export type { Actor }

/** @throws Problem 401 without a session */
export const actorOf = async (c: Context<AppEnv>): Promise<Actor> => ({
  id: (await requireViewer(c)).id,
  ip: clientIp(c),
})
