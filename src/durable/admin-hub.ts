import {
  type AdminClientMessage,
  type AdminMessage,
  type AdminStats,
  adminClientMessageSchema,
} from '#shared/feed/contract.ts'
import { type Totals, toLiveTotals } from '#shared/feed/rules.ts'
import { logError } from '../worker/core/log-error.ts'
import { openDb } from '../worker/db/client.ts'
import { type News, readNews } from '../worker/features/feed/store.ts'
import { toFeedItem } from '../worker/features/feed/views.ts'
import type { Env } from '../worker/providers/env.ts'
import { POLICY_VIOLATION, SESSION_ENDED } from '../worker/providers/hubs.ts'
import {
  advance,
  CHECK_EVERY_MS,
  framesOf,
  type HubSnapshot,
  MAX_ADMIN_SOCKETS,
  RETRY_AFTER_MS,
  WINDOW,
} from './admin-hub-rules.ts'
import { attachedTo, SocketHub, send, sendText } from './socket-hub.ts'
import { claimsOtherIdentity } from './socket-hub-rules.ts'

/** The name, in the table `seen`, of all tabs that an admin has not opened yet. */
const OTHER_TABS = 'rest'

/** State of a socket after `admin-init`: `waiting` for the snapshot, or `live`: it gets events. */
type Place = { place: 'waiting' | 'live' }

/**
 * The live screens of all admins; one hub for the shop. Callers only request a refresh, and the hub reads the events
 * after its cursor. admin-hub-rules decides how the counters change and which frames are sent.
 */
export class AdminHub extends SocketHub<AdminClientMessage> {
  protected readonly maxSockets = MAX_ADMIN_SOCKETS
  protected readonly messages = adminClientMessageSchema
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS snapshot (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL);
       CREATE TABLE IF NOT EXISTS seen (user_id INTEGER, tab TEXT, last INTEGER NOT NULL, PRIMARY KEY (user_id, tab))`,
    )
  }

  /**
   * Reads and sends new events. The active refresh may have read before the caller's event, so one more follows, which
   * all callers share that arrive meanwhile: no caller waits for more than two refreshes. Does nothing without open
   * sockets: an admin who connects later gets the events then. Never fails.
   */
  async refresh(): Promise<void> {
    if (this.open().length === 0) return
    const begin = () => {
      this.#next = null
      this.#running = this.#catchUp()
      return this.#running
    }
    this.#next ??= this.#running.then(begin, begin)
    await this.#next
  }

  override async alarm(): Promise<void> {
    await this.refresh()
  }

  protected override welcome(): void {
    // Nothing is sent before the browser's admin-init.
  }

  protected override async hear(socket: WebSocket, message: AdminClientMessage): Promise<void> {
    if (message.type === 'ping') return send(socket, { type: 'pong' } satisfies AdminMessage)
    if (message.type === 'admin-seen') return this.#see(socket, message)
    if (claimsOtherIdentity(message, attachedTo(socket)))
      return socket.close(POLICY_VIOLATION, 'not your session')
    put(socket, 'waiting')
    await this.refresh()
  }

  async #catchUp(): Promise<void> {
    try {
      while (await this.#step()) {
        // Each step reads one window.
      }
      await this.#setCheck()
    } catch (error) {
      logError('admin hub', { error })
      await this.ctx.storage.setAlarm(Date.now() + RETRY_AFTER_MS)
    }
  }

  /** Reads one window of events; true: another step must follow immediately. */
  async #step(): Promise<boolean> {
    const before = this.#snapshot()
    const sockets = this.open()
    const [waiting, informed] = [at(sockets, 'waiting'), at(sockets, 'live')]
    if (sockets.length === 0) return false
    const now = Date.now()
    const after = before?.cursor ?? 0
    const news = await readNews(openDb(this.env.DB), {
      after,
      until: after + WINDOW,
      now,
      sids: sockets.map((socket) => attachedTo(socket).sessionId),
      whole: waiting.length > 0,
    })
    const { snapshot, replaced, more, drift } = advance(before, news, now)
    this.#save(snapshot)
    if (drift) logError('admin hub', { drift })

    const listens = (socket: WebSocket) => news.sids.has(attachedTo(socket).sessionId)
    for (const socket of sockets) if (!listens(socket)) socket.close(SESSION_ENDED, 'session ended')

    const stats = statsOf(snapshot.totals, news)
    if (replaced) for (const socket of informed.filter(listens)) put(socket, 'waiting')
    else if (snapshot.cursor !== after || drift) {
      const texts = framesOf(news.items.map(toFeedItem), stats).map((frame) => JSON.stringify(frame))
      for (const socket of informed.filter(listens)) for (const text of texts) sendText(socket, text)
    }
    if (!more) {
      const feed = news.newest.map(toFeedItem)
      for (const socket of waiting.filter(listens)) {
        put(socket, 'live')
        const seen = this.#seenBy(attachedTo(socket).userId, news.last)
        send(socket, { type: 'admin-stats', stats, feed, seen } satisfies AdminMessage)
      }
    }
    return more || (replaced && informed.length > 0)
  }

  /** Sets the alarm of the next comparison with the tables. Without open sockets the alarm does nothing. */
  async #setCheck(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) !== null) return
    const { checkedAt = 0 } = this.#snapshot() ?? {}
    await this.ctx.storage.setAlarm(Math.max(Date.now() + RETRY_AFTER_MS, checkedAt + CHECK_EVERY_MS))
  }

  /** Stores the last event that an admin has seen in a tab, so that the counts next to the tabs survive a reload. */
  #see(socket: WebSocket, { tab, id }: Extract<AdminClientMessage, { type: 'admin-seen' }>): void {
    const { place, userId } = attachedTo<Place>(socket)
    if (place !== 'live') return
    this.ctx.storage.sql.exec(
      'INSERT INTO seen (user_id, tab, last) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)',
      userId,
      tab,
      id,
    )
  }

  /**
   * The last seen event of each tab. On an admin's first visit all events count as seen. Ids above `newest` are from
   * before a restore of the tables, and count as `newest`.
   */
  #seenBy(userId: number, newest: number): Record<string, number> {
    const { sql } = this.ctx.storage
    sql.exec(
      'INSERT INTO seen (user_id, tab, last) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      userId,
      OTHER_TABS,
      newest,
    )
    const rows = sql.exec<{ tab: string; last: number }>(
      'SELECT tab, last FROM seen WHERE user_id = ?',
      userId,
    )
    return Object.fromEntries(rows.toArray().map(({ tab, last }) => [tab, Math.min(last, newest)]))
  }

  #snapshot(): HubSnapshot | null {
    const [row] = this.ctx.storage.sql.exec<{ body: string }>('SELECT body FROM snapshot').toArray()
    return row ? JSON.parse(row.body) : null
  }

  /** Counters and cursor are one row, so that both are written or neither is. */
  #save(snapshot: HubSnapshot): void {
    this.ctx.storage.sql.exec(
      'INSERT INTO snapshot (one, body) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET body = excluded.body',
      JSON.stringify(snapshot),
    )
  }
}

const statsOf = (totals: Totals, { purchases }: News): AdminStats => ({
  ...toLiveTotals(totals),
  recentPurchases: purchases.map(toFeedItem),
})

const at = (sockets: WebSocket[], place: Place['place']) =>
  sockets.filter((socket) => attachedTo<Place>(socket).place === place)

const put = (socket: WebSocket, place: Place['place']) =>
  socket.serializeAttachment({ ...attachedTo(socket), place })
