import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { MINUTE } from '#shared/core/time.ts'
import type { Finding } from '#shared/recovery/contract.ts'
import { commit, openDb } from '../../db/client.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { dumpBooks } from '../../testing/dump.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, buy, deliver } from '../../testing/purchases.ts'
import { reconcile } from '../../testing/reconciling.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { withPausedQueue } from '../../testing/shop.ts'
import { deleteUnpaidGrant } from '../access/writes.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

/** Nothing of before is walked again: these are about what is wrong in the tables. */
const reconcileBooks = () => reconcile(Date.now() + MINUTE)

const run = (text: string, ...params: unknown[]) =>
  env.DB.prepare(text)
    .bind(...params)
    .run()

const grantsOf = 'SELECT id FROM user_scripts WHERE payment_id = ?'

/** What a payment gave, and the licence that came with it, as if neither had ever been there. */
async function loseGrant(paymentId: number) {
  await run(`DELETE FROM licences WHERE grant_id IN (${grantsOf})`, paymentId)
  await run('DELETE FROM user_scripts WHERE payment_id = ?', paymentId)
}

/** … or both as if it had been taken back. */
async function switchOff(paymentId: number, status: 'refunded' | 'revoked') {
  await run('UPDATE user_scripts SET is_active = 0, status = ? WHERE payment_id = ?', status, paymentId)
  await run(`UPDATE licences SET revoked_at = 1 WHERE grant_id IN (${grantsOf})`, paymentId)
}

/** A shop in which somebody bought a script, subscribed, and had another script refunded. */
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

/** What is not the same as before, but for when it was written; a licence that was lost comes with another key. */
const bare = (dump: Awaited<ReturnType<typeof dumpBooks>>, but: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(dump)
      .filter(([table]) => !['audit_log', 'reconciliation_findings', ...but].includes(table))
      .map(([table, rows]) => [
        table,
        rows
          // That something was found stays in the admins' feed.
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
/** One for all that is mended to the last row. */
const mendedShop = () => {
  mended ??= aShop()
  return mended
}

describe('what is made wrong by hand', () => {
  test.each(WRONGS)(
    '$what: it is found, and nothing else is; one click mends it, a second one changes nothing',
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

  test('an entry too much in the ledger is balanced by another one, for nothing in it is ever changed', async () => {
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
    // Of two at once one closed it, and the log says so once.
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
  test('a grant whose payment was made a moment before the click stays, with its licence', async () => {
    const { once, monthly } = await aShop()
    const before = await dumpBooks()
    for (const paymentId of [once, monthly])
      await commit(openDb(env.DB), deleteUnpaidGrant(openDb(env.DB), await grantOf(paymentId)))
    expect(await dumpBooks()).toEqual(before)
  })

  test('a licence that outlives the access it came with is ended', async () => {
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

  test('what an admin revoked is no finding, and what comes right by itself is gone', async () => {
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

describe('what waits for a person', () => {
  test('a flagged payment is listed, a repair asks the provider again and says what to do, completing it resolves it', async () => {
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
      'This needs your decision: refund the money at the provider, or complete the payment by hand where it is not complete.',
    ])
    await admin.post(`/api/recovery/complete-payment/${opened.paymentId}`, { confirm: true })
    expect((await repair(admin, finding?.id ?? 0)).data.resolution).toBe('repaired')
  })

  test('an event that was given up and a receipt that is dead are taken up again by one click', async () => {
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

  test('while the provider does not answer nothing is repaired', async () => {
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
