import { vi } from 'vitest'
import type { AdminClientMessage, AdminMessage, AdminStats, FeedItem } from '#shared/feed/contract.ts'
import { mergeFeed } from '#shared/feed/rules.ts'
import type { ClientMessage, Notification, ServerMessage } from '#shared/notifications/contract.ts'
import type { Client, SignedIn } from './clients.ts'
import { SHOP } from './shop.ts'

/** One open connection, with its received messages and its close event. */
class Line<Came, Said> {
  readonly came: Came[] = []
  readonly texts: string[] = []
  closed: { code: number; reason: string } | null = null

  constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      const text = String(data)
      this.texts.push(text)
      if (text.startsWith('{')) this.came.push(JSON.parse(text))
    })
    socket.addEventListener('close', ({ code, reason }) => {
      this.closed = { code, reason }
    })
    socket.accept()
  }

  say(message: Said): void {
    this.socket.send(JSON.stringify(message))
  }

  sayRaw(data: string | ArrayBuffer): void {
    this.socket.send(data)
  }

  close(code = 1000): void {
    this.socket.close(code)
  }
}

/** A user's connection. */
export class Socket extends Line<ServerMessage, ClientMessage | AdminClientMessage> {
  /** The sequence numbers of the received messages, in order. */
  get seqs(): number[] {
    return this.came.flatMap((message) =>
      'seq' in message && message.type !== 'welcome' ? [message.seq] : [],
    )
  }

  get welcome() {
    return this.came.find((message) => message.type === 'welcome')
  }

  /** The latest list of the bell. */
  get bell(): Notification[] | undefined {
    return this.came.findLast((message) => message.type === 'notifications')?.notifications
  }
}

/** `greeted`: false where `connect` must not wait for the welcome. */
export type Handshake = { query?: string; origin?: string | null; upgrade?: string; greeted?: boolean }

/** The response to the handshake: 101 with a socket, or a refusal. */
export function shake(client: Client, input: Handshake = {}): Promise<Response> {
  const { query = '', origin = SHOP, upgrade = 'websocket' } = input
  return client.fetch('GET', `/ws${query}`, { upgrade, ...(origin !== null && { origin }) })
}

/** An admin's socket that serves both hubs, with the welcome of their own. */
export async function connectStaff(admin: SignedIn, resume = ''): Promise<Socket> {
  const query = `?userId=${admin.id}&isAdmin=true${resume}`
  const socket = await connect(admin, { query, greeted: false })
  socket.say({ type: 'init', userId: admin.id, isAdmin: true })
  await until(() => socket.welcome !== undefined)
  return socket
}

/** An open socket that has received its welcome, unless `greeted` is false. */
export async function connect(client: Client, input: Handshake = {}): Promise<Socket> {
  const response = await shake(client, input)
  if (!response.webSocket) throw new Error(`Refused: ${response.status} ${await response.text()}`)
  const socket = new Socket(response.webSocket)
  if (input.greeted === false) return socket
  await vi.waitFor(
    () => {
      if (!socket.welcome) throw new Error('No welcome came')
    },
    { interval: 5, timeout: 10_000 },
  )
  return socket
}

/** An admin's connection. */
export class AdminSocket extends Line<AdminMessage, AdminClientMessage> {
  /** The latest statistics. */
  get stats(): AdminStats | undefined {
    const last = this.came.findLast(({ type }) => type === 'admin-stats' || type === 'admin-update')
    return last && 'stats' in last ? last.stats : undefined
  }

  get greetings() {
    return this.came.filter((message) => message.type === 'admin-stats')
  }

  /** All events of the last greeting and since, as a screen would show them. */
  get feed(): FeedItem[] {
    let feed: FeedItem[] = []
    for (const message of this.came) {
      if (message.type === 'admin-stats') feed = message.feed
      else if ('feed' in message) feed = mergeFeed(feed, message.feed)
      else if ('data' in message) feed = mergeFeed(feed, [message.data])
    }
    return feed
  }
}

/** An admin's open connection that has received its first snapshot. */
export async function watch(admin: SignedIn): Promise<AdminSocket> {
  const response = await shake(admin, { query: `?userId=${admin.id}&isAdmin=true` })
  if (!response.webSocket) throw new Error(`Refused: ${response.status} ${await response.text()}`)
  const socket = new AdminSocket(response.webSocket)
  socket.say({ type: 'admin-init', userId: admin.id, isAdmin: true })
  await until(() => socket.greetings.length > 0)
  return socket
}

/** Waits until `happened` returns true. */
export const until = (happened: () => boolean): Promise<void> =>
  vi.waitFor(
    () => {
      if (!happened()) throw new Error(`It did not happen: ${happened}`)
    },
    { interval: 5, timeout: 10_000 },
  )
