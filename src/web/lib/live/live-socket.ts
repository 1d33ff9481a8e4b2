import { PING, PONG } from '#shared/notifications/contract.ts'
import type { LiveSocketOptions, LiveStatus, SocketLike } from './live-socket-types.ts'
import { NamedTimers } from './named-timers.ts'

const PING_EVERY_MS = 30_000
const PONG_WITHIN_MS = 10_000
const OPEN_WITHIN_MS = 10_000
const WARN_AFTER_MS = 10_000
/** The delay if an immediate reconnect would fail. */
const LONG_WAIT_MS = 30_000

const OPEN = 1
const SESSION_ENDED = 4001
const POLICY_VIOLATION = 1008
/** After this many failures in a row the session may have ended. */
const SUSPICIOUS = 3
const WAITING_LIMIT = 50

/**
 * A connection to a hub. Reconnects automatically, checks the connection by pings, and resumes after the last message
 * seen. Each reconnect waits for half to the whole of its delay: a deployment closes all connections at once, and the
 * pages must not come back at once.
 */
export class LiveSocket<Message> {
  readonly #options: LiveSocketOptions<Message>
  readonly #timers: NamedTimers<'retry' | 'ping' | 'deadline' | 'warning'>
  #socket: SocketLike | null = null
  #status: LiveStatus = 'disconnected'
  #attempt = 0
  #seen: number | null = null
  #heardAt = 0
  #warned = false
  #stopped = true
  #waiting: string[] = []

  constructor(options: LiveSocketOptions<Message>) {
    this.#options = options
    this.#timers = new NamedTimers(options.clock)
  }

  start(): void {
    this.#stopped = false
    this.#beginOutage('connecting')
    this.#connect()
  }

  stop(): void {
    this.#stopped = true
    this.#drop()
    this.#timers.cancel('retry', 'warning')
    this.#setStatus('disconnected')
  }

  /** Sent now, or as soon as the connection is open again. */
  send(message: object): void {
    const text = JSON.stringify(message)
    if (this.#status === 'connected') this.#socket?.send(text)
    else this.#waiting = [...this.#waiting, text].slice(-WAITING_LIMIT)
  }

  /**
   * To be called when the network or the reader is back: checks the connection now, or connects after the first delay
   * at the latest.
   */
  wake(): void {
    if (this.#stopped) return
    const silence = this.#options.clock.now() - this.#heardAt
    if (!this.#socket) this.#connectSoon()
    else if (this.#status !== 'connected') return
    else if (silence <= PING_EVERY_MS + PONG_WITHIN_MS) this.#ping()
    else {
      this.#drop()
      this.#beginOutage()
      this.#connectSoon()
    }
  }

  /** The device has no network. An open socket would detect that only at its next ping. `wake` reconnects. */
  networkGone(): void {
    if (this.#stopped) return
    this.#drop()
    this.#beginOutage()
    this.#timers.set('retry', this.#spread(LONG_WAIT_MS), () => this.#connect())
  }

  /** Half to the whole of a delay. */
  #spread(ms: number): number {
    return (ms / 2) * (1 + this.#options.random())
  }

  #connectSoon(): void {
    const wait = this.#spread(this.#options.protocol.delay(0))
    this.#timers.setEarlier('retry', wait, () => this.#connect())
  }

  #connect(): void {
    this.#timers.cancel('retry')
    const { origin, protocol, WebSocket } = this.#options
    const socket = new WebSocket(`${origin}${protocol.path(this.#seen)}`)
    this.#socket = socket
    socket.onopen = () => this.#opened(socket)
    socket.onmessage = ({ data }) => this.#received(data)
    socket.onclose = ({ code }) => this.#lost(code)
    socket.onerror = () => socket.close()
    this.#timers.set('deadline', OPEN_WITHIN_MS, () => this.#lost())
  }

  #opened(socket: SocketLike): void {
    this.#attempt = 0
    this.#warned = false
    this.#heardAt = this.#options.clock.now()
    this.#timers.cancel('deadline', 'warning')
    socket.send(JSON.stringify(this.#options.protocol.hello))
    for (const text of this.#waiting.splice(0)) socket.send(text)
    this.#timers.set('ping', PING_EVERY_MS, () => this.#ping())
    this.#setStatus('connected')
  }

  #ping(): void {
    this.#socket?.send(PING)
    this.#timers.set('ping', PING_EVERY_MS, () => this.#ping())
    this.#timers.set('deadline', PONG_WITHIN_MS, () => this.#lost())
  }

  #received(data: unknown): void {
    this.#heardAt = this.#options.clock.now()
    this.#timers.cancel('deadline')
    const { protocol } = this.#options
    const message = data === PONG ? null : protocol.parse(data)
    const accepted = message && protocol.accept(this.#seen, message)
    if (!accepted) return
    this.#seen = accepted.seen
    this.#options.onMessage(message)
  }

  #lost(code?: number): void {
    this.#drop()
    if (code === SESSION_ENDED) {
      this.stop()
      this.#options.onSessionEnded()
      return
    }
    this.#beginOutage()
    // Closed by a rule, such as too many tabs: an immediate reconnect would only close another connection.
    const wait = code === POLICY_VIOLATION ? LONG_WAIT_MS : this.#options.protocol.delay(this.#attempt)
    this.#timers.set('retry', this.#spread(wait), () => this.#connect())
    this.#attempt += 1
    if (this.#attempt === SUSPICIOUS) this.#options.onRefused()
  }

  /** Drops the socket. Its later messages are ignored. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    this.#timers.cancel('ping', 'deadline')
    if (!socket) return
    // Closing a socket before it opened would log an error on the console.
    socket.onopen = () => socket.close()
    socket.onmessage = socket.onclose = socket.onerror = null
    if (socket.readyState === OPEN) socket.close()
  }

  #beginOutage(status: LiveStatus = 'reconnecting'): void {
    this.#setStatus(this.#warned ? 'disconnected' : status)
    if (this.#warned || this.#timers.has('warning')) return
    this.#timers.set('warning', WARN_AFTER_MS, () => {
      this.#warned = true
      this.#setStatus('disconnected')
      this.#options.onWarning()
    })
  }

  #setStatus(status: LiveStatus): void {
    if (status === this.#status) return
    this.#status = status
    this.#options.onStatus(status)
  }
}
