import { env } from 'cloudflare:workers'
import { aUser, type SignedIn } from './clients.ts'
import { aProduct } from './products.ts'
import {
  closeDispute,
  intentsOf,
  moneyOf,
  openDispute,
  type ProviderMoney,
  stripe,
} from './provider-world.ts'
import { buy, deliver, type Opened } from './purchases.ts'
import { type SandboxEvent, sandbox } from './sandbox.ts'

/** One thing that happens at the provider; `which` picks what it happens to, among what there is. */
export type Step = {
  do:
    | ('buy' | 'subscribe' | 'renew' | 'fail' | 'cancel')
    | ('refund' | 'refund-part' | 'dispute' | 'won' | 'lost')
  which: number
}

type Purchase = Opened & { monthly: boolean; over: boolean; disputes: Map<string, string> }

/** How events reach the shop: told of everything that happened by a step, in the order in which it happened. */
export type Courier = (
  events: SandboxEvent[],
  purchases: readonly Purchase[],
  buyer: SignedIn,
) => Promise<void>

/** A buyer, and what the provider knows of them; the shop knows only what the courier brings. */
export class History {
  readonly purchases: Purchase[] = []

  private constructor(
    readonly buyer: SignedIn,
    private readonly courier: Courier,
  ) {}

  static async of(steps: readonly Step[], courier: Courier): Promise<History> {
    const history = new History(await aUser(), courier)
    for (const step of steps) await history.take(step)
    return history
  }

  private async take(step: Step): Promise<void> {
    const events = await sandbox.eventsOf(() => this.act(step))
    await this.courier(events, this.purchases, this.buyer)
  }

  private async act({ do: verb, which }: Step): Promise<void> {
    if (verb === 'buy' || verb === 'subscribe') return this.purchase(verb === 'subscribe')
    const purchase = this.purchases[which % Math.max(1, this.purchases.length)]
    // What was given back is over: the shop ends it at the provider as soon as it hears of it.
    if (!purchase || purchase.over) return
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
      await closeDispute(dispute, verb)
      purchase.disputes.delete(intent)
      if (verb === 'lost' && isLatest) purchase.over = true
      return
    }
    const left = money.captured - money.refunded
    if (money.disputed || left === 0) return
    if (verb === 'dispute') {
      purchase.disputes.set(intent, await openDispute(intent))
      return
    }
    const amount = verb === 'refund' ? left : Math.min(left, 700)
    await stripe.refunds.create({ payment_intent: intent, amount })
    if (amount === left && isLatest) purchase.over = true
  }

  private async purchase(monthly: boolean): Promise<void> {
    const product = await aProduct({ isSubscription: monthly })
    const opened = await buy(this.buyer, product.id, monthly ? 'subscription' : 'one-time')
    await sandbox.pay(opened.checkoutId)
    this.purchases.push({ ...opened, monthly, over: false, disputes: new Map() })
  }

  private async subscriptionOf({ checkoutId }: Purchase): Promise<string> {
    const { subscription } = await stripe.checkout.sessions.retrieve(checkoutId)
    return typeof subscription === 'string' ? subscription : ''
  }

  /** What the provider took and gave back, per purchase and payment, oldest first. */
  async money(): Promise<ProviderMoney[][]> {
    return Promise.all(
      this.purchases.map(async ({ checkoutId }) => {
        const each = await Promise.all((await intentsOf(checkoutId)).map(moneyOf))
        return each.filter((money) => money !== null)
      }),
    )
  }

  /** What the shop's tables say of each purchase, without what differs from one history to the next. */
  async books() {
    return Promise.all(this.purchases.map(({ paymentId }) => booksOfPurchase(paymentId)))
  }
}

/** In the order in which it happened, each once, at once. */
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
  settled: number
  receipts: number
}

async function booksOfPurchase(paymentId: number) {
  const db = env.DB
  const mine =
    'SELECT p.id FROM payments p WHERE p.id = ?1 OR p.subscription_id = (SELECT subscription_id FROM payments WHERE id = ?1)'
  const all = <Row>(text: string) => db.prepare(text).bind(paymentId).all<Row>()
  const [payments, grants, subscriptions] = await Promise.all([
    all<PaymentBooks>(`SELECT p.status, p.amount_cents AS amountCents, p.refunded_cents AS refundedCents,
      (SELECT sum(l.amount_cents) FROM ledger_entries l WHERE l.payment_id = p.id) AS ledgerCents,
      (SELECT count(*) FROM payment_events e WHERE e.payment_id = p.id AND e.kind = 'settled') AS settled,
      (SELECT count(*) FROM email_deliveries d WHERE d.payment_id = p.id AND d.template = 'receipt') AS receipts
      FROM payments p WHERE p.id IN (${mine}) ORDER BY coalesce(p.period_end, 0), p.id`),
    all<{ status: string; isActive: number }>(
      `SELECT g.status, g.is_active AS isActive FROM user_scripts g WHERE g.payment_id IN (${mine})`,
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
