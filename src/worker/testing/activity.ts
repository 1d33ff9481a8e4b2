import type Stripe from 'stripe'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { charge } from './charges.ts'
import type { SignedIn } from './clients.ts'
import { buy } from './purchases.ts'
import { random } from './random.ts'
import { sandbox } from './sandbox.ts'

export const ACTIONS = [
  'buy',
  'abandon',
  'subscribe',
  'renew',
  'fail',
  'recover',
  'cancel',
  'resume',
  'end',
  'refund',
  'partial-refund',
  'dispute',
  'win',
  'lose',
  'guest',
] as const
export type Action = (typeof ACTIONS)[number]

/** What somebody does; `pick` chooses among whom or what it can be done to, so that a plan is made without its results. */
export type Step = { action: Action; pick: number }

/** A plan of a day: the same seed is the same plan. What can be done more often stands more often. */
export function aDay(seed: number, length: number): Step[] {
  const next = random(seed)
  const usual: Action[] = [...ACTIONS, 'buy', 'buy', 'subscribe', 'renew', 'renew', 'guest']
  return Array.from({ length }, () => {
    const action = usual[Math.floor(next() * usual.length)] ?? 'buy'
    return { action, pick: Math.floor(next() * 1_000_000) }
  })
}

/** Money that moved at Stripe, as this day knows it. */
type Charge = {
  intentId: string
  amountCents: number
  refundedCents: number
  disputeId: string | null
  disputed: 'no' | 'open' | 'won' | 'lost'
  subscriptionId: string | null
}

type Subscribed = { id: string; state: 'running' | 'owing' | 'over'; ending: boolean }

/** Who acts, and on what. */
export type Cast = {
  buyers: SignedIn[]
  /** Sold one by one. */
  productIds: number[]
  /** Some of them have it. */
  couponId: number
  /** For the addresses of guests; `name` keeps two days apart. */
  name: string
}

/**
 * A day at Stripe: buyers, guests, banks and the operator's dashboard do what the plan says, as far as it can be done.
 * Nothing here tells the shop; what Stripe would have told it are the sandbox's events.
 */
export class Day {
  readonly charges: Charge[] = []
  readonly subscriptions: Subscribed[] = []
  readonly #held = new Set<string>()
  #guests = 0

  constructor(readonly cast: Cast) {}

  /** False where there is nothing to do it to. */
  async act({ action, pick }: Step): Promise<boolean> {
    switch (action) {
      case 'buy':
      case 'abandon':
        return this.#buy(pick, action === 'buy')
      case 'subscribe':
        return this.#subscribe(pick)
      case 'guest':
        return this.#payByLink(pick)
      case 'renew':
        return this.#renew(pick, 'running', 'renew')
      case 'fail':
        return this.#renew(pick, 'running', 'fail')
      case 'recover':
        return this.#renew(pick, 'owing', 'renew')
      case 'cancel':
      case 'resume':
        return this.#change(pick, action === 'cancel')
      case 'end':
        return this.#end(pick)
      case 'refund':
      case 'partial-refund':
        return this.#refund(pick, action === 'refund')
      case 'dispute':
        return this.#dispute(pick)
      case 'win':
      case 'lose':
        return this.#decide(pick, action === 'win' ? 'won' : 'lost')
    }
  }

  /** Everything of a plan, one after the other; `after` each step that did something. */
  async live(plan: readonly Step[], after: (step: Step) => Promise<unknown> = async () => {}): Promise<void> {
    for (const step of plan) if (await this.act(step)) await after(step)
  }

  async #buy(pick: number, pays: boolean): Promise<boolean> {
    const buyer = pickOf(this.cast.buyers, pick)
    const productId = pickOf(this.cast.productIds, Math.floor(pick / 7))
    if (!buyer || productId === undefined || this.#isHeld(buyer, productId)) return false
    this.#hold(buyer, productId)
    if (pays && pick % 4 === 1) {
      await sandbox.cryptoPay((await charge(buyer, productId)).checkoutId)
      return true
    }
    const { checkoutId } = await buy(buyer, productId, 'one-time', pick % 2 === 0 ? this.cast.couponId : null)
    if (!pays) {
      await sandbox.expire(checkoutId)
      return true
    }
    await sandbox.pay(checkoutId)
    await this.#note(await sandbox.session(checkoutId))
    return true
  }

  async #subscribe(pick: number): Promise<boolean> {
    const buyer = pickOf(this.cast.buyers, pick)
    if (!buyer || this.#isHeld(buyer, PREMIUM_ID)) return false
    this.#hold(buyer, PREMIUM_ID)
    const couponId = pick % 2 === 0 ? this.cast.couponId : null
    const { checkoutId } = await buy(buyer, PREMIUM_ID, 'subscription', couponId)
    await sandbox.pay(checkoutId)
    await this.#note(await sandbox.session(checkoutId))
    return true
  }

