import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { FactorsView } from '#shared/factors/contract.ts'
import type { Env } from '../../providers/env.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import {
  beginLogin,
  complete,
  FACTORS,
  type Options,
  withApp,
  withPasskey,
} from '../../testing/factors/set-up.ts'
import { afterFirstBatch } from '../../testing/interrupted.ts'
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(sandbox.calm)

const ME = '/api/auth/me'
const REQUIRED = { ...env, ADMIN_SECOND_FACTOR: 'required' } as Env
const execute = (sql: string, user: SignedIn) => env.DB.prepare(sql).bind(user.id).run()

/** Bindings in which `sql` runs with the account's id after its factors were read, before they are used. */
const meanwhile = (sql: string, user: SignedIn) => afterFirstBatch(env, () => execute(sql, user))

test('a recovery code that is replaced between its check and its use opens no session', async () => {
  const user = await aUser()
  const { codes } = await withApp(user)
  const { token } = await beginLogin(user)
  const browser = visitor(meanwhile('DELETE FROM recovery_codes WHERE user_id = ?', user))
  const late = await complete(browser, { token, recoveryCode: codes[0] })
  expect([late.status, late.message]).toEqual([
    422,
    'This second factor was removed a moment ago. Use another one.',
  ])
  expect((await browser.get(ME)).status).toBe(401)
})

test('a passkey that is removed between its check and its use opens no session, though an app is left', async () => {
  const user = await aUser()
  await withApp(user)
  const key = await withPasskey(user)
  const { data } = await visitor().post<Options>('/api/auth/passkey/options')
  const browser = visitor(meanwhile('DELETE FROM passkeys WHERE user_id = ?', user))
  const answer = await browser.post('/api/auth/passkey', { passkey: await key.sign(data) })
  expect(answer.status).toBe(401)
  expect((await browser.get(ME)).status).toBe(401)
})

test('of two removals at once one is refused, and an admin keeps a factor', async () => {
  const admin = await aUser({ admin: true })
  await withApp(admin)
  await withPasskey(admin)
  const { data } = await admin.get<FactorsView>(FACTORS)
  const [one, other] = [admin.again(REQUIRED), admin.again(REQUIRED)]
  const answers = await Promise.all([
    one.delete(`${FACTORS}/passkeys/${data.passkeys[0]?.id}`),
    other.delete(`${FACTORS}/app`),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const { n } = (await env.DB.prepare(
    `SELECT (SELECT count(*) FROM passkeys WHERE user_id = ?1) + (SELECT count(*) FROM authenticator_apps
      WHERE user_id = ?1 AND confirmed_at IS NOT NULL) AS n`,
  )
    .bind(admin.id)
    .first<{ n: number }>()) ?? { n: -1 }
  expect(n).toBe(1)
})

test('a removal whose session ended meanwhile changes nothing', async () => {
  const user = await aUser()
  await withApp(user)
  const late = user.again(meanwhile('DELETE FROM sessions WHERE user_id = ?', user))
  const answer = await late.delete(`${FACTORS}/app`)
  expect([answer.status, answer.message]).toEqual([
    409,
    'Your two-step login was changed a moment ago. Reload the page and try again.',
  ])
  const left = env.DB.prepare('SELECT count(*) AS n FROM authenticator_apps WHERE user_id = ?').bind(user.id)
  expect(await left.first()).toEqual({ n: 1 })
})

test('strangers who use up the limit of codes do not stop a login with a passkey', async () => {
  const user = await aUser()
  await withApp(user)
  const key = await withPasskey(user)
  const { browser, token } = await beginLogin(user)
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) statuses.push((await complete(browser, { token, code: '000000' })).status)
  expect(statuses.at(-1)).toBe(429)
  const { data } = await browser.post<Options>('/api/auth/second-factor/options', { token })
  const answer = await complete(browser, { token, passkey: await key.sign(data) })
  expect(answer.status, answer.text).toBe(200)
})
