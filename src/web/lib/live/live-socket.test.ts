import { describe, expect, it } from 'vitest'
import type { ServerMessage } from '#shared/notifications/contract.ts'
import { fakeConnection, openConnection } from './fake-connection.ts'

const welcome = (seq: number): ServerMessage => ({
  type: 'welcome',
  seq,
  notifications: [],
  complete: true,
  quietMs: null,
})
const message = (seq: number): ServerMessage => ({ type: 'dashboard_refresh', seq })

describe('connecting', () => {
  // spec: socket-init
  it('sends the init message as soon as the connection is open', () => {
    const { last, log } = openConnection()
    expect(last().url).toBe('wss://shop.example/ws?userId=7')
    expect(last().sent).toEqual(['{"type":"init","userId":7,"isAdmin":false}'])
    expect(log).toEqual(['connecting', 'connected'])
  })

  // spec: reconnect
  it('waits 1000 × 1.5^attempt before each reconnect, at most 30 s, and starts over once a connection opened', () => {
    const { live, sockets, last, pass } = fakeConnection()
    live.start()
    for (const delay of [
      1000, 1500, 2250, 3375, 5062.5, 7593.75, 11390.625, 17085.9375, 25628.90625, 30_000, 30_000,
    ]) {
      const before = sockets.length
      last().end()
      pass(delay - 0.5)
      expect(sockets.length, `before ${delay} ms`).toBe(before)
      pass(1)
      expect(sockets.length, `after ${delay} ms`).toBe(before + 1)
    }
    last().open()
    last().end()
    pass(1000)
    const before = sockets.length
    last().end()
    pass(1499)
    expect(sockets.length).toBe(before)
    pass(1)
    expect(sockets.length).toBe(before + 1)
  })

  // spec: error-socket
  it('closes a socket that reports an error, and connects again', () => {
    const { sockets, last, pass } = openConnection()
    last().fail()
    expect(last().readyState).toBe(3)
    last().end()
    pass(1000)
    expect(sockets.length).toBe(2)
  })

  it('abandons a handshake that hangs for ten seconds and connects again', () => {
    const { live, sockets, pass } = fakeConnection()
    live.start()
    pass(11_000)
    expect(sockets.length).toBe(2)
  })

  it('reconnects within the first delay when the network or the reader comes back, however long the present one', () => {
    const { live, sockets, last, pass } = openConnection()
    for (let attempt = 0; attempt < 9; attempt += 1) {
      last().end()
      pass(30_000)
    }
    last().end()
    const before = sockets.length
    pass(900)
    live.wake()
    pass(500)
    // A second event must not postpone the reconnect.
    live.wake()
    expect(sockets.length).toBe(before)
    pass(500)
    expect(sockets.length).toBe(before + 1)
    live.wake()
    pass(2000)
    expect(sockets.length).toBe(before + 1)
  })

  it('drops the socket at once when the device loses its network, and reconnects when the network returns', () => {
    const { live, sockets, log, pass } = openConnection()
    live.networkGone()
    expect(log.at(-1)).toBe('reconnecting')
    pass(29_000)
    expect(sockets.length).toBe(1)
    live.wake()
    pass(1000)
    expect(sockets.length).toBe(2)
  })

  it('stops permanently when the session ended, and reports a refusal when handshakes keep failing', () => {
    const ended = openConnection()
    ended.last().end(4001)
    ended.pass(60_000)
    expect(ended.sockets.length).toBe(1)
    expect(ended.log).toEqual(['connecting', 'connected', 'disconnected', 'session ended'])

    const refused = fakeConnection()
    refused.live.start()
    for (const delay of [1000, 1500, 2250, 3375]) {
      refused.last().end()
      refused.pass(delay)
    }
    expect(refused.log.filter((entry) => entry === 'refused')).toEqual(['refused'])
  })
})

describe('messages', () => {
  it('arrive in order and once, and a reconnect requests those after the last one', () => {
    const { last, messages, pass } = openConnection()
    last().say(welcome(4))
    for (const seq of [5, 6, 5, 6, 7]) last().say(message(seq))
    expect(messages).toEqual([welcome(4), message(5), message(6), message(7)])
    last().end()
    pass(1000)
    expect(last().url).toBe('wss://shop.example/ws?userId=7&after=7')
    last().open()
    last().say(welcome(7))
    last().say(message(7))
    last().say(message(8))
    expect(messages.slice(4)).toEqual([welcome(7), message(8)])
  })

  it('of a dropped socket are ignored, and so are messages that cannot be parsed', () => {
    const { live, last, messages } = openConnection()
    last().say('{"type":"surprise"}')
    last().say('not JSON')
    const old = last()
    live.stop()
    old.say(welcome(1))
    expect(messages).toEqual([])
  })

  it('that are sent while the connection is down wait until it is open again', () => {
    const { live, last, pass } = openConnection()
    last().end()
    live.send({ type: 'clear' })
    pass(1000)
    last().open()
    expect(last().sent.slice(1)).toEqual(['{"type":"clear"}'])
  })
})
