import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { aDay, Day } from '../../testing/activity.ts'
import { aRegisteredUser, aUser } from '../../testing/clients.ts'
import { aCoupon } from '../../testing/coupons.ts'
import { someOf } from '../../testing/depth.ts'
import { dumpBooks } from '../../testing/dump.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { deliver } from '../../testing/purchases.ts'
import { reconcile } from '../../testing/reconciling.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique, withPausedQueue } from '../../testing/shop.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

async function aCast(productIds: number[]) {
  const { bindings } = withPausedQueue()
  const affiliate = await aUser({ bindings })
  const referralCode = await env.DB.prepare('SELECT referral_code FROM users WHERE id = ?')
    .bind(affiliate.id)
    .first<string>('referral_code')
  const friend = () => aRegisteredUser({ referralCode, bindings })
  const buyers = [await friend(), await friend(), await aUser({ bindings })]
  const { id: couponId } = await aCoupon({ discountValue: 0.3, maxUsesPerUser: 10 })
  return { buyers, productIds, couponId, name: unique('cast') }
}

/** The payments of a cast with all their effects, as text that is equal for two casts. */
async function outcomeOf({ buyers, name }: Day['cast']): Promise<string[]> {
  const who = buyers.map(({ id }) => id)
  const { results } = await env.DB.prepare(
    `SELECT p.user_id, p.email, p.script_id, p.purchase_type, p.status, p.amount_cents, p.refunded_cents,
        p.flagged_reason, p.payment_date IS NOT NULL AS made,
        (SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_entries e WHERE e.payment_id = p.id) AS money,
        (SELECT g.status FROM user_scripts g WHERE g.payment_id = p.id) AS granted,
        (SELECT s.status || ' ' || s.cancel_at_period_end FROM subscriptions s WHERE s.id = p.subscription_id) AS running,
        (SELECT count(*) FROM email_deliveries d WHERE d.payment_id = p.id AND d.template = 'receipt') AS receipts,
        (SELECT sum(r.commission_cents) FROM referrals r WHERE r.payment_id = p.id AND r.status <> 'cancelled') AS earned,
        (SELECT u.state FROM coupon_usages u WHERE u.payment_id = p.id) AS use,
        (SELECT l.revoked_at IS NULL FROM licences l JOIN user_scripts g ON g.id = l.grant_id
          WHERE g.payment_id = p.id) AS licensed
      FROM payments p WHERE p.user_id IN (${who.join()}) OR p.email LIKE '%' || ? ESCAPE '\\'`,
  )
    .bind(`-${name}@mail.test`)
    .all<Record<string, unknown>>()
  return results
    .map(({ user_id: id, email, ...row }) => {
      const buyer = id === null ? String(email).replace(name, '') : who.indexOf(Number(id))
      return JSON.stringify({ buyer, ...row })
    })
    .sort()
}

async function deliverAll(ids: string[]): Promise<void> {
  const { bindings } = withPausedQueue()
  for (const id of ids) expect((await deliver(await sandbox.signed(id), bindings)).status).toBe(200)
}

const openFindings = async () =>
  (
    await env.DB.prepare(
      'SELECT kind, subject, details FROM reconciliation_findings WHERE resolved_at IS NULL',
    ).all()
  ).results

describe('after all webhooks of a day were dropped,', () => {
  test.each(
    someOf([
      [2, ['"earned":1', '"use":"redeemed"', '"licensed":0']],
      [17, []],
      [24, []],
    ] as const),
  )(
    'one reconciliation repairs everything; a second one and late webhooks change nothing (seed %i)',
    async (seed, parts) => {
      const plan = aDay(seed, 45)
      const products = [(await aProduct()).id, (await aProduct()).id]

      const heard = new Day(await aCast(products))
      const told = new Set((await sandbox.allEvents()).map(({ id }) => id))
      const tell = async () => {
        const fresh = (await sandbox.allEvents()).map(({ id }) => id).filter((id) => !told.has(id))
        for (const id of fresh) told.add(id)
        await deliverAll(fresh)
      }
      await heard.live(plan, tell)
      const wanted = await outcomeOf(heard.cast)
      for (const part of ['"licensed":1', ...parts])
        expect(wanted.join(), 'a day on which everything happens').toContain(part)

      const began = Date.now()
      const silent = new Day(await aCast(products))
      await sandbox.faults({ webhooks: 'drop' })
      const dropped = await sandbox.eventsOf(() => silent.live(plan))
      await sandbox.faults({ webhooks: 'hold' })
      expect(silent.charges.length, 'a day on which something happens').toBeGreaterThan(5)
      expect(await outcomeOf(silent.cast)).not.toEqual(wanted)

      const first = await reconcile(began)
      expect(await outcomeOf(silent.cast)).toEqual(wanted)
      expect(await openFindings()).toEqual([])
      const run = await env.DB.prepare('SELECT * FROM reconciliation_runs WHERE id = ?')
        .bind(first.runId)
        .first<{ checked: number; healed: number; found: number; last_error: string | null }>()
      expect(run).toMatchObject({ found: 0, last_error: null })
      expect(run?.healed).toBeGreaterThan(5)

      const healed = await dumpBooks()
      await reconcile(began)
      expect(await dumpBooks()).toEqual(healed)
      await deliverAll(dropped.map(({ id }) => id))
      expect(await dumpBooks()).toEqual(healed)
    },
    120_000,
  )
})
