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
import {
  advance,
  CHECK_EVERY_MS,
  framesOf,
  type HubSnapshot,
  MAX_ADMIN_SOCKETS,
  RETRY_AFTER_MS,
  WINDOW,
} from './admin-hub-rules.ts'
import { attachedTo, SocketHub, send } from './socket-hub.ts'
import { claimsOtherIdentity, POLICY_VIOLATION, SESSION_ENDED } from './socket-hub-rules.ts'

/** What stands for the tabs that an admin has not opened yet. */
const OTHER_TABS = 'rest'

/** What a socket was sent: nothing before it says who it is (waiting), then a snapshot, then events (told; it is stored). */
type Place = { place: 'waiting' | 'told' }

/**
 * The admins' screens, one for the shop. Callers only say that something may have happened; the hub reads what did,
 * after the last event it counted. A shell: how the counters go on and what is said is decided in admin-hub-rules.
 */
export class AdminHub extends SocketHub<AdminClientMessage> {
  protected readonly maxSockets = MAX_ADMIN_SOCKETS
  protected readonly messages = adminClientMessageSchema
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS standing (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL);
       CREATE TABLE IF NOT EXISTS seen (user_id INTEGER, tab TEXT, last INTEGER NOT NULL, PRIMARY KEY (user_id, tab))`,
    )
  }

  /**
   * Something may have happened. The refresh under way may have read before it did, so one more follows, and is one for all
   * callers meanwhile: nobody waits for more than two, however fast things happen. Who watches later catches up then.
   * Never fails.
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
    // The first word is the browser's: admin-init.
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
        // One window after the other.
      }
      await this.#setCheck()
    } catch (error) {
      logError('admin hub', { error })
      await this.ctx.storage.setAlarm(Date.now() + RETRY_AFTER_MS)
    }
  }

  /** Reads one window of events; true: there is more to do at once. */
  async #step(): Promise<boolean> {
    const before = this.#snapshot()
    const sockets = this.open()
    const [waiting, informed] = [at(sockets, 'waiting'), at(sockets, 'told')]
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
      const frames = framesOf(news.items.map(toFeedItem), stats)
      for (const socket of informed.filter(listens)) for (const frame of frames) send(socket, frame)
    }
    if (!more) {
      const feed = news.newest.map(toFeedItem)
      for (const socket of waiting.filter(listens)) {
        put(socket, 'told')
        const seen = this.#seenBy(attachedTo(socket).userId, news.last)
        send(socket, { type: 'admin-stats', stats, feed, seen } satisfies AdminMessage)
      }
    }
    return more || (replaced && informed.length > 0)
  }

  /** The next comparison with the tables; with nobody there it comes to nothing. */
  async #setCheck(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) !== null) return
    const { checkedAt = 0 } = this.#snapshot() ?? {}
    await this.ctx.storage.setAlarm(Math.max(Date.now() + RETRY_AFTER_MS, checkedAt + CHECK_EVERY_MS))
  }

  /** Kept, so that the counts beside the tabs outlive the page. */
  #see(socket: WebSocket, { tab, id }: Extract<AdminClientMessage, { type: 'admin-seen' }>): void {
    const { place, userId } = attachedTo<Place>(socket)
    if (place !== 'told') return
    this.ctx.storage.sql.exec(
      'INSERT INTO seen (user_id, tab, last) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)',
      userId,
      tab,
      id,
    )
  }

  /** An admin who comes for the first time has missed nothing; nor has anybody what is older than the tables by now. */
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
    const [row] = this.ctx.storage.sql.exec<{ body: string }>('SELECT body FROM standing').toArray()
    return row ? JSON.parse(row.body) : null
  }

  /** Counters and cursor are one row: both or none. */
  #save(snapshot: HubSnapshot): void {
    this.ctx.storage.sql.exec(
      'INSERT INTO standing (one, body) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET body = excluded.body',
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
