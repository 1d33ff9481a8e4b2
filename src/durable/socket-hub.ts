import { DurableObject } from 'cloudflare:workers'
import type { z } from 'zod'
import { PING, PONG } from '#shared/notifications/contract.ts'
import type { Env } from '../worker/providers/env.ts'
import {
  HUB_SESSION_HEADER,
  type HubSession,
  MAX_MESSAGE_BYTES,
  POLICY_VIOLATION,
  SESSION_ENDED,
} from '../worker/providers/hubs.ts'
import { type Bucket, takeToken } from './rate-limiter-rules.ts'
import { HANDSHAKES, MESSAGES, surplus } from './socket-hub-rules.ts'

export type Attached = HubSession & { openedAt: number }

/**
 * A hub of sockets that hibernate while idle: persistent state is in storage or attached to the sockets. Sessions are
 * checked before a connection reaches the hub. Messages are limited in size and rate; an invalid one closes its socket.
 */
export abstract class SocketHub<Message> extends DurableObject<Env> {
  protected abstract readonly maxSockets: number
  protected abstract readonly messages: z.ZodType<Message>
  // In memory only: an object is evicted only when it was idle.
  readonly #buckets = new WeakMap<WebSocket, Bucket>()
  /** By user id. */
  readonly #handshakes = new Map<number, Bucket>()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  protected abstract welcome(socket: WebSocket, session: HubSession): void
  protected abstract hear(socket: WebSocket, message: Message): Promise<void>

  override async fetch(request: Request): Promise<Response> {
    const session = JSON.parse(request.headers.get(HUB_SESSION_HEADER) ?? 'null') as HubSession | null
    if (!session) return new Response('Not for direct use', { status: 403 })
    const taken = takeToken(this.#handshakes.get(session.userId), HANDSHAKES, Date.now())
    this.#handshakes.set(session.userId, taken.kept)
    if (!taken.allowed)
      return new Response(null, { status: 429, headers: { 'retry-after': String(taken.retryAfterSeconds) } })
    this.#makeRoom()
    const { 0: client, 1: server } = new WebSocketPair()
    server.serializeAttachment({ ...session, openedAt: Date.now() } satisfies Attached)
    this.ctx.acceptWebSocket(server)
    this.welcome(server, session)
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    if (attachedTo(socket).expiresAt <= Date.now()) return socket.close(SESSION_ENDED, 'session ended')
    if (typeof data !== 'string' || data.length > MAX_MESSAGE_BYTES) {
      return socket.close(POLICY_VIOLATION, 'message not accepted')
    }
    const taken = takeToken(this.#buckets.get(socket), MESSAGES, Date.now())
    this.#buckets.set(socket, taken.kept)
    if (!taken.allowed) return socket.close(POLICY_VIOLATION, 'too many messages')
    const message = this.#parse(data)
    if (!message) return socket.close(POLICY_VIOLATION, 'message not understood')
    return this.hear(socket, message)
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // Completes the browser's close. Codes that only describe a broken connection (1006, say) cannot be sent.
    socket.close(code >= 1000 && code < 1004 ? code : 1000)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    socket.close(1011, 'connection failed')
  }

  /** The open sockets. The platform also lists closing ones, which do not count. */
  protected open(): WebSocket[] {
    return this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
  }

  /** Closes the oldest sockets where the limit leaves no place for a new one. */
  #makeRoom(): void {
    const open = this.open().map((socket) => ({ socket, openedAt: attachedTo(socket).openedAt }))
    for (const { socket } of surplus(open, this.maxSockets)) {
      socket.close(POLICY_VIOLATION, 'too many connections')
    }
  }

  #parse(data: string): Message | null {
    try {
      return this.messages.safeParse(JSON.parse(data)).data ?? null
    } catch {
      return null
    }
  }
}

export const attachedTo = <More = object>(socket: WebSocket) =>
  socket.deserializeAttachment() as Attached & Partial<More>

/** Sends a message. A closing socket cannot be written to; its owner gets the message on reconnect. */
export const send = (socket: WebSocket, message: object): void => sendText(socket, JSON.stringify(message))

/** As \`send\`, for a message that several sockets get: it is written as JSON once. */
export function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    socket.close(1011, 'connection lost')
  }
}
