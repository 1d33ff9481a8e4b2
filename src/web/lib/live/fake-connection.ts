import type { ServerMessage } from '#shared/notifications/contract.ts'
import { LiveSocket } from './live-socket.ts'
import type { SocketLike } from './live-socket-types.ts'
import { userProtocol } from './user-socket-protocol.ts'

/**
 * For tests: a clock that moves only by `pass`, and the server's end of every socket. Reconnects wait for their whole
 * delay, unless `random` says otherwise.
 */
export function fakeConnection(random = () => 1) {
  let now = 0
  let lastTimer = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const sockets: FakeSocket[] = []
  const log: string[] = []
  const messages: ServerMessage[] = []

  class FakeSocket implements SocketLike {
    readyState = 0
    readonly openedAt = now
    readonly sent: string[] = []
    onopen: SocketLike['onopen'] = null
    onmessage: SocketLike['onmessage'] = null
    onclose: SocketLike['onclose'] = null
    onerror: SocketLike['onerror'] = null
    constructor(readonly url: string) {
      sockets.push(this)
    }
    send(text: unknown) {
      this.sent.push(String(text))
    }
    close() {
      this.readyState = 3
    }
    // The actions of the server's end.
    open() {
      this.readyState = 1
      fire(this, this.onopen, {})
    }
    say(data: string | ServerMessage) {
      fire(this, this.onmessage, { data: typeof data === 'string' ? data : JSON.stringify(data) })
    }
    fail() {
      fire(this, this.onerror, {})
    }
    end(code = 1006) {
      this.readyState = 3
      fire(this, this.onclose, { code })
    }
  }

  const live = new LiveSocket({
    protocol: userProtocol({ id: 7, isAdmin: false }),
    origin: 'wss://shop.example',
    WebSocket: FakeSocket,
    clock: {
      setTimeout: (run, ms) => {
        lastTimer += 1
        timers.set(lastTimer, { at: now + ms, run })
        return lastTimer
      },
      clearTimeout: (timer) => timers.delete(timer),
      now: () => now,
    },
    random,
    onStatus: (status) => log.push(status),
    onMessage: (message) => messages.push(message),
    onSessionEnded: () => log.push('session ended'),
    onRefused: () => log.push('refused'),
    onWarning: () => log.push('warning'),
  })

  return {
    live,
    sockets,
    log,
    messages,
    now: () => now,
    last: () => sockets[sockets.length - 1] as FakeSocket,
    /** Time passes without timers, as on a suspended device. */
    sleep(ms: number) {
      now += ms
    },
    pass(ms: number) {
      const until = now + ms
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= until).sort((a, b) => a[1].at - b[1].at)[0]
        if (!due) break
        timers.delete(due[0])
        now = due[1].at
        due[1].run()
      }
      now = until
    },
  }
}

/** An open connection. */
export function openConnection(random?: () => number) {
  const connection = fakeConnection(random)
  connection.live.start()
  connection.last().open()
  return connection
}

function fire(socket: SocketLike, handler: unknown, event: object) {
  if (typeof handler === 'function') handler.call(socket, event)
}
