import { describe, expect, it } from 'vitest'
import { openConnection } from './fake-connection.ts'

describe('a connection that went dead', () => {
  // spec: ping
  it('is detected ten seconds after a ping without a pong', () => {
    const { last, sockets, pass } = openConnection()
    pass(30_000)
    expect(last().sent.at(-1)).toBe('ping')
    last().say('pong')
    pass(30_000)
    expect(sockets[0]?.sent.filter((text) => text === 'ping').length).toBe(2)
    pass(10_000 - 1)
    expect(sockets[0]?.readyState).toBe(1)
    pass(1)
    expect(sockets[0]?.readyState).toBe(3)
    pass(1000)
    expect(sockets.length).toBe(2)
  })
})

describe('the warning', () => {
  // spec: connection-states, outage-warning
  it('is given once, ten seconds after the loss, and again in a new outage', () => {
    const { live, last, log, pass } = openConnection()
    const warnings = () => log.filter((entry) => entry === 'warning').length
    last().end()
    pass(1000)
    pass(8999)
    expect(warnings()).toBe(0)
    pass(1)
    expect(warnings()).toBe(1)
    expect(log.at(-2)).toBe('disconnected')
    pass(60_000)
    expect(warnings()).toBe(1)
    live.wake()
    pass(1000)
    last().open()
    last().end()
    pass(10_000)
    expect(warnings()).toBe(2)
  })

  it('is not given if the connection returns within ten seconds', () => {
    const { last, log, pass } = openConnection()
    last().end()
    pass(1000)
    last().open()
    pass(9000)
    expect(log).not.toContain('warning')
  })
})
