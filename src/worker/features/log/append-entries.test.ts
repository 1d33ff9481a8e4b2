import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { readCheckpoint } from '#shared/log/checkpoint-rules.ts'
import type { LogEntry } from '#shared/log/contract.ts'
import {
  keyAddEntry,
  keyConfirmEntry,
  keyKeepEntry,
  keyRemoveEntry,
  sealEntry,
  yankEntry,
} from '#shared/log/entry-rules.ts'
import { hashLeaf, rootFromProof } from '#shared/log/merkle-rules.ts'
import { commit, openDb } from '../../db/client.ts'
import { configOf } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { logKeyOf } from '../../providers/log-key.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { ask, SHOP } from '../../testing/shop.ts'
import { noScans, watched } from '../../testing/watched.ts'
import { appendEntries } from './append-entries.ts'
import { checkLog, findLogMismatch } from './check-log.ts'
import { enqueueLogEntry } from './writes.ts'

const db = openDb(env.DB)
let serial = 0

/** Enqueues `count` entries, which differ in their reason. */
async function enqueue(count: number): Promise<string[]> {
  const texts: string[] = []
  for (let made = 0; made < count; made += 1) {
    serial += 1
    const release = {
      product: { id: 1, slug: 'monad' },
      version: '1.0',
      sha256: 'a'.repeat(64),
      reason: `${serial}`,
    }
    const sealed = await sealEntry(yankEntry(release, Date.now()))
    await commit(db, [enqueueLogEntry(db, sealed, Date.now())])
    texts.push(sealed.text)
  }
  return texts
}

const append = (bindings: Env = env) =>
  appendEntries({ env: bindings, db: openDb(bindings.DB), config: configOf(env) }, Date.now())

const get = async (path: string) => ask(new Request(`${SHOP}/log/${path}`))

async function checkpoint() {
  const note = await (await get('checkpoint')).text()
  const read = await readCheckpoint(note, await logKeyOf(configOf(env)))
  if (!read) throw new Error(`No valid checkpoint: ${note}`)
  return read
}

async function logged(): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT entry FROM log_entries ORDER BY idx').all<{
    entry: string
  }>()
  return results.map(({ entry }) => entry)
}

const waiting = async () =>
  (await env.DB.prepare('SELECT count(*) AS count FROM log_pending').first<{ count: number }>())?.count

/** Executes these statements as somebody who may change anything in the database. */
async function withoutTriggers(statements: readonly string[]): Promise<void> {
  const { results } = await env.DB.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'log_%'",
  ).all<{ name: string; sql: string }>()
  await env.DB.batch([
    ...results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
    ...statements.map((sql) => env.DB.prepare(sql)),
    ...results.map(({ sql }) => env.DB.prepare(sql)),
  ])
}

/** Sets the tables back to their first `size` entries, as a restored backup would. */
const restore = (size: number) =>
  withoutTriggers([
    `DELETE FROM log_entries WHERE idx >= ${size}`,
    // Nodes that need a later leaf: (index + 1) · 2^level > size.
    `DELETE FROM log_nodes WHERE ((id % 1099511627776) + 1) * (1 << (id / 1099511627776)) > ${size}`,
    `DELETE FROM log_checkpoints WHERE size > ${size}`,
  ])

/** Checks that every entry is proved by the checkpoint. */
async function expectProved(entries: readonly string[]): Promise<void> {
  const { size, root } = await checkpoint()
  expect(size).toBe(entries.length)
  for (const [index, entry] of entries.entries()) {
    const lines = (await (await get(`proof/${index}`)).text()).split('\n')
    expect(lines.slice(0, 2)).toEqual(['c2sp.org/tlog-proof@v1', `index ${index}`])
    const hashes = lines.slice(2, lines.indexOf('')).map((line) => Uint8Array.fromBase64(line).toHex())
    expect(await rootFromProof(await hashLeaf(entry), index, size, hashes)).toBe(root)
  }
}

