import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LogCheckpoint, LogEntry, LoggedEntry } from '#shared/log/contract.ts'
import { keyKeepEntry, sealEntry, yankEntry } from '#shared/log/entry-rules.ts'
import { hashLeaf } from '#shared/log/merkle-rules.ts'
import { commit, openDb } from '../../db/client.ts'
import { configOf } from '../../providers/config.ts'
import { visitor } from '../../testing/clients.ts'
import { noScans, planOf, sortsOf, watched } from '../../testing/watched.ts'
import { appendEntries } from './append-entries.ts'
import { enqueueLogEntry } from './writes.ts'

const db = openDb(env.DB)

const ONE = `c0ffee00${'0'.repeat(56)}`
/** Two files whose hashes begin with the same eight digits. */
const LOW = `abcdef12${'0'.repeat(56)}`
const HIGH = `abcdef12${'1'.repeat(56)}`

const withdrawal = (sha256: string, reason: string) =>
  yankEntry({ product: { id: 1, slug: 'monad' }, version: '1.0', sha256, reason }, Date.now())

async function enqueue(entry: LogEntry): Promise<void> {
  await commit(db, [enqueueLogEntry(db, await sealEntry(entry), Date.now())])
}
const append = () => appendEntries({ env, db, config: configOf(env) }, Date.now())

const list = (query = '') => visitor().get<LoggedEntry[]>(`/api/log${query}`)
const indexes = async (query: string) => (await list(query)).data.map(({ index }) => index)

/** The indexes of all pages. */
async function paged(query: string): Promise<number[][]> {
  const pages: number[][] = []
  for (let cursor: number | null | string = ''; cursor !== null; ) {
    const { data, nextCursor }: { data: LoggedEntry[]; nextCursor: number | null } = await list(
      `?limit=2${query}${cursor}`,
    )
    pages.push(data.map(({ index }) => index))
    cursor = nextCursor === null ? null : `&cursor=${nextCursor}`
  }
  return pages
}

describe('the entries of the public log', () => {
  test('are an empty list without a checkpoint while nothing is logged', async () => {
    expect((await list()).data).toEqual([])
    expect((await visitor().get('/api/log/checkpoint')).data).toBeNull()
    expect((await visitor().get('/api/log/0')).status).toBe(404)
  })

  describe('with seven entries', () => {
    beforeAll(async () => {
      for (const [at, sha256] of [LOW, HIGH, ONE, LOW, HIGH, LOW].entries())
        await enqueue(withdrawal(sha256, `${at}`))
      await enqueue(keyKeepEntry('SHA256:kept', Date.now()))
      await append()
    })

    test('are listed newest first, in pages, each as it is logged, with its leaf', async () => {
      expect(await paged('')).toEqual([[6, 5], [4, 3], [2, 1], [0]])
      const { data } = await list()
      for (const { index, leaf, text } of data) {
        expect(await hashLeaf(text)).toBe(leaf)
        if (index < 6) expect(JSON.parse(text)).toMatchObject({ type: 'yank', reason: `${index}` })
      }
      expect((await visitor().get('/api/log/4')).data).toEqual(data[2])
    })

    test('are found by a whole hash and by its beginning, also in capital letters', async () => {
      expect(await indexes(`?hash=${LOW}`)).toEqual([5, 3, 0])
      expect(await indexes(`?hash=${ONE.toUpperCase()}`)).toEqual([2])
      expect(await indexes('?hash=c0ffee00')).toEqual([2])
      expect(await indexes('?hash=%20C0FFEE000%20')).toEqual([2])
      expect(await indexes(`?hash=${'9'.repeat(64)}`)).toEqual([])
      // The files of one beginning, one after the other.
      expect(await paged('&hash=abcdef12')).toEqual([[4, 1], [5, 3], [0]])
    })

    test('answer 400 to a text that is no hash, to a cursor that is none and to a limit above 100', async () => {
      for (const hash of ['abcdef1', `${LOW}0`, 'monad-1.0.zip', 'abcdef1g', '']) {
        const { status, message } = await list(`?hash=${hash}`)
        expect([status, message], hash).toEqual([400, expect.stringContaining('at least its first 8 digits')])
      }
      for (const query of ['?cursor=-1', '?cursor=x', '?cursor=', '?limit=101', '?limit=0'])
        expect((await list(query)).status, query).toBe(400)
    })

    test('answer 404 to a place that the log does not have', async () => {
      for (const place of ['7', '-1', 'x', '1.0', '9999999999999'])
        expect((await visitor().get(`/api/log/${place}`)).status, place).toBe(404)
    })

    test('are read in the order of an index, in one round trip', async () => {
      const watch = watched()
      for (const [path, step] of [
        ['/api/log', 'log_entries USING INTEGER PRIMARY KEY (rowid<?)'],
        ['/api/log?limit=2&cursor=5', 'log_entries USING INTEGER PRIMARY KEY (rowid<?)'],
        [`/api/log?hash=${LOW}`, 'log_entries USING INDEX log_entries_file (sha256>? AND sha256<?)'],
        [
          '/api/log?hash=abcdef12&limit=2&cursor=5',
          'log_entries USING INDEX log_entries_file (sha256>? AND sha256<?)',
        ],
        ['/api/log/3', 'log_entries USING INTEGER PRIMARY KEY (rowid=?)'],
        ['/api/log/checkpoint', 'log_checkpoints'],
      ] as const) {
        watch.statements.length = 0
        watch.trips = 0
        expect((await visitor(watch.bindings).get(path)).status, path).toBe(200)
        expect(watch.trips, path).toBe(1)
        const plans = (await Promise.all(watch.statements.map(planOf))).flat()
        expect(plans.join('\n'), path).toContain(step)
        expect((await Promise.all(watch.statements.map(sortsOf))).flat(), path).toEqual([])
        // The newest checkpoint is read from the end of its table.
        if (!path.endsWith('checkpoint')) await noScans(watch.statements)
      }
    })

    test('have the checkpoint that is served as a file', async () => {
      const { data } = await visitor().get<LogCheckpoint>('/api/log/checkpoint')
      const [, size, root] = (await (await visitor().fetch('GET', '/log/checkpoint')).text()).split('\n')
      expect(data).toEqual({ size: Number(size), root, signedAt: expect.any(String) })
      expect(Date.parse(data.signedAt)).toBeGreaterThan(Date.now() - 60_000)
    })

    test('that no checkpoint has yet are not shown', async () => {
      // As while a restored database is brought up to the file store.
      await env.DB.prepare("INSERT INTO log_entries (idx, entry, leaf, sha256) VALUES (7, '{}', ?, ?)")
        .bind('7'.repeat(64), LOW)
        .run()
      expect(await indexes('?limit=1')).toEqual([6])
      expect(await indexes(`?limit=1&hash=${LOW}`)).toEqual([5])
      expect((await visitor().get('/api/log/7')).status).toBe(404)
    })
  })
})
