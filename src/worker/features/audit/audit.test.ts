import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/audit/contract.ts'
import { secretsIn, secretsInAudit } from '../../testing/audit-secrets.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const AUDIT = '/api/secure-management/audit'
const read = (admin: SignedIn, query = '') => admin.get<AuditEntry[]>(`${AUDIT}${query}`)

/** Three actions of one admin: two coupons made, one of them deleted. */
async function threeActions() {
  const admin = await aUser({ admin: true })
  const make = () =>
    admin.post<{ id: number }>('/api/coupons', {
      code: unique('LOG').slice(0, 20),
      discountType: 'percentage',
      discountValue: 0.2,
      description: 'A fifth off',
      appliesTo: 'all',
    })
  const [kept, gone] = [(await make()).data.id, (await make()).data.id]
  const headers = { 'cf-connecting-ip': '203.0.113.9' }
  expect((await admin.delete(`/api/coupons/${gone}`, headers)).status).toBe(200)
  return { admin, kept, gone }
}

describe('the log', () => {
  test('lists actor, action, subject, before, after and IP address, newest first, in pages', async () => {
    const { admin, kept, gone } = await threeActions()
    const all = await read(admin, `?actor=${admin.id}`)
    expect(all.data.map(({ action, subject }) => [action, subject])).toEqual([
      ['coupon.delete', `coupon:${gone}`],
      ['coupon.create', `coupon:${gone}`],
      ['coupon.create', `coupon:${kept}`],
    ])
    const [last, made] = all.data
    expect(last).toMatchObject({
      actor: { id: admin.id, username: admin.username },
      ip: '203.0.113.9',
      after: null,
      before: { id: gone, isActive: true },
    })
    expect(made).toMatchObject({ before: null, after: { id: gone } })
    expect(Date.parse(last?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const pages: AuditEntry[] = []
    let cursor = ''
    for (let page = 0; page < 3; page += 1) {
      const { data, nextCursor } = await read(admin, `?actor=${admin.id}&limit=1${cursor}`)
      pages.push(...data)
      cursor = `&cursor=${nextCursor}`
      expect(nextCursor === null).toBe(page === 2)
    }
    expect(pages).toEqual(all.data)
  })

  test('can be filtered by actor, action or subject, one at a time', async () => {
    const { admin, kept, gone } = await threeActions()
    const subjects = async (query: string) => (await read(admin, query)).data.map(({ subject }) => subject)
    expect(await subjects(`?subject=coupon:${gone}`)).toEqual([`coupon:${gone}`, `coupon:${gone}`])
    expect((await subjects('?action=coupon.create')).slice(0, 2)).toEqual([
      `coupon:${gone}`,
      `coupon:${kept}`,
    ])
    expect(await subjects('?action=no.such.action')).toEqual([])
    const both = await read(admin, `?actor=${admin.id}&action=coupon.create`)
    expect([both.status, both.message]).toEqual([400, 'Filter by one at a time: actor, action or subject.'])
    for (const query of ['?actor=me', '?actor=0', '?action=', '?cursor=x', '?limit=101'])
      expect((await read(admin, query)).status, query).toBe(400)
  })

  test('is read in the order of an index, filtered or not, and never sorted', async () => {
    const plan = async (where: string) => {
      const text = `EXPLAIN QUERY PLAN SELECT l.*, u.username FROM audit_log l LEFT JOIN users u ON u.id = l.actor_id
        WHERE ${where} l.id < ? ORDER BY l.id DESC LIMIT 51`
      return (await env.DB.prepare(text).bind(9).all<{ detail: string }>()).results
        .map(({ detail }) => detail)
        .join('\n')
    }
    expect(await plan('')).toContain('INTEGER PRIMARY KEY (rowid<?)')
    for (const [column, index] of [
      ['actor_id', 'audit_log_actor'],
      ['action', 'audit_log_action'],
      ['subject', 'audit_log_subject'],
    ]) {
      const steps = await plan(`l.${column} = 'x' AND`)
      expect(steps).toContain(`USING INDEX ${index} (${column}=? AND`)
      expect(steps).not.toContain('TEMP B-TREE')
    }
  })

  test('names the admin key as what authorized an elevation, with the account beside it, also in the export', async () => {
    const [admin, user] = [await aUser({ admin: true }), await aUser({ confirmed: true })]
    const form = { username: user.username, adminKey: env.ADMIN_KEY }
    expect((await user.post('/api/auth/secure-operations/elevate-permissions', form)).status).toBe(200)
    const { data } = await read(admin, `?subject=user:${user.id}`)
    const actor = { id: user.id, username: user.username }
    expect(data).toMatchObject([{ action: 'elevate-permissions', via: 'admin key', actor }])
    const file = await (await admin.fetch('GET', '/api/secure-management/exports/audit.csv')).text()
    const line = file.split('\r\n').find((one) => one.includes(`user:${user.id}`))
    expect(line).toContain(`,${user.id},admin key,${user.username},elevate-permissions,user:${user.id},`)
    const history = await admin.get<{ via: string | null }[]>(
      `/api/secure-management/users/${user.id}/history`,
    )
    expect(history.data.map(({ via }) => via)).toEqual(['admin key'])
  })

  // spec: audit-log
  // invariant: append-only
  test('is append-only for every caller', async () => {
    const { admin } = await threeActions()
    const before = (await read(admin, `?actor=${admin.id}`)).data
    const [entry] = before
    for (const action of [
      "UPDATE audit_log SET action = 'nothing' WHERE id = ?",
      'UPDATE audit_log SET actor_id = NULL WHERE id = ?',
      'DELETE FROM audit_log WHERE id = ?',
      "REPLACE INTO audit_log (id, action, subject, created_at) VALUES (?, 'nothing', 'nothing', 1)",
    ])
      await expect(env.DB.prepare(action).bind(entry?.id).run(), action).rejects.toThrow(/append-only/)
    expect((await read(admin, `?actor=${admin.id}`)).data).toEqual(before)
  })

  test('keeps the entries of a deleted actor, with the account’s id alone', async () => {
    const user = await aUser()
    await user.put('/api/user/payout-address', { address: `0x${'a1'.repeat(20)}`, password: user.password })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ password: user.password })
    expect((await user.fetch('DELETE', '/api/user/account', headers, body)).status).toBe(200)
    const admin = await aUser({ admin: true })
    const { data, text } = await read(admin, `?actor=${user.id}`)
    expect(data.map(({ action, actor, subject }) => [action, actor?.username, subject])).toEqual([
      ['account.delete', `deleted-${user.id}`, `user:${user.id}`],
      ['payout-address.change', `deleted-${user.id}`, `user:${user.id}`],
    ])
    for (const word of [user.username, user.email]) expect(text).not.toContain(word)
  })

  // spec: audit-log
  test('contains no secret and no address, and the check finds planted ones', async () => {
    const { admin } = await threeActions()
    const { paymentId } = await bought(await aUser(), (await aProduct()).id)
    const input = { reason: 'As the buyer asked' }
    const refunded = await admin.post(`/api/secure-management/payments/${paymentId}/refund`, input)
    expect(refunded.status, refunded.text).toBe(200)
    expect((await read(admin)).data.length).toBeGreaterThan(3)
    // The entry is kept after the account is erased, so it repeats no address that the admin wrote in the reason.
    const { paymentId: next } = await bought(await aUser(), (await aProduct()).id)
    const reason =
      'As jo.doe+shop@mail.example.test (and "X"@y, x@localhost, tool@2.0.1, x.test/@me.too) asked'
    await admin.post(`/api/secure-management/payments/${next}/refund`, { reason })
    const [entry] = (await read(admin, `?subject=payment:${next}`)).data
    expect(entry?.after).toMatchObject({
      reason: 'As [email address] (and "X"@y, x@localhost, tool@2.0.1, x.test/@me.too) asked',
    })
    expect(await secretsInAudit()).toEqual([])

    const hash = await env.DB.prepare('SELECT password FROM users WHERE id = ?')
      .bind(admin.id)
      .first('password')
    const planted = [
      JSON.stringify({ after: { was: hash } }),
      '{"after":{"link":"1.2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}',
      '{"after":{"sentTo":"somebody@mail.test"}}',
      '{"after":{"special_key":"x"}}',
      '{"before":{"key":"WF-known-to-the-tables"}}',
    ]
    for (const text of planted) expect(secretsIn([text], ['WF-known-to-the-tables']), text).toHaveLength(1)
    expect(
      secretsIn([JSON.stringify({ after: { sha256: 'a1'.repeat(32), amountCents: 1950 } })], []),
    ).toEqual([])
  })
})