// invariant: log-never-forks
describe('the public log', () => {
  beforeEach(() => append())

  test('places waiting entries in their order, signs a checkpoint and proves each of them', async () => {
    const before = await logged()
    const texts = await enqueue(3)
    await append()
    expect(await logged()).toEqual([...before, ...texts])
    expect(await waiting()).toBe(0)
    await expectProved(await logged())
  })

  test('places entries with one read and one write, by indexes, whatever its size', async () => {
    const watch = watched()
    for (const count of [1, 3, 10]) {
      await enqueue(count)
      watch.trips = 0
      await append(watch.bindings)
      expect(watch.trips).toBe(2)
    }
    await noScans(watch.statements)
    await expectProved(await logged())
  })

  test('serves tiles and entries with the bytes of the specification, and 404 for any other tile', async () => {
    await enqueue(2)
    await append()
    const entries = await logged()
    const size = entries.length
    const tile = new Uint8Array(await (await get(`tile/0/000.p/${size}`)).arrayBuffer())
    expect(tile.toHex()).toBe((await Promise.all(entries.map(hashLeaf))).join(''))
    const bundle = await get(`tile/entries/000.p/${size}`)
    expect(bundle.headers.get('cache-control')).toContain('immutable')
    const bytes = new Uint8Array(await bundle.arrayBuffer())
    const first = new TextEncoder().encode(entries[0])
    expect([bytes[0], bytes[1]]).toEqual([first.length >> 8, first.length & 255])
    expect(new TextDecoder().decode(bytes.slice(2, 2 + first.length))).toBe(entries[0])
    for (const path of [
      `tile/0/000.p/${size + 1}`,
      'tile/0/000',
      'tile/1/000.p/1',
      'tile/x',
      `proof/${size}`,
    ])
      expect((await get(path)).status, path).toBe(404)
  })

  test('signs no fork after a restore: entries that were signed come back, newer ones follow them', async () => {
    await enqueue(5)
    await append()
    const signed = await logged()
    const { size, root } = await checkpoint()
    await restore(size - 3)
    const [newer] = await enqueue(1)
    await append()
    expect(await logged()).toEqual([...signed, newer])
    await expectProved(await logged())
    const kept = await env.DB.prepare('SELECT note FROM log_checkpoints WHERE size = ?')
      .bind(size)
      .first<{ note: string }>()
    expect(await readCheckpoint(kept?.note ?? '', await logKeyOf(configOf(env)))).toMatchObject({
      size,
      root,
    })
  })

  test('keeps an entry that was stored when a run ended, in its place', async () => {
    const texts = await enqueue(3)
    let puts = 0
    const failing = Object.create(env.FILES) as R2Bucket
    failing.put = ((...args: Parameters<R2Bucket['put']>) => {
      puts += 1
      if (puts === 3) throw new Error('R2 is down')
      return env.FILES.put(...args)
    }) as R2Bucket['put']
    failing.get = env.FILES.get.bind(env.FILES)
    failing.list = env.FILES.list.bind(env.FILES)
    const before = await logged()
    await expect(append({ ...env, FILES: failing })).rejects.toThrow('R2 is down')
    expect(await logged()).toEqual(before)
    await append()
    expect(await logged()).toEqual([...before, ...texts])
    await expectProved(await logged())
  })

  test('brings the tables up to a checkpoint whose batch was lost', async () => {
    const texts = await enqueue(2)
    const before = await logged()
    const lossy = Object.create(env.DB) as D1Database
    let batches = 0
    lossy.prepare = env.DB.prepare.bind(env.DB)
    lossy.batch = ((statements: D1PreparedStatement[]) => {
      batches += 1
      if (batches === 2) throw new Error('D1 is down')
      return env.DB.batch(statements)
    }) as D1Database['batch']
    await expect(append({ ...env, DB: lossy })).rejects.toThrow('D1 is down')
    expect(await logged()).toEqual(before)
    await append()
    expect(await logged()).toEqual([...before, ...texts])
    expect(await waiting()).toBe(0)
    await expectProved(await logged())
  })

  test('gives each entry one place where two runs begin at once', async () => {
    const before = await logged()
    const texts = await enqueue(60)
    await Promise.all([append(), append(), append()])
    await append()
    expect(await logged()).toEqual([...before, ...texts])
    expect((await checkpoint()).size).toBe(before.length + 60)
  })

  test('signs nothing while the tables contradict the file store', async () => {
    await enqueue(2)
    await append()
    const { size } = await checkpoint()
    await restore(size - 2)
    const key = `log/entries/${String(size - 1).padStart(12, '0')}`
    const real = await (await env.FILES.get(key))?.text()
    await env.FILES.put(key, '{"type":"yank"}')
    await enqueue(1)
    await expect(append()).rejects.toThrow('do not have the signed root')
    expect(await checkpoint()).toMatchObject({ size: size - 2 })
    await env.FILES.put(key, real ?? '')
    await append()
    await expectProved(await logged())
  })

  test('signs nothing while the tables have another root, or entries that the file store lacks', async () => {
    await enqueue(2)
    await append()
    const { size, root } = await checkpoint()
    await enqueue(1)
    const flip = "UPDATE log_nodes SET hash = replace(replace(replace(hash, 'a', '#'), 'b', 'a'), '#', 'b')"
    await withoutTriggers([flip])
    await expect(append()).rejects.toThrow('signed root')
    await withoutTriggers([flip])
    const empty = Object.create(env.FILES) as R2Bucket
    empty.list = (async () => ({ objects: [] })) as unknown as R2Bucket['list']
    await expect(append({ ...env, FILES: empty })).rejects.toThrow('signed 0')
    expect(await checkpoint()).toMatchObject({ size, root })
    await append()
    expect((await checkpoint()).size).toBe(size + 1)
  })

  test('gives a restored database the publisher keys that it reports', async () => {
    const fingerprint = 'SHA256:restored'
    const now = Date.now()
    const write = async (entry: LogEntry) => {
      await commit(db, [enqueueLogEntry(db, await sealEntry(entry), now)])
      await append()
    }
    const rows = async () =>
      (
        await env.DB.prepare(
          'SELECT active_from, active_until, added_by FROM publisher_keys WHERE fingerprint = ? ORDER BY id',
        )
          .bind(fingerprint)
          .all()
      ).results
    await enqueue(1)
    await append()
    const { size } = await checkpoint()
    const key = { name: 'Ann', key: 'ssh-ed25519 AAAA', fingerprint, activeFrom: now + DAY }
    await write(keyAddEntry(key, now))
    await write(keyConfirmEntry(fingerprint, 'add', now + 1))
    await write(keyRemoveEntry(fingerprint, now + 2 * DAY, now + 2))
    await write(keyKeepEntry(fingerprint, now + 3))
    await write(keyRemoveEntry(fingerprint, now + 3 * DAY, now + 4))
    await write(keyConfirmEntry(fingerprint, 'remove', now + 5))
    expect(await rows()).toEqual([])
    await restore(size)
    await append()
    const restored = [{ active_from: now + 1, active_until: now + 5, added_by: null }]
    expect(await rows()).toEqual(restored)
    // A second time nothing changes.
    await restore(size)
    await append()
    expect(await rows()).toEqual(restored)
  })

  test('that was edited in the database is found by the nightly check, and mailed to support once a day', async () => {
    await enqueue(3)
    await append()
    const deps = { env, db, config: configOf(env) }
    expect(await findLogMismatch(deps)).toBeNull()
    const last = (await checkpoint()).size - 1
    const edit = (sql: string) => withoutTriggers([sql])
    for (const [sql, undo, problem] of [
      [
        `UPDATE log_entries SET entry = replace(entry, 'monad', 'nomad') WHERE idx = ${last}`,
        `UPDATE log_entries SET entry = replace(entry, 'nomad', 'monad') WHERE idx = ${last}`,
        `Entry ${last} was changed`,
      ],
      [
        "UPDATE log_nodes SET hash = 'x' || hash",
        'UPDATE log_nodes SET hash = substr(hash, 2)',
        'A stored hash of the tree was changed',
      ],
    ] as const) {
      await edit(sql)
      expect(await findLogMismatch(deps)).toBe(problem)
      for (const _ of [1, 2]) await checkLog(deps, Date.now())
      await edit(undo)
    }
    expect(await findLogMismatch(deps)).toBeNull()
    expect(await mailsQueuedTo(configOf(env).supportEmail, 'log-mismatch')).toHaveLength(1)
  })

  test('refuses changes, deletions and gaps', async () => {
    for (const sql of [
      "UPDATE log_entries SET entry = 'x' WHERE idx = 0",
      'DELETE FROM log_entries',
      "INSERT INTO log_entries (idx, entry, leaf) VALUES (99999, 'x', 'x')",
      "UPDATE log_nodes SET hash = 'x'",
      'DELETE FROM log_nodes',
      "UPDATE log_checkpoints SET note = 'x'",
      'DELETE FROM log_checkpoints',
    ])
      await expect(env.DB.prepare(sql).run(), sql).rejects.toThrow(/append-only|no gaps/)
  })
})
