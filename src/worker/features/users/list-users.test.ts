import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { UserSummary } from '#shared/users/contract.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const list = (admin: SignedIn, query = '') =>
  admin.get<UserSummary[]>(`/api/secure-management/users${query && `?${query}`}`)

/** The ids of all pages of a list, in order. */
async function all(admin: SignedIn, query: string, limit: number): Promise<number[]> {
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await list(admin, `${query}&limit=${limit}${from}`)
    expect(page.status, page.text).toBe(200)
    expect(page.data.length).toBeLessThanOrEqual(limit)
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor as string | null
  } while (cursor !== null)
  return seen
}

/** Inserts accounts with these names and addresses into the table. Returns their ids. */
async function named(rows: { username: string; email: string }[]): Promise<number[]> {
  const made = []
  for (const { username, email } of rows) {
    const row = await env.DB.prepare(
      `INSERT INTO users (username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at)
       VALUES (?1, lower(?1), ?2, lower(?2), lower(?2), '!', ?3, ?4, ?4) RETURNING id`,
    )
      .bind(username, email, unique('').slice(1, 9).toUpperCase(), Date.now())
      .first<{ id: number }>()
    made.push(row?.id ?? 0)
  }
  return made
}

// spec: users-list, call-admin-lists
test('accounts are listed newest first, with their data and the sum of their purchases', async () => {
  const admin = await aUser({ admin: true })
  const [user, product] = [await aUser(), await aProduct()]
  await bought(user, product.id)
  const newest = await aUser()
  const { data } = await list(admin, 'limit=2')
  expect(data.map(({ id }) => id)).toEqual([newest.id, user.id])
  const own = await env.DB.prepare('SELECT referral_code AS code FROM users WHERE id = ?')
    .bind(user.id)
    .first<{ code: string }>()
  expect(data[1]).toEqual({
    id: user.id,
    username: user.username,
    email: user.email,
    isAdmin: false,
    staffRole: null,
    createdAt: expect.any(String),
    referralCode: own?.code,
    referralUrl: `http://shop.test/?ref=${own?.code}`,
    emailVerified: false,
    state: 'active',
    looksLike: null,
    emailDomainMark: null,
    purchases: 1,
    spent: 19.5,
  })
  expect(data[0]).toMatchObject({ purchases: 0, spent: 0 })
})

// spec: users-search
test('a search by the beginning of name or address lists each account once, in any case and page size', async () => {
  const admin = await aUser({ admin: true })
  const word = unique('find')
  const ids = await named([
    { username: `${word}-A`, email: `${word}-a@mail.test` },
    { username: `${word}-b`, email: `other-${word}@mail.test` },
    { username: `zed-${word}`, email: `${word.toUpperCase()}.zed@mail.test` },
    { username: `${word}-d`, email: `${word}-d@mail.test` },
    { username: `no-${word}`, email: `no-${word}@mail.test` },
  ])
  const wanted = ids.slice(0, 4)
  for (const limit of [1, 2, 3, 50]) {
    const found = await all(admin, `q=${word.toUpperCase()}`, limit)
    expect(
      found.toSorted((a, b) => a - b),
      `limit ${limit}`,
    ).toEqual(wanted)
  }
  expect(await all(admin, `q=${word}-a@mail`, 50)).toEqual([ids[0]])
  expect(await all(admin, `q=${encodeURIComponent('%')}`, 50)).toEqual([])
  expect(await all(admin, 'q=nobody-like-this', 50)).toEqual([])
})

// spec: users-search
test('a search lists an exact id or referral code before all other matches', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser()]
  const [byName] = await named([{ username: String(user.id), email: `${unique('n')}@mail.test` }])
  const code = await env.DB.prepare('SELECT referral_code FROM users WHERE id = ?')
    .bind(user.id)
    .first<string>('referral_code')
  const found = (await list(admin, `q=${user.id}`)).data.map(({ id }) => id)
  expect(found[0]).toBe(user.id)
  expect(found).toContain(byName)
  expect(new Set(found).size).toBe(found.length)
  expect((await list(admin, `q=%23${user.id}`)).data.map(({ id }) => id)).toEqual([user.id])
  expect((await list(admin, `q=${code?.toLowerCase()}`)).data[0]?.id).toBe(user.id)
})

test('the list is filtered by role and state, also with a search; a deleted account has no name to find', async () => {
  const admin = await aUser({ admin: true })
  const [closed, gone] = [await aUser(), await aUser()]
  await admin.post(`/api/secure-management/users/${closed.id}/deactivate`, { reason: 'A test' })
  await admin.post(`/api/secure-management/users/${gone.id}/deactivate`, { reason: 'A test' })
  await admin.delete(`/api/secure-management/users/${gone.id}`)
  const ids = async (query: string) => (await list(admin, query)).data.map(({ id }) => id)
  expect((await list(admin, 'role=admin')).data.every(({ isAdmin }) => isAdmin)).toBe(true)
  expect(await ids(`role=admin&q=${admin.username}`)).toEqual([admin.id])
  expect(await ids('state=deactivated')).toEqual([closed.id])
  expect(await ids('state=deleted')).toEqual([gone.id])
  expect(await ids(`state=deleted&q=${gone.id}`)).toEqual([gone.id])
  expect(await ids(`q=${gone.username}`)).toEqual([])
  expect(await ids(`role=admin&q=${closed.username}`)).toEqual([])
  for (const wrong of ['state=gone', 'role=owner', 'cursor=x', 'limit=101'])
    expect((await list(admin, wrong)).status, wrong).toBe(400)
})

// spec: user-view
test('each list of an account continues where its first page ends', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser()]
  for (let n = 1; n <= 12; n += 1)
    await admin.post(`/api/secure-management/users/${user.id}/notes`, { text: `Note ${n}` })
  type Pages = { notes: { data: { text: string }[]; nextCursor: number }; history: { nextCursor: number } }
  const { notes, history } = (await admin.get<Pages>(`/api/secure-management/users/${user.id}`)).data
  expect(notes.data.map(({ text }) => text)[0]).toBe('Note 12')
  expect(notes.data).toHaveLength(10)
  const rest = async (part: string, cursor: number) =>
    (await admin.get<unknown[]>(`/api/secure-management/users/${user.id}/${part}?cursor=${cursor}`)).data
  expect(await rest('notes', notes.nextCursor)).toMatchObject([{ text: 'Note 2' }, { text: 'Note 1' }])
  expect(await rest('history', history.nextCursor)).toHaveLength(2)
  expect((await admin.get('/api/secure-management/users/987654')).status).toBe(404)
})
