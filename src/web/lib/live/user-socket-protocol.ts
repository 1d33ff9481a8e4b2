import type { ServerMessage } from '#shared/notifications/contract.ts'
import type { ConnectionProtocol } from './live-socket-types.ts'
import { parseMessage } from './parse-message.ts'

/** The longest time before reconnect number `attempt`, counted from 0, in milliseconds. */
export const reconnectDelay = (attempt: number) => Math.min(1000 * 1.5 ** attempt, 30_000)

/** The last number seen after this message, or null if the message was seen before and must be dropped. */
export function acceptSeq(seen: number | null, message: ServerMessage): { seen: number | null } | null {
  // A welcome sets the number, also when the hub restarts its count.
  if (message.type === 'welcome') return { seen: message.seq }
  if (!('seq' in message)) return { seen }
  return seen !== null && message.seq <= seen ? null : { seen: message.seq }
}

/** One user's connection to their own hub. */
export const userProtocol = ({
  id,
  isAdmin,
}: {
  id: number
  isAdmin: boolean
}): ConnectionProtocol<ServerMessage> => ({
  path: (seen) => `/ws?userId=${id}${isAdmin ? '&isAdmin=true' : ''}${seen === null ? '' : `&after=${seen}`}`,
  hello: { type: 'init', userId: id, isAdmin },
  parse: parseMessage,
  accept: acceptSeq,
  delay: reconnectDelay,
})
