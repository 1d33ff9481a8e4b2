import {
  type ClientMessage,
  clientMessageSchema,
  type Notification,
  type ServerMessage,
  type UserMessage,
} from '#shared/notifications/contract.ts'
import { changeKept, type NotificationChange } from '#shared/notifications/rules.ts'
import type { Env } from '../worker/providers/env.ts'
import { type HubSession, POLICY_VIOLATION, SESSION_ENDED } from '../worker/providers/hubs.ts'
import { attachedTo, SocketHub, send, sendText } from './socket-hub.ts'
import { claimsOtherIdentity } from './socket-hub-rules.ts'
import { isRestored, KEY_MEMORY_MS, keep, LOG_LENGTH, MAX_SOCKETS, missedSince } from './user-hub-rules.ts'

/**
 * One user's sockets, stored notifications and message log. user-hub-rules decides which notifications are kept and
 * which messages were missed. All state is in SQLite, so the object may be evicted while its sockets hibernate.
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
      CREATE TABLE IF NOT EXISTS pushed (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS pushed_at ON pushed (at);
      CREATE TABLE IF NOT EXISTS deleted (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
    `)
  }

  /** Numbers, stores and sends these messages. Does nothing for a key that was pushed before or a deleted account. */
  push(key: string, messages: UserMessage[]): void {
    if (messages.length === 0) return
    const sent: ServerMessage[] = []
    this.ctx.storage.transactionSync(() => {
      if (this.deletedAt() !== null || !this.remember(key, Date.now())) return
      messages.forEach((message, index) => {
        const { seq } = this.ctx.storage.sql
          .exec<{ seq: number }>(
            'INSERT INTO log (key, body) VALUES (?, ?) RETURNING seq',
            `${key}/${index}`,
            JSON.stringify(message),
          )
          .one()
        sent.push({ ...message, seq })
      })
      this.save(keep(this.kept(), messages))
      this.ctx.storage.sql.exec('DELETE FROM log WHERE seq <= ?', this.lastSeq() - LOG_LENGTH)
    })
    if (sent.length > 0) this.broadcast(sent, () => [this.reload()])
  }

  /** True where the key is new. A hub that is older than the table `pushed` has its known keys in `log` only. */
  private remember(key: string, now: number): boolean {
    const { sql } = this.ctx.storage
    const known = sql
      .exec(
        'SELECT 1 FROM pushed WHERE key = ?1 UNION ALL SELECT 1 FROM log WHERE key = ?2 LIMIT 1',
        key,
        `${key}/0`,
      )
      .toArray()
    sql.exec(
      'INSERT INTO pushed (key, at) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET at = excluded.at',
      key,
      now,
    )
    sql.exec('DELETE FROM pushed WHERE at < ?', now - KEY_MEMORY_MS)
    return known.length === 0
  }

  /** Closes the sockets of these sessions: their owner logged out or changed the password. */
  closeSessions(sessionIds: string[]): void {
    const ended = new Set(sessionIds)
    for (const socket of this.ctx.getWebSockets()) {
      if (ended.has(attachedTo(socket).sessionId)) socket.close(SESSION_ENDED, 'session ended')
    }
  }

  /** For a deleted account: closes all sockets and deletes all data. Later pushes are ignored, connections closed. */
  purge(): void {
    for (const socket of this.ctx.getWebSockets()) socket.close(SESSION_ENDED, 'session ended')
    const { sql } = this.ctx.storage
    sql.exec('DELETE FROM log; DELETE FROM kept; DELETE FROM pushed;')
    sql.exec('INSERT INTO deleted (one, at) VALUES (1, ?) ON CONFLICT DO NOTHING', Date.now())
  }

  private deletedAt(): number | null {
    const [row] = this.ctx.storage.sql.exec<{ at: number }>('SELECT at FROM deleted').toArray()
    return row?.at ?? null
  }

  protected override async hear(socket: WebSocket, message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'init':
        if (claimsOtherIdentity(message, attachedTo(socket)))
          socket.close(POLICY_VIOLATION, 'not your session')
        return
      case 'ping':
        return send(socket, { type: 'pong' } satisfies ServerMessage)
      default:
        return this.apply(message)
    }
  }

  private apply(input: NotificationChange): void {
    if (this.deletedAt() !== null) return
    const notifications = changeKept(this.kept(), input)
    this.save(notifications)
    this.broadcast([{ type: 'notifications', notifications }])
  }

  protected override welcome(socket: WebSocket, { since }: HubSession): void {
    const deletedAt = this.deletedAt()
    if (deletedAt !== null) {
      if (!isRestored(deletedAt, Date.now())) {
        socket.close(SESSION_ENDED, 'session ended')
        return
      }
      this.ctx.storage.sql.exec('DELETE FROM deleted')
    }
    if (attachedTo(socket).older) {
      send(socket, this.reload())
      return
    }
    const last = this.lastSeq()
    const missed = missedSince(since, last)
    const welcome: ServerMessage = {
      type: 'welcome',
      seq: missed?.complete ? missed.from : last,
      notifications: this.kept(),
      complete: missed?.complete ?? true,
      quietMs: this.quietMs(last),
    }
    send(socket, welcome)
    if (!missed?.complete) return
    const rows = this.ctx.storage.sql.exec<{ seq: number; body: string }>(
      'SELECT seq, body FROM log WHERE seq > ? ORDER BY seq',
      missed.from,
    )
    for (const { seq, body } of rows) {
      send(socket, { ...(JSON.parse(body) as UserMessage), seq } satisfies ServerMessage)
    }
  }

  /** Makes a page load its data again. Pages of older versions do not know the numbered messages. */
  private reload(): ServerMessage {
    const seq = this.lastSeq()
    return { type: 'welcome', seq, notifications: this.kept(), complete: false, quietMs: this.quietMs(seq) }
  }

  /** Sends these messages to every socket, or others to pages of older versions. Each is written as JSON once. */
  private broadcast(messages: ServerMessage[], forOlder = () => messages): void {
    const now = Date.now()
    const texts = messages.map((message) => JSON.stringify(message))
    for (const socket of this.ctx.getWebSockets()) {
      const { expiresAt, older } = attachedTo(socket)
      if (expiresAt <= now) socket.close(SESSION_ENDED, 'session ended')
      else if (older) for (const message of forOlder()) send(socket, message)
      else for (const text of texts) sendText(socket, text)
    }
  }

  private quietMs(lastSeq: number): number | null {
    const [row] = this.ctx.storage.sql
      .exec<{ at: number }>('SELECT at FROM pushed ORDER BY at DESC LIMIT 1')
      .toArray()
    if (row) return Math.max(0, Date.now() - row.at)
    // No time is known: the hub is older than the table `pushed`, or all its keys have expired.
    return lastSeq === 0 ? null : 0
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
