import {
  type ClientMessage,
  clientMessageSchema,
  type Notification,
  type ServerMessage,
  type UserMessage,
} from '../worker/features/notifications/contract.ts'
import { changeKept, type NotificationChange } from '../worker/features/notifications/rules.ts'
import type { Env } from '../worker/providers/env.ts'
import type { HubSession } from '../worker/providers/hubs.ts'
import { attachedTo, SocketHub, send } from './socket-hub.ts'
import { lies, POLICY_VIOLATION, SESSION_ENDED } from './socket-hub-rules.ts'
import { keep, LOG_LENGTH, MAX_SOCKETS, missedSince } from './user-hub-rules.ts'

/**
 * One user's sockets, kept notifications and message log. A shell: what to keep and what was missed is decided in
 * user-hub-rules. All state is in SQLite, so the object may be evicted while its sockets sleep.
 */
export class UserHub extends SocketHub<ClientMessage> {
  protected readonly maxSockets = MAX_SOCKETS
  protected readonly messages = clientMessageSchema

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
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
      if (ended.has(attachedTo(socket).sessionId)) socket.close(SESSION_ENDED, 'session ended')
    }
  }

  /** The account is gone: nobody stays connected, and nothing of theirs stays here. */
  forget(): void {
    for (const socket of this.ctx.getWebSockets()) socket.close(SESSION_ENDED, 'session ended')
    this.ctx.storage.sql.exec('DELETE FROM log; DELETE FROM kept;')
  }

  protected override async hear(socket: WebSocket, message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'init':
        if (lies(message, attachedTo(socket))) socket.close(POLICY_VIOLATION, 'not your session')
        return
      case 'ping':
        return send(socket, { type: 'pong' } satisfies ServerMessage)
      default:
        return this.apply(message)
    }
  }

  private apply(wish: NotificationChange): void {
    const notifications = changeKept(this.kept(), wish)
    this.save(notifications)
    this.broadcast({ type: 'notifications', notifications })
  }

  protected override welcome(socket: WebSocket, { since }: HubSession): void {
    const last = this.lastSeq()
    const missed = missedSince(since, last)
    const welcome: ServerMessage = {
      type: 'welcome',
      seq: missed?.complete ? missed.from : last,
      notifications: this.kept(),
      complete: missed?.complete ?? true,
    }
    send(socket, welcome)
    if (!missed?.complete) return
    const rows = this.ctx.storage.sql.exec<{ seq: number; body: string }>(
      'SELECT seq, body FROM log WHERE seq > ? ORDER BY seq',
      missed.from,
    )
    for (const { seq, body } of rows) {
      send(socket, { type: 'message', seq, message: JSON.parse(body) } satisfies ServerMessage)
    }
  }

  private broadcast(message: ServerMessage): void {
    const now = Date.now()
    for (const socket of this.ctx.getWebSockets()) {
      if (attachedTo(socket).expiresAt <= now) socket.close(SESSION_ENDED, 'session ended')
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
