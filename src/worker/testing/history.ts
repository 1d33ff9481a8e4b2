import { env } from 'cloudflare:workers'
import { charge } from './charges.ts'
import { aRegisteredUser, aUser, type SignedIn } from './clients.ts'
import { aCoupon, redeemBy } from './coupons.ts'
import { aProduct } from './products.ts'
import { intentsOf, moneyOf, type ProviderMoney, stripe } from './provider-world.ts'
import { buy, deliver, type Opened } from './purchases.ts'
import { type SandboxEvent, sandbox } from './sandbox.ts'

/** One action at the provider; `which` selects its target among the existing ones. */
export type Step = {
  do:
    | ('buy' | 'subscribe' | 'buy-reduced' | 'subscribe-reduced' | 'prepay' | 'free-month')
    | ('renew' | 'fail' | 'cancel')
    | ('refund' | 'refund-part' | 'dispute' | 'won' | 'lost')
  which: number
}

type Collector = 'stripe' | 'coinbase' | 'nobody'
type Purchase = Opened & {
  collector: Collector
  monthly: boolean
  couponId: number | null
  over: boolean
  disputes: Map<string, string>
}

/** A tenth is no whole number of cents: of this price, of the reduced price, and of the rest after a partial refund. */
const PRICE_CENTS = 1965

/** Delivers the events of a step to the shop. `events` has them in the order in which they happened. */
export type Courier = (
  events: SandboxEvent[],
  purchases: readonly Purchase[],
  buyer: SignedIn,
) => Promise<void>

type Coupons = { reduced: number; free: number }

/**
 * A buyer who was referred by an affiliate, and the buyer's purchases at the providers. The shop knows only the events
 * that the courier delivers.
 */
export class History {
  readonly purchases: Purchase[] = []

  private constructor(
    readonly buyer: SignedIn,
    readonly affiliate: SignedIn,
    readonly coupons: Coupons,
    private readonly courier: Courier,
  ) {}

  static async of(steps: readonly Step[], courier: Courier): Promise<History> {
    const affiliate = await aUser()
    const referralCode = await env.DB.prepare('SELECT referral_code FROM users WHERE id = ?')
      .bind(affiliate.id)
      .first<string>('referral_code')
    const many = { maxUsesPerUser: 100 }
    const reduced = await aCoupon({ ...many, discountValue: 0.3 })
    const free = await aCoupon({ ...many, discountType: 'free_product', discountValue: 100 })
    const coupons = { reduced: reduced.id, free: free.id }
    const history = new History(await aRegisteredUser({ referralCode }), affiliate, coupons, courier)
    for (const step of steps) await history.take(step)
    return history
  }

  private async take(step: Step): Promise<void> {
    const events = await sandbox.eventsOf(() => this.act(step))
    await this.courier(events, this.purchases, this.buyer)
  }

  private async act({ do: verb, which }: Step): Promise<void> {
    switch (verb) {
      case 'buy':
      case 'subscribe':
        return this.purchase(verb === 'subscribe', null)
      case 'buy-reduced':
      case 'subscribe-reduced':
        return this.purchase(verb === 'subscribe-reduced', this.coupons.reduced)
      case 'prepay':
        return this.prepay()
      case 'free-month':
        return this.takeFreeMonth()
    }
    const purchase = this.purchases[which % Math.max(1, this.purchases.length)]
    // A refunded purchase gets no further actions: the shop ends it at the provider once it receives the refund's
    // event.
    if (!purchase || purchase.over || purchase.collector === 'nobody') return
    if (purchase.collector === 'coinbase') {
      if (verb === 'refund' || verb === 'refund-part') await this.giveBackCoins(purchase, verb)
      return
    }
    if (verb === 'renew' || verb === 'fail' || verb === 'cancel') {
      if (purchase.monthly) await sandbox.subscription(await this.subscriptionOf(purchase), verb)
      return
    }
    const intents = await intentsOf(purchase.checkoutId)
    const intent = intents[which % Math.max(1, intents.length)]
    const money = intent ? await moneyOf(intent) : null
    if (!intent || !money) return
    const isLatest = intent === intents.at(-1)
    if (verb === 'won' || verb === 'lost') {
      const dispute = purchase.disputes.get(intent)
      if (!dispute) return
      await sandbox.endDispute(dispute, verb)
      purchase.disputes.delete(intent)
      if (verb === 'lost' && isLatest) purchase.over = true
      return
    }
    const left = money.captured - money.refunded
    if (money.disputed || left === 0) return
    if (verb === 'dispute') {
      purchase.disputes.set(intent, await sandbox.dispute(intent))
      return
    }
    const amount = verb === 'refund' ? left : Math.min(left, 700)
    await stripe.refunds.create({ payment_intent: intent, amount })
    if (amount === left && isLatest) purchase.over = true
  }

