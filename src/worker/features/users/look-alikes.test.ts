import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { UserSummary } from '#shared/users/contract.ts'
import { openDb } from '../../db/client.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { unique } from '../../testing/shop.ts'
import { noScans, watched } from '../../testing/watched.ts'
import { fillSkeletons } from './fill-skeletons.ts'

let admin: SignedIn
beforeAll(async () => {
  admin = await aUser({ admin: true })
})

const register = (username: string, email = `${unique('mail')}@mail.test`) =>
  visitor().post('/api/auth/register', { username, email, password: 'long enough' })
const marksOf = async (q: string) => {
  const { data } = await admin.get<UserSummary[]>(`/api/secure-management/users?q=${encodeURIComponent(q)}`)
  return data.map(({ username, looksLike, emailDomainMark }) => [username, looksLike, emailDomainMark])
}

test('a reserved name and a name of two alphabets are refused at the field, and no account is made', async () => {
  for (const [username, message] of [
    ['supp0rt', 'This name is reserved. Please choose another one'],
    ['pаypal', 'Use letters of one alphabet only'],
  ] as const) {
    const refused = await register(username)
    expect([refused.status, refused.message, refused.data]).toEqual([
      422,
      message,
      { fields: { username: message } },
    ])
    const { results } = await env.DB.prepare('SELECT id FROM users WHERE username = ?').bind(username).all()
    expect(results).toEqual([])
  }
})

test('two accounts with names that look alike are marked in the list, and a third is not', async () => {
  const base = unique('oscar').replaceAll('-', '').slice(0, 28)
  await register(base)
  expect(await marksOf(base)).toEqual([[base, null, null]])
  const other = base.replace('o', '0')
  await register(other)
  const third = `${base}zz`
  await register(third)
  expect(await marksOf(base)).toEqual([
    [base, 'another', null],
    [third, null, null],
  ])
  await env.DB.prepare('UPDATE users SET is_admin = 1 WHERE username = ?').bind(base).run()
  expect(await marksOf(other)).toEqual([[other, 'staff', null]])
  await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE username = ?').bind(base).run()
  expect(await marksOf(other)).toEqual([[other, null, null]])
})

test('an account older than the rules is marked once the daily job has run', async () => {
  const old = unique('oldname').replaceAll('-', '').slice(0, 28)
  await register(old)
  await env.DB.prepare('UPDATE users SET username_skeleton = NULL WHERE username = ?').bind(old).run()
  const imitation = old.replace('o', '0')
  await register(imitation)
  expect(await marksOf(imitation)).toEqual([[imitation, null, null]])
  const watch = watched()
  await fillSkeletons(openDb(watch.bindings.DB))
  await noScans(watch.statements)
  expect(await marksOf(imitation)).toEqual([[imitation, 'another', null]])
})

test('an account whose email domain is punycode is marked', async () => {
  const name = unique('puny').slice(0, 30)
  await register(name, `${name}@xn--mnchen-3ya.example`)
  expect(await marksOf(name)).toEqual([[name, null, 'punycode']])
})

test('an account that is older than the rules keeps its name and logs in', async () => {
  const owner = await aUser()
  await env.DB.prepare("UPDATE users SET username = 'Support', username_key = 'support' WHERE id = ?")
    .bind(owner.id)
    .run()
  const login = await visitor().post('/api/auth/login', { username: 'support', password: owner.password })
  expect(login.status).toBe(200)
})
