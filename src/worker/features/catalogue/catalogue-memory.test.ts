import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDb } from '../../db/client.ts'
import { aProduct } from '../../testing/products.ts'
import { CATALOGUE_LIMITS, CatalogueMemory, type CatalogueSource } from './catalogue-memory.ts'
import { type CatalogueRows, readCatalogueRows } from './read-snapshot.ts'

const LIMITS = {
  ...CATALOGUE_LIMITS,
  ...{ askAfter: 1000, waitAfter: 2000, wait: 300, firstWait: 1500, giveUp: 3000, reloadAfter: 300_000 },
}

const EMPTY = { listed: [], stable: [], current: [], recalled: [], betas: [], since: 0, until: Infinity }
const START = Date.UTC(2027, 0, 1)

/** A database in place of the binding: it counts the questions, and answers when and how a test says. */
function recorder(revision = 1, next: Partial<CatalogueRows> = {}) {
  const seen = {
    ...{ revision, next, questions: 0, loads: 0, down: false },
    /** The questions under way, and the most at one time. */
    ...{ open: 0, most: 0 },
    until: [] as Promise<void>[],
  }
  const asked = async <Result>(answer: () => Result): Promise<Result> => {
    // What the database answers is true when it was asked.
    const found = answer()
    seen.open += 1
    seen.most = Math.max(seen.most, seen.open)
    try {
      await seen.until.shift()
      if (seen.down) throw new Error('D1 is down')
      return found
    } finally {
      seen.open -= 1
    }
  }
  const source: CatalogueSource = {
    readRevision: () => {
      seen.questions += 1
      return asked(() => seen.revision)
    },
    readRows: () => {
      seen.loads += 1
      return asked(() => ({ ...EMPTY, ...seen.next, revision: seen.revision }))
    },
  }
  return { seen, source }
}

/** An isolate with its own memory, and its clock, which starts at `START`. */
function isolate(source: CatalogueSource, limits = LIMITS) {
  const memory = new CatalogueMemory(source, limits)
  const work: Promise<unknown>[] = []
  const read = async (ms: number, atLeast?: number) => {
    vi.setSystemTime(START + ms)
    const snapshot = await memory.read({ now: START + ms, later: (one) => work.push(one), atLeast })
    return snapshot.rows.revision
  }
  return {
    memory,
    read,
    idle: () => Promise.all(work),
    stale: (ms: number) => memory.staleSeconds(START + ms),
  }
}

