import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { selectOwnedGrantsOf } from '../features/access/find-access.ts'
import { selectReaders } from '../features/announcements/store.ts'
import { selectReleases } from '../features/catalogue/read-products.ts'
import { waitForQueue } from '../features/email/delivery-writes.ts'
import { readNews } from '../features/feed/store.ts'
import { commitAndDispatch } from '../features/notifications/dispatch-outbox.ts'
import { enqueueUserMessages } from '../features/notifications/writes.ts'
import { listMonths } from '../features/payments/prepaid/store.ts'
import { giveUp } from '../features/releases/writes.ts'
import { aReader } from '../testing/readers.ts'
import { noScans, watched } from '../testing/watched.ts'
import { openDb } from './client.ts'

describe.each([0, 99, 100, 101, 250])('a list of %d values', (length) => {
  const ids = Array.from({ length }, (_, index) => index + 1)
  const keys = ids.map((id) => `key-${length}-${id}`)

  test('fits into every statement that takes a list, and is served by an index', async () => {
    const watch = watched()
    const db = openDb(watch.bindings.DB)
    const now = Date.now()
    await selectOwnedGrantsOf(db, ids, ids)
    await selectReaders(db, ids)
    await selectReleases(db, ids, now)
    await waitForQueue(db, keys, now)
    await listMonths(db, ids)
    await giveUp(db, keys)
    await readNews(db, { after: 0, until: 0, sids: keys, whole: false, now })
    await noScans(watch.statements.filter(({ sql }) => sql.includes('json_each')))
  })

  test('of outbox keys is dispatched completely', async () => {
    const db = openDb(env.DB)
    const now = Date.now()
    const { id: userId } = await aReader()
    const writes = keys.map((key) => enqueueUserMessages(db, { key, userId, messages: [], now }))
    await commitAndDispatch({ env, db }, writes, now)
    const left = await env.DB.prepare(
      "SELECT count(*) AS n FROM outbox WHERE dispatched_at IS NULL AND key LIKE 'key-' || ? || '-%'",
    )
      .bind(length)
      .first<{ n: number }>()
    expect(left?.n).toBe(0)
  })
})
