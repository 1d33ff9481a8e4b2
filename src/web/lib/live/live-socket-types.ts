import type { Clock } from './named-timers.ts'

/** `connecting` only until a page's first attempt has succeeded or failed. */
export type LiveStatus = 'connecting' | 'connected' | 'reconnecting' | 'disconnected'

/** The used members of WebSocket. */
export type SocketLike = Pick<
  WebSocket,
  'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'
> & {
  readonly readyState: number
}

/** The messages of a connection, and the position from which a reconnect resumes. */
export type ConnectionProtocol<Message> = {
  /** The path below the origin. `seen`: the last number that was seen. */
  path: (seen: number | null) => string
  /** The first message that the page sends on every connection. */
  hello: object
  /** Null for a message that this version of the page does not know. */
  parse: (data: unknown) => Message | null
  /** The last number seen after this message, or null if the message was seen before and must be dropped. */
  accept: (seen: number | null, message: Message) => { seen: number | null } | null
  /** The longest time before reconnect number `attempt`, counted from 0, in milliseconds. */
  delay: (attempt: number) => number
}

export type LiveSocketOptions<Message> = {
  protocol: ConnectionProtocol<Message>
  /** "wss://shop.example" */
  origin: string
  WebSocket: new (url: string) => SocketLike
  clock: Clock
  /** From 0 to 1: the place of a reconnect in the second half of its delay. */
  random: () => number
  onStatus: (status: LiveStatus) => void
  onMessage: (message: Message) => void
  /** The server ended the session: no reconnect follows. */
  onSessionEnded: () => void
  /** Connecting keeps failing; called once per outage. */
  onRefused: () => void
  /** No connection for ten seconds; called once per outage. */
  onWarning: () => void
}