  async #payByLink(pick: number): Promise<boolean> {
    const plan = pick % 2 === 0 ? 'premium' : 'lifetime'
    this.#guests += 1
    const email = `guest-${this.#guests}-${this.cast.name}@mail.test`
    await sandbox.payByLink(plan, email)
    const sessions = await sandbox.sessions()
    await this.#note(sessions.find(({ customer_details }) => customer_details?.email === email))
    return true
  }

  /** One product is bought once by one buyer, whatever becomes of it: the shop would refuse, or not, as it hears of it. */
  #isHeld = ({ id }: SignedIn, productId: number) => this.#held.has(`${id}:${productId}`)
  #hold = ({ id }: SignedIn, productId: number) => this.#held.add(`${id}:${productId}`)

  async #note(session: Stripe.Checkout.Session | undefined): Promise<void> {
    if (!session) throw new Error('Stripe has no such session')
    const subscriptionId = typeof session.subscription === 'string' ? session.subscription : null
    if (subscriptionId !== null) {
      this.subscriptions.push({ id: subscriptionId, state: 'running', ending: false })
      await this.#noteInvoice(subscriptionId)
      return
    }
    const intentId = typeof session.payment_intent === 'string' ? session.payment_intent : null
    if (intentId === null) throw new Error('The session moved no money')
    this.#charged(intentId, session.amount_total ?? 0, null)
  }

  /** The latest invoice of a subscription was paid. */
  async #noteInvoice(subscriptionId: string): Promise<void> {
    const { intentId, amountCents } = await sandbox.latestCharge(subscriptionId)
    this.#charged(intentId, amountCents, subscriptionId)
  }

  #charged(intentId: string, amountCents: number, subscriptionId: string | null): void {
    const fresh = { refundedCents: 0, disputeId: null, disputed: 'no' as const }
    this.charges.push({ intentId, amountCents, subscriptionId, ...fresh })
  }

  async #renew(pick: number, state: 'running' | 'owing', verb: 'renew' | 'fail'): Promise<boolean> {
    const one = pickOf(
      this.subscriptions.filter((each) => each.state === state && !each.ending),
      pick,
    )
    if (!one) return false
    await sandbox.subscription(one.id, verb)
    one.state = verb === 'renew' ? 'running' : 'owing'
    if (verb === 'renew') await this.#noteInvoice(one.id)
    return true
  }

  async #change(pick: number, ending: boolean): Promise<boolean> {
    const one = pickOf(
      this.subscriptions.filter((each) => each.state === 'running' && each.ending !== ending),
      pick,
    )
    if (!one) return false
    await sandbox.updateSubscription(one.id, { cancel_at_period_end: String(ending) })
    one.ending = ending
    return true
  }

  async #end(pick: number): Promise<boolean> {
    const one = pickOf(
      this.subscriptions.filter(({ state }) => state !== 'over'),
      pick,
    )
    if (!one) return false
    await sandbox.subscription(one.id, 'cancel')
    one.state = 'over'
    return true
  }

  async #refund(pick: number, whole: boolean): Promise<boolean> {
    const one = pickOf(
      this.charges.filter((each) => each.refundedCents < each.amountCents && calm(each)),
      pick,
    )
    if (!one) return false
    const left = one.amountCents - one.refundedCents
    const cents = whole ? left : Math.max(1, Math.floor(left / 3))
    await sandbox.refund(one.intentId, cents)
    one.refundedCents += cents
    if (one.refundedCents === one.amountCents) this.#endsWith(one)
    return true
  }

  async #dispute(pick: number): Promise<boolean> {
    const one = pickOf(
      this.charges.filter((each) => each.disputed === 'no' && each.refundedCents < each.amountCents),
      pick,
    )
    if (!one) return false
    one.disputeId = await sandbox.dispute(one.intentId)
    one.disputed = 'open'
    return true
  }

  async #decide(pick: number, outcome: 'won' | 'lost'): Promise<boolean> {
    const one = pickOf(
      this.charges.filter(({ disputed }) => disputed === 'open'),
      pick,
    )
    if (!one?.disputeId) return false
    await sandbox.endDispute(one.disputeId, outcome)
    one.disputed = outcome
    if (outcome === 'lost') this.#endsWith(one)
    return true
  }

  /**
   * The shop ends a subscription whose running period was given back once it hears of it. A day on which it hears nothing
   * would go on with it, and be another day: so nothing happens to it any more.
   */
  #endsWith({ subscriptionId }: Charge): void {
    const one = this.subscriptions.find(({ id }) => id === subscriptionId)
    if (one) one.state = 'over'
  }
}

const calm = ({ disputed }: Charge) => disputed === 'no' || disputed === 'won'

const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]
