import { vi } from 'vitest'
import type { ClientMessage, Notification, ServerMessage } from '../features/notifications/contract.ts'
import type { Client } from './clients.ts'
import { SHOP } from './shop.ts'

/** One open connection: what came through it, and how it ended. */
export class Socket {
  readonly came: ServerMessage[] = []
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

  say(message: ClientMessage): void {
    this.socket.send(JSON.stringify(message))
  }

  sayRaw(data: string | ArrayBuffer): void {
    this.socket.send(data)
  }

  close(code = 1000): void {
    this.socket.close(code)
  }

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

export type Handshake = { query?: string; origin?: string | null; upgrade?: string }

/** The handshake's answer: 101 with a socket, or a refusal. */
export function shake(client: Client, wish: Handshake = {}): Promise<Response> {
  const { query = '', origin = SHOP, upgrade = 'websocket' } = wish
  return client.fetch('GET', `/ws${query}`, { upgrade, ...(origin !== null && { origin }) })
}

/** An open socket that has been welcomed. */
export async function connect(client: Client, wish: Handshake = {}): Promise<Socket> {
  const response = await shake(client, wish)
  if (!response.webSocket) throw new Error(`Refused: ${response.status} ${await response.text()}`)
  const socket = new Socket(response.webSocket)
  await vi.waitFor(
    () => {
      if (!socket.welcome) throw new Error('No welcome came')
    },
    { interval: 5 },
  )
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
