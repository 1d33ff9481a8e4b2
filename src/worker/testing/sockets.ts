import { vi } from 'vitest'
import type { AdminClientMessage, AdminMessage, AdminStats, FeedItem } from '#shared/feed/contract.ts'
import { mergeFeed } from '#shared/feed/rules.ts'
import type { ClientMessage, Notification, ServerMessage } from '#shared/notifications/contract.ts'
import type { Client, SignedIn } from './clients.ts'
import { SHOP } from './shop.ts'

/** One open connection: what came through it, and how it ended. */
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

/** A user's line. */
export class Socket extends Line<ServerMessage, ClientMessage> {
  /** The numbers of the messages that came, in their order. */
  get seqs(): number[] {
    return this.came.flatMap((message) => (message.type === 'message' ? [message.seq] : []))
  }

  get welcome() {
    return this.came.find((message) => message.type === 'welcome')
  }

  /** The last word on the bell's list. */
  get bell(): Notification[] | undefined {
    return this.came.findLast((message) => message.type === 'notifications')?.notifications
  }
}

/** `greeted`: whether a welcome is waited for. */
export type Handshake = { query?: string; origin?: string | null; upgrade?: string; greeted?: boolean }

/** The handshake's answer: 101 with a socket, or a refusal. */
export function shake(client: Client, input: Handshake = {}): Promise<Response> {
  const { query = '', origin = SHOP, upgrade = 'websocket' } = input
  return client.fetch('GET', `/ws${query}`, { upgrade, ...(origin !== null && { origin }) })
}

/** An open socket that has been welcomed, unless none is waited for. */
export async function connect(client: Client, input: Handshake = {}): Promise<Socket> {
  const response = await shake(client, input)
  if (!response.webSocket) throw new Error(`Refused: ${response.status} ${await response.text()}`)
  const socket = new Socket(response.webSocket)
  if (input.greeted === false) return socket
  await vi.waitFor(
    () => {
      if (!socket.welcome) throw new Error('No welcome came')
    },
    { interval: 5 },
  )
  return socket
}

/** The admins' line. */
export class AdminSocket extends Line<AdminMessage, AdminClientMessage> {
  /** The last word on how it stands. */
  get stats(): AdminStats | undefined {
    const last = this.came.findLast(({ type }) => type === 'admin-stats' || type === 'admin-update')
    return last && 'stats' in last ? last.stats : undefined
  }

  get greetings() {
    return this.came.filter((message) => message.type === 'admin-stats')
  }

  /** Everything told since the last greeting and with it, as a screen would show it. */
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

/** An admin's open line that was told how it stands. */
export async function watch(admin: SignedIn): Promise<AdminSocket> {
  const response = await shake(admin, { query: `?userId=${admin.id}&isAdmin=true&channel=admin` })
  if (!response.webSocket) throw new Error(`Refused: ${response.status} ${await response.text()}`)
  const socket = new AdminSocket(response.webSocket)
  socket.say({ type: 'admin-init', userId: admin.id, isAdmin: true })
  await until(() => socket.greetings.length > 0)
  return socket
}

/** Waits until `happened` holds. */
export const until = (happened: () => boolean): Promise<void> =>
  vi.waitFor(
    () => {
      if (!happened()) throw new Error(`It did not happen: ${happened}`)
    },
    { interval: 5, timeout: 2000 },
  )
