import { type AdminMessage, adminMessageSchema } from '#shared/feed/contract.ts'
import type { ConnectionProtocol } from '../../lib/live/live-socket-types.ts'

/** The longest time before a reconnect, in milliseconds. */
const RECONNECT_AFTER = 5000

/** An admin's connection to the shop's hub. Every connection begins with a snapshot, so it needs no resume. */
export const adminProtocol = (userId: number): ConnectionProtocol<AdminMessage> => ({
  path: () => `/ws?userId=${userId}&isAdmin=true`,
  hello: { type: 'admin-init', userId, isAdmin: true },
  parse,
  accept: (seen) => ({ seen }),
  delay: () => RECONNECT_AFTER,
})

function parse(data: unknown): AdminMessage | null {
  try {
    return adminMessageSchema.safeParse(JSON.parse(String(data))).data ?? null
  } catch {
    return null
  }
}
