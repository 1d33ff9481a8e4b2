import { env } from 'cloudflare:workers'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aUser } from '../testing/clients.ts'
import { watched } from '../testing/watched.ts'
import { batchOf, ofAccount } from './account-batch.ts'
import { builtOnce, type Filled, type In } from './built-once.ts'
import { type Db, openDb } from './client.ts'
import { sessions, users } from './schema/accounts.ts'

test('statements that are built once answer each call by its own values, on its own database', async () => {
  const [one, two] = [await aUser(), await aUser()]
  let builds = 0
  const found = builtOnce((db, { id, name }: Filled<{ id: number; name: string }>) => {
    builds += 1
    const asked = sql<string>`${name}`.as('asked')
    return [
      db.select({ id: users.id, isAdmin: users.isAdmin, asked }).from(users).where(eq(users.id, id)),
      db.select({ id: users.id }).from(users).where(sql`${users.id} in (${id}, -1)`),
    ] as const
  })
  const db = openDb(env.DB)
  const read = (id: number, name: string) => db.batch(found(db, { id, name }))
  const rows = await Promise.all([read(one.id, 'first'), read(two.id, 'second'), read(-1, 'none')])
  expect(rows).toEqual([
    [[{ id: one.id, isAdmin: false, asked: 'first' }], [{ id: one.id }]],
    [[{ id: two.id, isAdmin: false, asked: 'second' }], [{ id: two.id }]],
    [[], []],
  ])
  const watch = watched()
  const other = openDb(watch.bindings.DB)
  await other.batch(found(other, { id: one.id, name: 'other' }))
  expect([builds, watch.trips, watch.statements.length]).toEqual([1, 1, 2])
})

test('the objects of their rows are those that drizzle makes', async () => {
  const { id } = await aUser()
  const fields = {
    ...getTableColumns(users),
    none: sql<null>`null`.as('none'),
    twice: sql<number>`2 * ${users.id}`.mapWith(String).as('twice'),
    flag: sql`${users.isAdmin}`.mapWith(users.isAdmin).as('flag'),
    plain: sql<string>`'plain'`,
  }
  const list = (db: Db, of: In<number>) => db.select(fields).from(users).where(eq(users.id, of))
  const once = builtOnce((db, values: Filled<{ id: number }>) => [list(db, values.id)] as const)
  const db = openDb(env.DB)
  const [expected] = await db.batch([list(db, id)])
  expect(expected[0]).toMatchObject({ id, isAdmin: false, none: null, twice: String(2 * id), flag: false })
  expect(await db.batch(once(db, { id }))).toEqual([expected])
})

test('the objects of joined rows are those that drizzle makes, also of rows that are not there', async () => {
  const [signedIn, signedOut] = [await aUser(), await aUser()]
  const db = openDb(env.DB)
  await db.delete(sessions).where(eq(sessions.userId, signedOut.id))
  const list = (from: Db, of: In<number>) =>
    from
      .select({
        id: users.id,
        user: { name: users.username, isAdmin: users.isAdmin },
        session: { sid: sessions.sid, sess: sessions.sess, factor: sessions.factor },
        mixed: { seen: sessions.lastSeenAt, email: users.email },
        counted: { days: sql<number>`7`.as('days') },
      })
      .from(users)
      .leftJoin(sessions, eq(sessions.userId, users.id))
      .where(eq(users.id, of))
  const once = builtOnce((from, values: Filled<{ id: number }>) => [list(from, values.id)] as const)
  for (const { id } of [signedIn, signedOut]) {
    const [expected] = await db.batch([list(db, id)])
    expect(expected[0]).toMatchObject({ id, user: { isAdmin: false }, counted: { days: 7 } })
    expect(expected[0]?.session === null).toBe(id === signedOut.id)
    expect(await db.batch(once(db, { id }))).toEqual([expected])
  }
})

test('a value of a list with the name of one of the account is an error, not another account', async () => {
  const list = ofAccount((db, userId, { accountId }: Filled<{ accountId: number }>) => [
    db.select({ id: users.id }).from(users).where(sql`${users.id} in (${userId}, ${accountId})`),
  ])
  await expect(batchOf(openDb(env.DB), 1)(list({ accountId: 2 }))).rejects.toThrow(
    'has a value accountId too',
  )
})
