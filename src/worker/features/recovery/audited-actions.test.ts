import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { aUser } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { buy, deliver } from '../../testing/purchases.ts'
import { reconcile } from '../../testing/reconciling.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { withPausedQueue } from '../../testing/shop.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const notes = async (column: 'actor_id' | 'subject', value: number | string) =>
  (
    await env.DB.prepare(
      `SELECT action, subject, before, after, ip FROM audit_log WHERE ${column} = ? ORDER BY id`,
    )
      .bind(value)
      .all<{ action: string; subject: string; before: string | null; after: string; ip: string | null }>()
  ).results

test('an admin’s request for a reconciliation is audited; a second one during the run is not', async () => {
  const admin = await aUser({ admin: true, bindings: withPausedQueue().bindings })
  const ask = () =>
    admin.post<{ id: number }>('/api/recovery/reconcile', { days: 2 }, { 'cf-connecting-ip': '203.0.113.8' })
  const { data } = await ask()
  expect((await ask()).data.id).toBe(data.id)
  const [note, ...more] = await notes('actor_id', admin.id)
  expect(more).toEqual([])
  expect(note).toMatchObject({
    action: 'reconciliation.start',
    subject: `run:${data.id}`,
    ip: '203.0.113.8',
    after: expect.stringMatching(/^\{"since":"20/),
  })
})

test('a finding about a buyer and the audit entry of its repair name the buyer by id only', async () => {
  const { bindings } = withPausedQueue()
  const [admin, buyer] = [await aUser({ admin: true, bindings }), await aUser({ bindings })]
  const { paymentId, checkoutId } = await buy(buyer, (await aProduct()).id)
  await sandbox.faults({ tamper: { amount: 100 } })
  for (const { id } of await sandbox.eventsOf(() => sandbox.pay(checkoutId)))
    await deliver(await sandbox.signed(id), bindings)
  await sandbox.calm()
  await env.DB.prepare('UPDATE reconciliation_runs SET finished_at = 1').run()
  await reconcile(Date.now())
  const found = await admin.get<{ id: number; subject: string; details: object }[]>('/api/recovery/findings')
  const finding = found.data.find(({ subject }) => subject === `payment:${paymentId}`)
  expect(finding?.details).toMatchObject({ userId: buyer.id, amountCents: 1950 })
  expect(found.text).not.toContain(buyer.email)
  const closed = await admin.post(`/api/recovery/findings/${finding?.id}/repair`, { done: true })
  expect(closed.status, closed.text).toBe(200)
  const log = await notes('subject', `payment:${paymentId}`)
  expect(log.map(({ action }) => action)).toContain('finding.done')
  expect(JSON.stringify(log)).not.toContain(buyer.email)
})

test('requests that call the providers are limited for each admin; reads are not', async () => {
  stopClock()
  const admin = await aUser({ admin: true })
  const statuses = new Set<number>()
  for (let asked = 0; asked < 62; asked += 1)
    statuses.add((await admin.post('/api/recovery/findings/987654/repair')).status)
  expect([...statuses]).toEqual([404, 429])
  expect((await admin.get('/api/recovery/findings')).status).toBe(200)
})
