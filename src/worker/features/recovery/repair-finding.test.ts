import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { MINUTE } from '#shared/core/time.ts'
import type { Finding } from '#shared/recovery/contract.ts'
import { commit, openDb } from '../../db/client.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { dumpBooks } from '../../testing/dump.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, buy, completeByHand, deliver } from '../../testing/purchases.ts'
import { reconcile } from '../../testing/reconciling.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { withPausedQueue } from '../../testing/shop.ts'
import { deleteUnpaidGrant } from '../access/writes.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

/** A reconciliation whose period contains no provider objects, so that it compares our tables only. */
const reconcileBooks = () => reconcile(Date.now() + MINUTE)

const run = (text: string, ...params: unknown[]) =>
  env.DB.prepare(text)
    .bind(...params)
    .run()

const grantsOf = 'SELECT id FROM user_scripts WHERE payment_id = ?'

/** Deletes the grant of a payment and its licence. */
async function loseGrant(paymentId: number) {
  await run(`DELETE FROM licences WHERE grant_id IN (${grantsOf})`, paymentId)
  await run('DELETE FROM user_scripts WHERE payment_id = ?', paymentId)
}

/** Deactivates the grant of a payment and revokes its licence. */
async function switchOff(paymentId: number, status: 'refunded' | 'revoked') {
  await run('UPDATE user_scripts SET is_active = 0, status = ? WHERE payment_id = ?', status, paymentId)
  await run(`UPDATE licences SET revoked_at = 1 WHERE grant_id IN (${grantsOf})`, paymentId)
}

/** A shop whose buyer has a purchase, a subscription, a refunded purchase and an open checkout. */
async function aShop() {
  const { bindings } = withPausedQueue()
  const admin = await aUser({ admin: true, bindings })
  const buyer = await aUser({ bindings })
  const once = await bought(buyer, (await aProduct()).id)
  const monthly = await bought(buyer, PREMIUM_ID, 'subscription')
  const back = await bought(buyer, (await aProduct()).id)
  const intent = (await sandbox.session(back.checkoutId))?.payment_intent
  for (const { id } of await sandbox.eventsOf(() => sandbox.refund(String(intent))))
    await deliver(await sandbox.signed(id), bindings)
  const open = await buy(buyer, (await aProduct()).id)
  return {
    admin,
    buyer,
    once: once.paymentId,
    monthly: monthly.paymentId,
    back: back.paymentId,
    open: open.paymentId,
  }
}

const openFindings = async (admin: SignedIn) =>
  (await admin.get<Finding[]>('/api/recovery/findings')).data.map(({ id, kind, subject }) => ({
    id,
    kind,
    subject,
  }))

const repair = (admin: SignedIn, id: number, body?: unknown) =>
  admin.post<{ resolution: string }>(`/api/recovery/findings/${id}/repair`, body)

const grantOf = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT id FROM user_scripts WHERE payment_id = ?')
      .bind(paymentId)
      .first<{ id: number }>()
  )?.id ?? 0