  private async giveBackCoins(purchase: Purchase, verb: 'refund' | 'refund-part'): Promise<void> {
    const { captured, refunded } = await coinsOf(purchase.checkoutId)
    const left = captured - refunded
    const amount = verb === 'refund' ? left : Math.min(left, 700)
    await sandbox.coinbaseRefund(purchase.checkoutId, (amount / 100).toFixed(2))
    if (amount === left) purchase.over = true
  }

  private async purchase(monthly: boolean, couponId: number | null): Promise<void> {
    const product = await aProduct({ isSubscription: monthly, priceCents: PRICE_CENTS })
    const opened = await buy(this.buyer, product.id, monthly ? 'subscription' : 'one-time', couponId)
    await sandbox.pay(opened.checkoutId)
    this.note(opened, { collector: 'stripe', monthly, couponId })
  }

  /** A month paid in crypto. */
  private async prepay(): Promise<void> {
    const product = await aProduct({ isSubscription: true, priceCents: PRICE_CENTS })
    const opened = await charge(this.buyer, product.id)
    await sandbox.cryptoPay(opened.checkoutId)
    this.note(opened, { collector: 'coinbase', monthly: true, couponId: null })
  }

  private async takeFreeMonth(): Promise<void> {
    const product = await aProduct({ isSubscription: true, priceCents: PRICE_CENTS })
    const couponId = this.coupons.free
    const { data } = await redeemBy(this.buyer, product.id, couponId, { purchaseType: 'subscription' })
    const opened = { paymentId: data.id, checkoutId: '', url: data.url }
    this.note(opened, { collector: 'nobody', monthly: true, couponId })
  }

  private note(opened: Opened, sale: Pick<Purchase, 'collector' | 'monthly' | 'couponId'>): void {
    this.purchases.push({ ...opened, ...sale, over: false, disputes: new Map() })
  }

  private async subscriptionOf({ checkoutId }: Purchase): Promise<string> {
    const { subscription } = await stripe.checkout.sessions.retrieve(checkoutId)
    return typeof subscription === 'string' ? subscription : ''
  }

  /** The money captured and refunded at the provider, per purchase and payment, oldest first. */
  async money(): Promise<ProviderMoney[][]> {
    return Promise.all(
      this.purchases.map(async ({ checkoutId, collector }) => {
        if (collector === 'nobody') return [{ captured: 0, refunded: 0, disputed: false }]
        if (collector === 'coinbase') return [await coinsOf(checkoutId)]
        const each = await Promise.all((await intentsOf(checkoutId)).map(moneyOf))
        return each.filter((money) => money !== null)
      }),
    )
  }

  /** The rows of each purchase in the shop's tables, without values that differ between two histories. */
  async books() {
    return Promise.all(this.purchases.map(({ paymentId }) => booksOfPurchase(paymentId, this.affiliate.id)))
  }

  /** Each coupon's counter of uses, and the number of its live uses. */
  async uses(): Promise<{ counted: number; live: number }[]> {
    const { results } = await env.DB.prepare(
      `SELECT c.current_uses AS counted, (SELECT count(*) FROM coupon_usages u
        WHERE u.coupon_id = c.id AND u.state <> 'released') AS live FROM coupons c WHERE c.id IN (?, ?) ORDER BY c.id`,
    )
      .bind(this.coupons.reduced, this.coupons.free)
      .all<{ counted: number; live: number }>()
    return results
  }
}

