import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { clientIp } from './client-ip.ts'
import { requireViewer } from './session.ts'

/** The account and the address behind an action, for the audit log. */
export type Actor = { id: number; ip: string | null }

/** @throws Problem 401 without a session */
export const actorOf = async (c: Context<AppEnv>): Promise<Actor> => ({
  id: (await requireViewer(c)).id,
  ip: clientIp(c),
})
