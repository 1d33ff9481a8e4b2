import { DurableObject } from 'cloudflare:workers'
import {
  clientMessageSchema,
  type Notification,
  PING,
  PONG,
  type ServerMessage,
  type UserMessage,
} from '../worker/features/notifications/contract.ts'
import { changeKept, type NotificationChange } from '../worker/features/notifications/rules.ts'
import type { Env } from '../worker/providers/env.ts'
import { HUB_SESSION_HEADER, type HubSession } from '../worker/providers/hubs.ts'
import { type Bucket, takeToken } from './rate-limiter-rules.ts'
import { keep, LOG_LENGTH, MAX_MESSAGE_BYTES, MAX_SOCKETS, missedSince } from './user-hub-rules.ts'

const POLICY_VIOLATION = 1008
const SESSION_ENDED = 4001
/** What a person may click away at: each is sent on to all their tabs. */
const MESSAGES = { burst: 60, refillSeconds: 0.5 }

/**
 * One user's sockets, kept notifications and message log. A shell: what to keep and what was missed is decided in
 * user-hub-rules. All state is in SQLite, so the object may be evicted while its sockets sleep.
 */
export class UserHub extends DurableObject<Env> {
  /** In memory only: an object that was evicted was not busy. */
  private readonly buckets = new WeakMap<WebSocket, Bucket>()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
    ctx.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS log (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        body TEXT NOT NULL
      );
      CREATE TABLE IF NOT EXISTS kept (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL);
    `)
  }

  /** Numbers, keeps and sends these messages. A key that was pushed before changes nothing. */
  push(key: string, messages: UserMessage[]): void {
    const sent: ServerMessage[] = []
    this.ctx.storage.transactionSync(() => {
      messages.forEach((message, index) => {
        const [row] = this.ctx.storage.sql
          .exec<{ seq: number }>(
            // Not ON CONFLICT: a refused row would still use up a number.
            'INSERT INTO log (key, body) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM log WHERE key = ?1) RETURNING seq',
            `${key}/${index}`,
            JSON.stringify(message),
          )
          .toArray()
        if (row) sent.push({ type: 'message', seq: row.seq, message })
      })
      if (sent.length === 0) return
      this.save(
        keep(
          this.kept(),
          sent.flatMap((item) => (item.type === 'message' ? [item.message] : [])),
        ),
      )
      this.ctx.storage.sql.exec('DELETE FROM log WHERE seq <= ?', this.lastSeq() - LOG_LENGTH)
    })
    for (const message of sent) this.broadcast(message)
  }

  /** Ends the sockets of these sessions: their owner logged out, or changed the password. */
  closeSessions(sessionIds: string[]): void {
    const ended = new Set(sessionIds)
    for (const socket of this.ctx.getWebSockets()) {
      if (ended.has(sessionOf(socket).sessionId)) socket.close(SESSION_ENDED, 'session ended')
    }
  }

  /** The account is gone: nobody stays connected, and nothing of theirs stays here. */
  forget(): void {
    for (const socket of this.ctx.getWebSockets()) socket.close(SESSION_ENDED, 'session ended')
    this.ctx.storage.sql.exec('DELETE FROM log; DELETE FROM kept;')
  }

  override async fetch(request: Request): Promise<Response> {
    const session = JSON.parse(request.headers.get(HUB_SESSION_HEADER) ?? 'null') as HubSession | null
    if (!session) return new Response('Not for direct use', { status: 403 })
    this.makeRoom()
    const { 0: client, 1: server } = new WebSocketPair()
    server.serializeAttachment({ ...session, openedAt: Date.now() } satisfies Attached)
    this.ctx.acceptWebSocket(server)
    this.welcome(server, session.since)
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const session = sessionOf(socket)
    if (session.expiresAt <= Date.now()) return socket.close(SESSION_ENDED, 'session ended')
    if (typeof data !== 'string' || data.length > MAX_MESSAGE_BYTES) {
      return socket.close(POLICY_VIOLATION, 'message not accepted')
    }
    const taken = takeToken(this.buckets.get(socket), MESSAGES, Date.now())
    this.buckets.set(socket, taken.bucket)
    if (!taken.allowed) return socket.close(POLICY_VIOLATION, 'too many messages')
    const message = parse(data)
    if (!message) return socket.close(POLICY_VIOLATION, 'message not understood')
    switch (message.type) {
      case 'init': {
        const lies = message.userId !== session.userId || (message.isAdmin === true && !session.isAdmin)
        if (lies) socket.close(POLICY_VIOLATION, 'not your session')
        return
      }
      case 'ping':
        return send(socket, { type: 'pong' })
      default:
        return this.apply(message)
    }
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // Answers the browser's goodbye; codes that only say how a connection broke cannot be sent.
    socket.close(code >= 1000 && code < 1004 ? code : 1000)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    socket.close(1011, 'connection failed')
  }

  private apply(wish: NotificationChange): void {
    const notifications = changeKept(this.kept(), wish)
    this.save(notifications)
    this.broadcast({ type: 'notifications', notifications })
  }

  /** One place for the newcomer: the oldest go. A socket that is closing is still listed, but takes no place. */
  private makeRoom(): void {
    const open = this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
    const oldestFirst = open.toSorted((a, b) => sessionOf(a).openedAt - sessionOf(b).openedAt)
    const surplus = oldestFirst.slice(0, Math.max(0, open.length - MAX_SOCKETS + 1))
    for (const socket of surplus) socket.close(POLICY_VIOLATION, 'too many connections')
  }

  private welcome(socket: WebSocket, since: number | null): void {
    const last = this.lastSeq()
    const missed = missedSince(since, last)
    send(socket, {
      type: 'welcome',
      seq: missed?.complete ? missed.from : last,
      notifications: this.kept(),
      complete: missed?.complete ?? true,
    })
    if (!missed?.complete) return
    const rows = this.ctx.storage.sql.exec<{ seq: number; body: string }>(
      'SELECT seq, body FROM log WHERE seq > ? ORDER BY seq',
      missed.from,
    )
    for (const { seq, body } of rows) send(socket, { type: 'message', seq, message: JSON.parse(body) })
  }

  private broadcast(message: ServerMessage): void {
    const now = Date.now()
    for (const socket of this.ctx.getWebSockets()) {
      if (sessionOf(socket).expiresAt <= now) socket.close(SESSION_ENDED, 'session ended')
      else send(socket, message)
    }
  }

  private kept(): Notification[] {
    const [row] = this.ctx.storage.sql.exec<{ body: string }>('SELECT body FROM kept').toArray()
    return row ? JSON.parse(row.body) : []
  }

  private save(notifications: Notification[]): void {
    this.ctx.storage.sql.exec(
      'INSERT INTO kept (one, body) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET body = excluded.body',
      JSON.stringify(notifications),
    )
  }

  private lastSeq(): number {
    const [row] = this.ctx.storage.sql
      .exec<{ seq: number | null }>("SELECT seq FROM sqlite_sequence WHERE name = 'log'")
      .toArray()
    return row?.seq ?? 0
  }
}

type Attached = HubSession & { openedAt: number }

const sessionOf = (socket: WebSocket) => socket.deserializeAttachment() as Attached

/** A socket that is already closing cannot be written to; its owner gets the message when they come back. */
function send(socket: WebSocket, message: ServerMessage): void {
  try {
    socket.send(JSON.stringify(message))
  } catch {
    socket.close(1011, 'connection lost')
  }
}

function parse(data: string) {
  try {
    const parsed = clientMessageSchema.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