/** The money captured and refunded by Coinbase for a charge. */
async function coinsOf(checkoutId: string): Promise<ProviderMoney> {
  const checkout = (await sandbox.coinbaseCheckouts()).find(({ id }) => id === checkoutId)
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  return {
    captured: cents(checkout?.amount ?? '0'),
    refunded: cents(checkout?.refundedAmount ?? '0'),
    disputed: false,
  }
}

/** Delivers each event once, immediately, in the order in which they happened. */
export const inOrder: Courier = async (events) => {
  for (const { id } of events) await mustArrive(id)
}

export async function mustArrive(eventId: string): Promise<void> {
  const answer = await deliver(await sandbox.signed(eventId))
  if (answer.status !== 200) throw new Error(`${eventId}: ${answer.status} ${await answer.text()}`)
}

type PaymentBooks = {
  status: string
  amountCents: number
  refundedCents: number
  ledgerCents: number | null
  /** Invoices less credit notes. */
  invoicedCents: number | null
  /** The invoices of the sale itself. */
  saleInvoices: number
  settled: number
  receipts: number
  /** Whether the sale is attributed to the affiliate. `commissionCents` is the sum of its commission entries. */
  referred: number
  commissionCents: number
  use: 'held' | 'redeemed' | 'released' | null
}
type GrantBooks = { status: string; isActive: number; licences: number; runs: number }

async function booksOfPurchase(paymentId: number, affiliateId: number) {
  const db = env.DB
  const mine =
    'SELECT p.id FROM payments p WHERE p.id = ?1 OR p.subscription_id = (SELECT subscription_id FROM payments WHERE id = ?1)'
  const all = <Row>(text: string) => db.prepare(text).bind(paymentId).all<Row>()
  const [payments, grants, subscriptions] = await Promise.all([
    all<PaymentBooks>(`SELECT p.status, p.amount_cents AS amountCents, p.refunded_cents AS refundedCents,
      (SELECT sum(l.amount_cents) FROM ledger_entries l WHERE l.payment_id = p.id) AS ledgerCents,
      (SELECT sum(iif(i.series = 'invoice', i.amount_cents, -i.amount_cents)) FROM invoices i
        WHERE i.payment_id = p.id) AS invoicedCents,
      (SELECT count(*) FROM invoices i WHERE i.payment_id = p.id AND i.cause = 'sale') AS saleInvoices,
      (SELECT count(*) FROM payment_events e WHERE e.payment_id = p.id AND e.kind = 'settled') AS settled,
      (SELECT count(*) FROM email_deliveries d WHERE d.payment_id = p.id AND d.template = 'receipt') AS receipts,
      p.referrer_id IS ${affiliateId} AS referred,
      (SELECT coalesce(sum(r.commission_cents), 0) FROM referrals r
        WHERE r.payment_id = p.id AND r.referrer_id = ${affiliateId} AND r.status <> 'cancelled') AS commissionCents,
      (SELECT u.state FROM coupon_usages u WHERE u.payment_id = p.id) AS use
      FROM payments p WHERE p.id IN (${mine}) ORDER BY coalesce(p.period_end, 0), p.id`),
    all<GrantBooks>(
      `SELECT g.status, g.is_active AS isActive,
        (SELECT count(*) FROM licences l WHERE l.grant_id = g.id) AS licences,
        (SELECT count(*) FROM licences l WHERE l.grant_id = g.id AND l.revoked_at IS NULL) AS runs
        FROM user_scripts g WHERE g.payment_id IN (${mine})`,
    ),
    all<{ status: string; cancels: number }>(
      `SELECT s.status, s.cancel_at_period_end AS cancels FROM subscriptions s
        WHERE s.id = (SELECT subscription_id FROM payments WHERE id = ?1)`,
    ),
  ])
  return {
    payments: payments.results,
    grants: grants.results,
    subscription: subscriptions.results[0] ?? null,
  }
}
