import { describe, expect, test } from 'vitest'
import { readCursor, writeCursor } from './order-cursor-rules.ts'
import { goingOn, pageOf, readingsOf, subscriptionWantsOf, wantsOf } from './search-rules.ts'

const kinds = (q: string) => readingsOf(q).map(({ by }) => by)

describe('a search text', () => {
  test('that is a number means an order number first', () => {
    expect(readingsOf(' 41 ')).toEqual([
      { by: 'number', id: 41 },
      { by: 'username', key: '41' },
      { by: 'email', beginning: '41' },
    ])
    expect(readingsOf('#41')).toEqual([{ by: 'number', id: 41 }])
    expect(kinds('041')).toEqual(['reference', 'username', 'email'])
    expect(kinds('1'.repeat(16))).toEqual(['reference', 'username', 'email'])
  })

  test('with an @ means the beginning of an address, lower-cased', () => {
    expect(readingsOf('Alice@Mail')).toEqual([{ by: 'email', beginning: 'alice@mail' }])
  })

  test('that is any other word means an exact id, then a username, then the beginning of an address', () => {
    expect(readingsOf('pi_3Abc')).toEqual([
      { by: 'reference', text: 'pi_3Abc' },
      { by: 'username', key: 'pi_3abc' },
      { by: 'email', beginning: 'pi_3abc' },
    ])
  })

  test('that is empty or contains spaces means nothing', () => {
    expect(readingsOf('  ')).toEqual([])
    expect(readingsOf('two words')).toEqual([])
  })
})

describe('the filter of a list', () => {
  test('reads days as whole days in UTC, the last one included', () => {
    const filter = { type: 'one-time', from: '2026-11-20', to: '2026-11-21' } as const
    expect(wantsOf(filter)).toEqual([
      { by: 'time', type: 'one-time', from: Date.UTC(2026, 10, 20), until: Date.UTC(2026, 10, 22) },
    ])
  })

  test('is ignored for a search, for one account and for flagged orders: these read all orders', () => {
    const more = { type: 'one-time', status: 'completed', product: 7 } as const
    expect(wantsOf({ ...more, user: 5 })).toEqual([{ by: 'user', userId: 5 }])
    expect(wantsOf({ ...more, flagged: true })).toEqual([{ by: 'flagged' }])
    expect(wantsOf({ ...more, q: '#9' })).toEqual([{ by: 'number', id: 9 }])
    expect(wantsOf(more)).toEqual([{ by: 'time', type: 'one-time', status: 'completed', product: 7 }])
    expect(subscriptionWantsOf({ status: 'active', q: 'a@b' })).toEqual([{ by: 'email', beginning: 'a@b' }])
  })
})

describe('a cursor', () => {
  const row = { id: 41, createdAt: 1000, emailKey: 'a-1@mail.test' }

  test('is read back as it was written', () => {
    expect(readCursor(writeCursor('moment', row))).toEqual({ by: 'moment', createdAt: 1000, id: 41 })
    expect(readCursor(writeCursor('id', row))).toEqual({ by: 'id', id: 41 })
    expect(readCursor(writeCursor('email', row))).toEqual({ by: 'email', email: 'a-1@mail.test', id: 41 })
    for (const text of ['', 'x', '1-x', '-1', '1@', '1.5', `1@${'a'.repeat(301)}`])
      expect(readCursor(text), text).toBeNull()
  })

  test('continues only the query that it belongs to', () => {
    const wants = readingsOf('alice')
    expect(goingOn(wants, undefined)).toEqual(wants)
    expect(goingOn(wants, { by: 'id', id: 9 })).toEqual([{ by: 'username', key: 'alice' }])
    expect(goingOn(wants, { by: 'moment', createdAt: 1, id: 9 })).toEqual([])
  })

  test('is written for the first list with rows, and only where that list has a next page', () => {
    const wants = readingsOf('alice')
    const [a, b] = [row, { ...row, id: 40 }]
    expect(pageOf(wants, [[], [], [a, b]], 1)).toEqual({ rows: [a], nextCursor: '41@a-1@mail.test' })
    expect(pageOf(wants, [[], [a, b], [b]], 2)).toEqual({ rows: [a, b], nextCursor: null })
    expect(pageOf(wants, [[], [], []], 2)).toEqual({ rows: [], nextCursor: null })
  })
})
