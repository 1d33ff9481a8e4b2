// The open tabs of users, at the shop and at what it is compared with.
import { setTimeout as wait } from 'node:timers/promises'
import type { User } from './accounts.ts'
import { get, openSocket, type RawSocket } from './raw-socket.ts'

/** `at`: the address of the user's workerd itself. `origin`: that of the shop's pages. */
export type LiveUser = User & { at: string; origin: string }

/** A server of live connections. `reply` is what a tab answers to a message; `live` begins the message that makes it live. */
export type Peer = {
  socket: (user: LiveUser) => string
  /** The request that causes one notice. */
  push: (user: LiveUser) => string
  live: string
  notice: string
  reply?: (text: string, user: LiveUser) => string | undefined
}

export const SHOP: Peer = {
  socket: ({ at, id }) => `${at}/ws?userId=${id}&after=0`,
  push: ({ at }) => `${at}/api/test-notification`,
  live: '{"type":"welcome"',
  notice: '{"type":"notification"',
  reply: (text, { id }) =>
    text.startsWith('{"type":"welcome"')
      ? JSON.stringify({ type: 'init', userId: id, isAdmin: false })
      : undefined,
}

/** A bare Durable Object of the same workerd. With `writes`, each of its pushes follows one D1 batch with one insert. */
export const barePeer = (writes: 'writes' | 'only pushes'): Peer => {
  const [path, prefix] = writes === 'writes' ? ['write', 'w'] : ['push', 'p']
  return {
    socket: ({ at, id }) => `${at}/bench/socket?name=${prefix}${id}`,
    push: ({ at, id }) => `${at}/bench/${path}?name=${prefix}${id}`,
    live: 'welcome',
    notice: '{"type":"notification"',
  }
}

/** In the protocol of socket.io: 0 opens, 40 connects to the namespace, 2 and 3 are ping and pong, 42 is an event. */
export const socketIoPeer = (at: string): Peer => ({
  socket: () => `${at}/socket.io/?EIO=4&transport=websocket`,
  push: () => `${at}/push`,
  live: '40',
  notice: '42["notification"',
  reply: (text) => (text === '2' ? '3' : text.startsWith('0') ? '40' : undefined),
})

/** A tab that is not live after this long is not back. */
const GIVE_UP_MS = 60_000

export class Tabs {
  readonly #peer: Peer
  readonly #open: RawSocket[] = []
  /** By the user's cookie: when the notice was requested, and after how many milliseconds each message for it came. */
  readonly #notices = new Map<string, { sent: number; times: number[] }>()

  constructor(peer: Peer) {
    this.#peer = peer
  }

  /** Opens one tab. Resolves with the milliseconds until it was live. @throws Error that says why it is not */
  async open(user: LiveUser): Promise<number> {
    const began = performance.now()
    const { live, notice, reply } = this.#peer
    let socket: RawSocket | undefined
    const waiting: string[] = []
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('not live in time')), GIVE_UP_MS)
      const heard = (text: string) => {
        if (text.startsWith(notice)) this.#came(user)
        const answer = reply?.(text, user)
        // The first message may come with the handshake's answer.
        if (answer !== undefined) socket ? socket.send(answer) : waiting.push(answer)
        if (!text.startsWith(live)) return
        clearTimeout(timer)
        resolve()
      }
      openSocket(this.#peer.socket(user), { cookie: user.cookie, origin: user.origin }, heard).then(
        (opened) => {
          socket = opened
          this.#open.push(opened)
          for (const answer of waiting) opened.send(answer)
        },
        (error: unknown) => {
          clearTimeout(timer)
          reject(error)
        },
      )
    })
    return performance.now() - began
  }

  /** Causes one notice. Resolves with the answer, which may come before the notice. */
  async push(user: LiveUser): Promise<void> {
    this.#notices.set(user.cookie, { sent: performance.now(), times: [] })
    const headers = { cookie: user.cookie, 'sec-fetch-site': 'same-origin', origin: user.origin }
    const status = await get(this.#peer.push(user), headers)
    if (status !== 200) throw new Error(`${this.#peer.push(user)}: ${status}`)
  }

  /** Forgets the notices so far. */
  clear(): void {
    this.#notices.clear()
  }

  /** The milliseconds of each notice until its first message, and how many came never or more than once. */
  notices(): { times: number[]; lost: number; twice: number } {
    const all = [...this.#notices.values()]
    return {
      times: all.flatMap(({ times }) => times.slice(0, 1)),
      lost: all.filter(({ times }) => times.length === 0).length,
      twice: all.filter(({ times }) => times.length > 1).length,
    }
  }

  /** Sends this text from as many of the tabs. Returns how many sent it. */
  send(text: string, most: number): number {
    const some = this.#open.slice(0, most)
    for (const socket of some) socket.send(text)
    return some.length
  }

  /** Opens a tab for each entry of `users`, spread evenly over this time. */
  async comeBack(
    users: readonly LiveUser[],
    withinMs: number,
  ): Promise<{ times: number[]; failed: string[]; seconds: number }> {
    const began = performance.now()
    const times: number[] = []
    const failed: string[] = []
    await Promise.all(
      users.map(async (user, at) => {
        await wait((at * withinMs) / users.length)
        await this.open(user).then(
          (time) => times.push(time),
          (error: Error) => failed.push(error.message),
        )
      }),
    )
    return { times, failed, seconds: (performance.now() - began) / 1000 }
  }

  /** Drops all tabs at once, as a deployment does. */
  dropAll(): void {
    for (const socket of this.#open.splice(0)) socket.drop()
  }

  #came({ cookie }: LiveUser): void {
    const notice = this.#notices.get(cookie)
    notice?.times.push(performance.now() - notice.sent)
  }
}