/** The rows to compare, without ids and times, and without licence keys: a restored licence has another key. */
const bare = (dump: Awaited<ReturnType<typeof dumpBooks>>, but: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(dump)
      .filter(([table]) => !['audit_log', 'reconciliation_findings', ...but].includes(table))
      .map(([table, rows]) => [
        table,
        rows
          // The admins' feed keeps the event of a finding.
          .filter(({ kind }) => table !== 'feed_events' || kind !== 'finding')
          .map(({ id, updated_at, created_at, purchased_at, grant_id, licence_key, ...row }) => row)
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
  )

type Shop = Awaited<ReturnType<typeof aShop>>
type Wrong = {
  what: string
  wrong: (shop: Shop) => Promise<unknown>
  found: (shop: Shop) => Promise<{ kind: Finding['kind']; subject: string }>
}

const payment = (id: number) => `payment:${id}`
const grant = async (paymentId: number) => `grant:${await grantOf(paymentId)}`

const WRONGS: Wrong[] = [
  {
    what: 'the grant of a purchase is deleted',
    wrong: ({ once }) => loseGrant(once),
    found: async ({ once }) => ({ kind: 'paid-no-access', subject: payment(once) }),
  },
  {
    what: 'the grant of a purchase is switched off',
    wrong: ({ once }) => switchOff(once, 'refunded'),
    found: async ({ once }) => ({ kind: 'paid-no-access', subject: payment(once) }),
  },
  {
    what: 'the grant of a purchase loses its owner',
    wrong: ({ once }) => run('UPDATE user_scripts SET user_id = NULL WHERE payment_id = ?', once),
    found: async ({ once }) => ({ kind: 'paid-no-access', subject: payment(once) }),
  },
  {
    what: 'the grant of a subscription is deleted',
    wrong: ({ monthly }) => loseGrant(monthly),
    found: async ({ monthly }) => ({ kind: 'paid-no-access', subject: payment(monthly) }),
  },
  {
    what: 'the grant of a subscription is deleted and its payment forgets it',
    wrong: async ({ monthly }) => {
      await loseGrant(monthly)
      await run('UPDATE payments SET subscription_id = NULL WHERE id = ?', monthly)
    },
    found: async ({ monthly }) => ({ kind: 'paid-no-access', subject: payment(monthly) }),
  },
  {
    what: 'the grant of a refunded purchase is switched on again',
    wrong: ({ back }) =>
      run("UPDATE user_scripts SET is_active = 1, status = 'active' WHERE payment_id = ?", back),
    found: async ({ back }) => ({ kind: 'refunded-still-active', subject: await grant(back) }),
  },
  {
    what: 'an open checkout has a grant',
    wrong: ({ open, buyer }) =>
      run(
        `INSERT INTO user_scripts (user_id, script_id, access_type, payment_id, purchased_at, created_at, updated_at)
          VALUES (?, ?, 'purchase', ?, 1, 1, 1)`,
        buyer.id,
        PREMIUM_ID,
        open,
      ),
    found: async ({ open }) => ({ kind: 'access-not-paid', subject: await grant(open) }),
  },
]

let mended: Promise<Shop> | undefined
/** One shop for all cases, since each repair restores every row. */
const mendedShop = () => {
  mended ??= aShop()
  return mended
}

describe('finding and repairing rows that were changed by hand', () => {
  test.each(WRONGS)(
    '$what: this is the only finding; one repair restores everything, a second one changes nothing',
    async ({ wrong, found }) => {
      const shop = await mendedShop()
      const { admin } = shop
      await reconcileBooks()
      expect(await openFindings(admin)).toEqual([])
      const right = await dumpBooks()

      await wrong(shop)
      const broken = await found(shop)
      await reconcileBooks()
      const [finding, ...others] = await openFindings(admin)
      expect(finding).toMatchObject(broken)
      expect(others).toEqual([])
      await reconcileBooks()
      expect(await openFindings(admin)).toEqual([finding])

      const id = finding?.id ?? 0
      const mended = await repair(admin, id)
      expect([mended.status, mended.data], mended.text).toEqual([200, { id, resolution: 'repaired' }])
      const after = await dumpBooks()
      expect(bare(after)).toEqual(bare(right))
      const [action] = (
        await env.DB.prepare('SELECT actor_id, action FROM audit_log WHERE subject = ? ORDER BY id')
          .bind(broken.subject)
          .all()
      ).results
      expect(action).toEqual({ actor_id: admin.id, action: 'finding.repair' })
      expect((await repair(admin, id)).data).toEqual({ id, resolution: 'resolved before' })
      await reconcileBooks()
      expect(await dumpBooks()).toEqual(after)
    },
    30_000,
  )

  test('an extra ledger entry is balanced by a second entry, since ledger entries never change', async () => {
    const { admin, once } = await aShop()
    await run(
      "INSERT INTO ledger_entries (payment_id, kind, amount_cents, revision, created_at) VALUES (?, 'refund', -700, 99, 1)",
      once,
    )
    await reconcileBooks()
    const [finding, ...others] = await openFindings(admin)
    expect([finding?.kind, finding?.subject, others]).toEqual(['ledger-off', payment(once), []])
    const answers = await Promise.all([1, 2].map(() => repair(admin, finding?.id ?? 0)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const closed = await env.DB.prepare(
      "SELECT count(*) AS n FROM audit_log WHERE subject = ? AND action IN ('finding.repaired', 'finding.done')",
    )
      .bind(payment(once))
      .first<{ n: number }>()
    // Of two repairs at once one closed the finding, and the audit log has one entry.
    expect(closed?.n).toBe(1)
    const { results } = await env.DB.prepare(
      'SELECT kind, amount_cents FROM ledger_entries WHERE payment_id = ? ORDER BY id',
    )
      .bind(once)
      .all()
    expect(results).toEqual([
      { kind: 'capture', amount_cents: 1950 },
      { kind: 'refund', amount_cents: -700 },
      { kind: 'restore', amount_cents: 700 },
    ])
    await reconcileBooks()
    expect(await openFindings(admin)).toEqual([])
  })

  // invariant: access-has-payment
  test('a grant whose payment was made just before the repair stays, with its licence', async () => {
    const { once, monthly } = await aShop()
    const before = await dumpBooks()
    for (const paymentId of [once, monthly])
      await commit(openDb(env.DB), deleteUnpaidGrant(openDb(env.DB), await grantOf(paymentId)))
    expect(await dumpBooks()).toEqual(before)
  })

  test('an active licence of an ended grant is found, and one click revokes it', async () => {
    const { admin, back } = await aShop()
    const grantId = await grantOf(back)
    await run('DELETE FROM licences WHERE grant_id = ?', grantId)
    await run(
      'INSERT INTO licences (grant_id, licence_key, device_limit, same_ip_only, created_at) VALUES (?, ?, 2, 0, 1)',
      grantId,
      crypto.randomUUID(),
    )
    await reconcileBooks()
    const [finding, ...others] = await openFindings(admin)
    expect([finding?.kind, finding?.subject.split(':')[0], others]).toEqual([
      'refunded-still-active',
      'licence',
      [],
    ])
    expect((await repair(admin, finding?.id ?? 0)).data.resolution).toBe('repaired')
    const licence = await env.DB.prepare('SELECT revoked_at FROM licences WHERE grant_id = ?')
      .bind(grantId)
      .first<{ revoked_at: number | null }>()
    expect(licence?.revoked_at).not.toBeNull()
  })

  // invariant: licence-follows-access
  test('a revoked licence of an active purchase is found, and one click restores it', async () => {
    const { admin, once } = await aShop()
    const grantId = await grantOf(once)
    await run('UPDATE licences SET revoked_at = 1 WHERE grant_id = ?', grantId)
    await reconcileBooks()
    const [finding, ...others] = await openFindings(admin)
    expect([finding?.kind, finding?.subject.split(':')[0], others]).toEqual(['paid-no-access', 'licence', []])
    expect((await repair(admin, finding?.id ?? 0)).data.resolution).toBe('repaired')
    const licence = await env.DB.prepare('SELECT revoked_at FROM licences WHERE grant_id = ?')
      .bind(grantId)
      .first()
    expect(licence).toEqual({ revoked_at: null })
  })

  test('a grant revoked by an admin is no finding; a finding corrected elsewhere is closed as gone', async () => {
    const { admin, once, back } = await aShop()
    await switchOff(once, 'revoked')
    await run("UPDATE user_scripts SET is_active = 1, status = 'active' WHERE payment_id = ?", back)
    await reconcileBooks()
    expect((await openFindings(admin)).map(({ kind }) => kind)).toEqual(['refunded-still-active'])
    await run("UPDATE user_scripts SET is_active = 0, status = 'refunded' WHERE payment_id = ?", back)
    await reconcileBooks()
    expect(await openFindings(admin)).toEqual([])
    const all = await admin.get<Finding[]>('/api/recovery/findings?open=false')
    expect(all.data[0]).toMatchObject({ resolution: 'gone', resolvedBy: null })
  })
})

describe('a finding', () => {
  test('about a flagged payment gets advice instead of a repair; completing the payment resolves it', async () => {
    const { admin, buyer } = await aShop()
    const opened = await buy(buyer, (await aProduct()).id)
    await sandbox.faults({ tamper: { amount: 100 } })
    for (const { id } of await sandbox.eventsOf(() => sandbox.pay(opened.checkoutId)))
      await deliver(await sandbox.signed(id), buyer.bindings)
    await reconcileBooks()
    const [finding] = await openFindings(admin)
    expect(finding).toMatchObject({ kind: 'needs-attention', subject: payment(opened.paymentId) })
    const refused = await repair(admin, finding?.id ?? 0)
    expect([refused.status, refused.message]).toEqual([
      422,
      'This needs your decision: open the order. Complete it or refund it; if it was not delivered, you can also refund the money at the provider and close it.',
    ])
    await completeByHand(opened.paymentId, admin)
    expect((await repair(admin, finding?.id ?? 0)).data.resolution).toBe('repaired')
  })

  test('about an event that was given up or an undeliverable receipt is repaired by a retry', async () => {
    const { admin, buyer, once } = await aShop()
    const { checkoutId } = await buy(buyer, (await aProduct()).id)
    const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
    const completed = events.find(({ type }) => type === 'checkout.session.completed')
    await run(
      `INSERT INTO webhook_events (provider, event_id, type, payload, received_at, attempts, last_error)
        VALUES ('stripe', ?, 'checkout.session.completed', ?, ?, 20, 'torn')`,
      completed?.id,
      JSON.stringify(completed?.event),
      Date.now(),
    )
    await run(
      "UPDATE email_deliveries SET status = 'dead', next_attempt_at = NULL WHERE key = ?",
      `receipt:${once}`,
    )
    await reconcileBooks()
    const waiting = await openFindings(admin)
    expect(waiting.map(({ kind, subject }) => [kind, subject.split(':')[0]]).sort()).toEqual([
      ['needs-attention', 'event'],
      ['needs-attention', 'mail'],
    ])
    for (const { id } of waiting) expect((await repair(admin, id)).data.resolution).toBe('repaired')
    const paid = await env.DB.prepare('SELECT status FROM payments WHERE checkout_id = ?')
      .bind(checkoutId)
      .first()
    expect(paid).toEqual({ status: 'completed' })
    const mail = await env.DB.prepare('SELECT status, run FROM email_deliveries WHERE key = ?')
      .bind(`receipt:${once}`)
      .first()
    expect(mail).toMatchObject({ status: 'queued', run: 2 })
  })

  test('is not repaired while the provider does not respond', async () => {
    const { admin, back } = await aShop()
    await run("UPDATE user_scripts SET is_active = 1, status = 'active' WHERE payment_id = ?", back)
    await reconcileBooks()
    const [finding] = await openFindings(admin)
    const before = await dumpBooks()
    await sandbox.faults({ stripeApi: 'fail' })
    expect((await repair(admin, finding?.id ?? 0)).status).toBe(503)
    expect(await dumpBooks()).toEqual(before)
  })
})
