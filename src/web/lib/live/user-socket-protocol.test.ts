import { describe, expect, it } from 'vitest'
import type { ServerMessage } from '#shared/notifications/contract.ts'
import { acceptSeq, reconnectDelay } from './user-socket-protocol.ts'

const refresh = (seq: number): ServerMessage => ({ type: 'dashboard_refresh', seq })
const welcome = (seq: number): ServerMessage => ({
  type: 'welcome',
  seq,
  notifications: [],
  complete: false,
  quietMs: 0,
})

describe('numbered messages', () => {
  it('are dropped if they were seen before, and the last number is remembered', () => {
    expect(acceptSeq(null, refresh(7))).toEqual({ seen: 7 })
    expect(acceptSeq(7, refresh(7))).toBeNull()
    expect(acceptSeq(7, refresh(6))).toBeNull()
    expect(acceptSeq(7, refresh(9))).toEqual({ seen: 9 })
  })

  it('take the number of a welcome, even a lower one, and messages without a number do not change it', () => {
    expect(acceptSeq(9, welcome(5))).toEqual({ seen: 5 })
    expect(acceptSeq(9, { type: 'notifications', notifications: [] })).toEqual({ seen: 9 })
  })
})

it('the reconnect delay starts at one second, grows by half each time and is at most thirty seconds', () => {
  expect([0, 1, 2, 3].map(reconnectDelay)).toEqual([1000, 1500, 2250, 3375])
  expect(reconnectDelay(8)).toBeCloseTo(25_628.9, 1)
  expect([9, 10, 500].map(reconnectDelay)).toEqual([30_000, 30_000, 30_000])
})
