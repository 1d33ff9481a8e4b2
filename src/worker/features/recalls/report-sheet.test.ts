import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, toIso } from '#shared/core/time.ts'
import type { WithdrawalDetail } from '#shared/recalls/contract.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aProduct, aRelease, type MadeProduct } from '../../testing/products.ts'
import { logDownload, recalled } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'

const RECALLS = '/api/secure-management/recalls'
const EARLY = 'Early warning'

let admin: SignedIn
let product: MadeProduct
let recalledAt: number

beforeAll(sandbox.calm)
beforeAll(async () => {
  admin = await aUser({ admin: true })
})
beforeEach(async () => {
  product = await aProduct()
  recalledAt = Date.now() - HOUR
  await recalled(product.release.id, recalledAt)
})

const sheet = async (id = product.release.id, who = admin) =>
  (await who.get<WithdrawalDetail>(`${RECALLS}/${id}`)).data.report
const save = (awareAt: number, note = '') =>
  admin.put<WithdrawalDetail>(`${RECALLS}/${product.release.id}/report`, { awareAt: toIso(awareAt), note })
const done = (clock: string, note = '', id = product.release.id) =>
  admin.post<WithdrawalDetail>(`${RECALLS}/${id}/report/done`, { clock, note })
const undo = (clock: string) => admin.post(`${RECALLS}/${product.release.id}/report/undo`, { clock })
const audited = async (id = product.release.id) =>
  (
    await env.DB.prepare('SELECT action, before, after FROM audit_log WHERE subject = ? ORDER BY id')
      .bind(`release:${id}`)
      .all<{ action: string; before: string | null; after: string | null }>()
  ).results.map(({ action, before, after }) => [
    action,
    JSON.parse(before ?? 'null'),
    JSON.parse(after ?? 'null'),
  ])

test('the clocks run from the recall at first: 24 hours, 72 hours, 14 days', async () => {
  const due = (name: string, ms: number) => ({ name, dueAt: toIso(recalledAt + ms), step: null })
  expect(await sheet()).toEqual({
    awareAt: toIso(recalledAt),
    note: '',
    clocks: [due(EARLY, DAY), due('Incident notification', 3 * DAY), due('Final report', 14 * DAY)],
  })
})

test('the clocks run from the time that an admin sets, which is audited with the note', async () => {
  const awareAt = recalledAt - 2 * DAY
  const { status, data } = await save(awareAt, ' A buyer reported it. ')
  expect([status, data.report?.note]).toEqual([200, 'A buyer reported it.'])
  expect(data.report?.clocks.map(({ dueAt }) => dueAt)).toEqual(
    [DAY, 3 * DAY, 14 * DAY].map((ms) => toIso(awareAt + ms)),
  )
  expect(await audited()).toEqual([
    [
      'incident.report',
      { awareAt: toIso(recalledAt), note: '' },
      { awareAt: toIso(awareAt), note: 'A buyer reported it.' },
    ],
  ])
})

test('the shop cannot have become aware in the future, or more than a year before the recall', async () => {
  expect((await save(Date.now() + HOUR)).status).toBe(400)
  expect((await save(recalledAt - 366 * DAY)).status).toBe(400)
  expect((await save(Date.now() + MINUTE)).status).toBe(200)
})

test('a report is marked as done once with its admin and note, and can be undone; both are audited', async () => {
  const { status, data } = await done(EARLY, 'Reported as CSIRT-7')
  expect(status).toBe(200)
  expect(data.report?.awareAt).toBe(toIso(recalledAt))
  expect(data.report?.clocks[0]?.step).toEqual({
    doneAt: expect.any(String),
    doneBy: admin.username,
    note: 'Reported as CSIRT-7',
  })
  expect((await done(EARLY)).status).toBe(409)
  expect((await done('Postcard')).status).toBe(400)
  expect((await undo(EARLY)).status).toBe(200)
  expect((await undo(EARLY)).status).toBe(409)
  expect((await sheet())?.clocks[0]?.step).toBeNull()
  expect((await done(EARLY, 'Again')).status).toBe(200)
  expect((await audited()).map(([action]) => action)).toEqual([
    'incident.step',
    'incident.step-undo',
    'incident.step',
  ])
})

test('two admins who mark a report at once leave one mark and one audit entry', async () => {
  const answers = await Promise.all([done(EARLY, 'One'), done(EARLY, 'Two')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await audited()).toHaveLength(1)
})

test('all versions of the file share one sheet', async () => {
  const same = await aRelease(product.id, { version: '1.1', bytes: product.release.bytes })
  await recalled(same.id, recalledAt)
  expect((await done(EARLY, '', same.id)).status).toBe(200)
  await save(recalledAt - HOUR, 'Shared')
  for (const id of [product.release.id, same.id]) {
    const report = await sheet(id)
    expect([report?.note, report?.clocks[0]?.step?.doneBy]).toEqual(['Shared', admin.username])
  }
})

test('INCIDENT_CLOCKS sets the clocks; a step of a clock that is gone stays', async () => {
  await done(EARLY)
  const other = admin.again({ ...env, INCIDENT_CLOCKS: 'To the insurer=2d' }) as SignedIn
  expect((await sheet(product.release.id, other))?.clocks).toMatchObject([
    { name: 'To the insurer', dueAt: toIso(recalledAt + 2 * DAY), step: null },
    { name: EARLY, dueAt: null, step: { doneBy: admin.username } },
  ])
  const broken = admin.again({ ...env, INCIDENT_CLOCKS: 'To the insurer=soon' })
  expect((await broken.get(`${RECALLS}/${product.release.id}`)).status).toBe(503)
})

test('an account’s confirmations are in its data export, and are erased with the account', async () => {
  const user = await aUser()
  await logDownload({ userId: user.id, productId: product.id, releaseId: product.release.id })
  expect((await user.post(`/api/recalls/${product.release.id}/seen`)).status).toBe(200)
  const file = await user.post('/api/user/export', { password: user.password })
  const { confirmedRecalls } = JSON.parse(file.text) as { confirmedRecalls: unknown }
  expect(confirmedRecalls).toEqual([{ product: product.name, version: '1.0', seenAt: expect.any(String) }])
  const gone = await user.fetch(
    'DELETE',
    '/api/user/account',
    { 'content-type': 'application/json' },
    JSON.stringify({ password: user.password }),
  )
  expect(gone.status).toBe(200)
  const left = await env.DB.prepare('SELECT count(*) AS n FROM recall_receipts WHERE user_id = ?')
    .bind(user.id)
    .first('n')
  expect(left).toBe(0)
})