/** An answer of the database that comes when the test says. */
function later() {
  let answer = () => {}
  const promise = new Promise<void>((resolve) => {
    answer = resolve
  })
  return { promise, answer }
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the freshness of the catalogue in an isolate', () => {
  test('reads from memory ask nothing while the snapshot is less than a second old', async () => {
    const { seen, source } = recorder()
    const { read } = isolate(source)
    for (let ms = 0; ms < 1000; ms += 100) await read(ms)
    expect(seen).toMatchObject({ loads: 1, questions: 0 })
  })

  test('between one and two seconds a read is answered at once, and one question follows', async () => {
    const { seen, source } = recorder()
    const { read, idle } = isolate(source)
    await read(0)
    seen.revision = 2
    const slow = later()
    seen.until = [slow.promise]
    for (const ms of [1000, 1200, 1999]) expect(await read(ms)).toBe(1)
    expect(seen).toMatchObject({ questions: 1, loads: 1 })
    slow.answer()
    await idle()
    expect(await read(1999)).toBe(2)
    expect(seen).toMatchObject({ questions: 1, loads: 2, most: 1 })
  })

  test('after two seconds no read gets the old catalogue, and a hundred readers ask one question', async () => {
    const { seen, source } = recorder()
    const { read } = isolate(source)
    await read(0)
    seen.revision = 2
    const found = await Promise.all(Array.from({ length: 100 }, () => read(2000)))
    expect(new Set(found)).toEqual(new Set([2]))
    expect(seen).toMatchObject({ questions: 1, loads: 2, most: 1 })
    seen.revision = 3
    expect(await read(2500)).toBe(2)
    expect(await read(4000)).toBe(3)
  })

  test('where the answer takes longer than 300 ms the old catalogue is served, and later reads do not wait', async () => {
    const { seen, source } = recorder()
    const { read, stale, idle } = isolate(source)
    await read(0)
    seen.revision = 2
    const slow = later()
    seen.until = [slow.promise]
    const began = performance.now()
    expect(await read(5000)).toBe(1)
    const waited = performance.now() - began
    expect(waited).toBeGreaterThan(250)
    expect(stale(5000)).toBe(5)
    const again = performance.now()
    expect(await read(5400)).toBe(1)
    expect(performance.now() - again).toBeLessThan(waited)
    expect(seen).toMatchObject({ questions: 1, most: 1 })
    slow.answer()
    await idle()
    expect([await read(5500), stale(5500)]).toEqual([2, 0])
  })

  test('while the database is down the old catalogue is served with its age, with one question a second', async () => {
    const { seen, source } = recorder()
    const { read, stale, idle } = isolate(source)
    await read(0)
    seen.down = true
    for (let ms = 2000; ms < 12_000; ms += 100) {
      expect(await read(ms)).toBe(1)
      await idle()
    }
    expect(seen.questions).toBe(10)
    expect(stale(12_000)).toBe(12)
    seen.down = false
    seen.revision = 2
    expect([await read(13_000), stale(13_000)]).toEqual([2, 0])
  })

  test('a question that nobody answers is given up, and the next one finds the change', async () => {
    const { seen, source } = recorder()
    const { read, idle } = isolate(source, { ...LIMITS, giveUp: 50 })
    await read(0)
    seen.revision = 2
    seen.until = [new Promise(() => {})]
    expect(await read(2000)).toBe(1)
    await idle()
    expect(await read(4000)).toBe(2)
  })

  test('the first read waits for the catalogue; without a database it is a 503 with Retry-After', async () => {
    const { seen, source } = recorder()
    seen.down = true
    const { read, memory, stale } = isolate(source)
    await expect(read(0)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
    expect([memory.peek(START), stale(0)]).toEqual([null, null])
    seen.down = false
    expect(await read(1000)).toBe(1)
    const silent = recorder()
    silent.seen.until = [new Promise(() => {})]
    const began = performance.now()
    await expect(isolate(silent.source, { ...LIMITS, firstWait: 50 }).read(0)).rejects.toThrow(
      'cannot be read',
    )
    expect(performance.now() - began).toBeLessThan(1000)
  })

  test('a reader who has seen a revision gets no earlier one, also where an older question is under way', async () => {
    const { seen, source } = recorder()
    const { read } = isolate(source)
    await read(0)
    seen.revision = 2
    expect([await read(100), await read(100, 2)]).toEqual([1, 2])
    const slow = later()
    seen.until = [slow.promise]
    expect(await read(1500)).toBe(2)
    seen.revision = 3
    const own = read(1510, 3)
    slow.answer()
    expect(await own).toBe(3)
    expect(seen.most).toBe(1)
  })

  test('after an own change every read of the isolate waits for the change, and ignores an older question', async () => {
    const { seen, source } = recorder()
    const { read, memory, idle } = isolate(source)
    await read(0)
    const slow = later()
    seen.until = [slow.promise]
    expect(await read(1500)).toBe(1)
    seen.revision = 2
    memory.outdate()
    expect(await read(1500)).toBe(2)
    slow.answer()
    await idle()
    expect([await read(1600), seen.loads]).toEqual([2, 2])
  })

  test('a revision that never existed costs two questions, and nobody waits for more', async () => {
    const { seen, source } = recorder()
    const { read } = isolate(source)
    await read(0)
    expect(await read(10, 999)).toBe(1)
    expect(seen.questions).toBe(2)
  })

  test('a restored database, whose revision is lower, replaces the catalogue', async () => {
    const { seen, source } = recorder(7)
    const { read } = isolate(source)
    await read(0)
    seen.revision = 5
    expect(await read(2000)).toBe(5)
  })

  test('rows are read again at the time of the next release, and after five minutes for the counts of downloads', async () => {
    const { seen, source } = recorder(1, { until: START + 500 })
    const { read } = isolate(source)
    await read(499)
    seen.next = { until: START + 90_000 }
    await read(500)
    await read(600)
    expect(seen.loads).toBe(2)
    const counts = recorder()
    const other = isolate(counts.source)
    for (let ms = 0; ms <= 302_000; ms += 900) {
      await other.read(ms)
      await other.idle()
    }
    expect(counts.seen.loads).toBe(2)
  })

  test('two isolates on one database: a change is in both within two seconds, and at once for a reader who has seen it', async () => {
    const db = openDb(env.DB)
    const source = {
      readRevision: async () => (await readCatalogueRows(db, START)).revision,
      readRows: (now: number) => readCatalogueRows(db, now),
    }
    const [one, two] = [
      isolate(source, { ...LIMITS, wait: 10_000 }),
      isolate(source, { ...LIMITS, wait: 10_000 }),
    ]
    const before = await one.read(0)
    expect(await two.read(0)).toBe(before)
    await aProduct()
    const { revision } = await readCatalogueRows(db, START)
    expect(revision).toBeGreaterThan(before)
    expect([await one.read(500), await two.read(500)]).toEqual([before, before])
    expect(await two.read(500, revision)).toBe(revision)
    expect([await one.read(2000), await two.read(2000)]).toEqual([revision, revision])
  })
})
