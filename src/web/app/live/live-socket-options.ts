import type { ServerMessage } from '../../../worker/features/notifications/contract.ts'
import type { Clock } from './named-timers.ts'

/** `connecting` only until the first attempt of a page stood or failed. */
export type LiveStatus = 'connecting' | 'connected' | 'reconnecting' | 'disconnected'

export const PING_EVERY_MS = 30_000
export const PONG_WITHIN_MS = 10_000
export const OPEN_WITHIN_MS = 10_000
export const WARN_AFTER_MS = 10_000

/** The part of WebSocket that is used. */
export type SocketLike = Pick<
  WebSocket,
  'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'
> & {
  readonly readyState: number
}

export type LiveSocketOptions = {
  user: { id: number; isAdmin: boolean }
  /** "wss://shop.example" */
  origin: string
  WebSocket: new (url: string) => SocketLike
  clock: Clock
  onStatus: (status: LiveStatus) => void
  onMessage: (message: ServerMessage) => void
  /** The server ended the session: no reconnect follows. */
  onSessionEnded: () => void
  /** Connecting keeps failing; called once per outage. */
  onRefused: () => void
  /** No connection for ten seconds; called once per outage. */
  onWarning: () => void
}
