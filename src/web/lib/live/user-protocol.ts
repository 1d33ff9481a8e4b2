import type { ServerMessage } from '#shared/notifications/contract.ts'
import { acceptSeq, reconnectDelay } from './live-rules.ts'
import type { ConnectionProtocol } from './live-socket-options.ts'
import { parseMessage } from './parse-message.ts'

/** One user's connection to their own hub. */
export const userProtocol = ({
  id,
  isAdmin,
}: {
  id: number
  isAdmin: boolean
}): ConnectionProtocol<ServerMessage> => ({
  path: (seen) => `/ws?userId=${id}${isAdmin ? '&isAdmin=true' : ''}${seen === null ? '' : `&since=${seen}`}`,
  hello: { type: 'init', userId: id, isAdmin },
  parse: parseMessage,
  accept: acceptSeq,
  delay: reconnectDelay,
})
