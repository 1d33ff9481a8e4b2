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

/** One action. `pick` selects its target among the possible ones, so that a plan needs no results of earlier steps. */
export type Step = { action: Action; pick: number }

/** The plan of a day, the same for the same seed. Frequent actions are listed several times. */
export function aDay(seed: number, length: number): Step[] {
  const next = random(seed)
  const usual: Action[] = [...ACTIONS, 'buy', 'buy', 'subscribe', 'renew', 'renew', 'guest']
  return Array.from({ length }, () => {
    const action = usual[Math.floor(next() * usual.length)] ?? 'buy'
    return { action, pick: Math.floor(next() * 1_000_000) }
  })
}

/** A charge at Stripe, as this day recorded it. */
type Charge = {
  intentId: string
  amountCents: number
  refundedCents: number
  disputeId: string | null
  disputed: 'no' | 'open' | 'won' | 'lost'
  subscriptionId: string | null
}

type Subscribed = { id: string; state: 'running' | 'owing' | 'over'; ending: boolean }

/** The people and objects of a day. */
export type Cast = {
  buyers: SignedIn[]
  /** Products for one-time purchases. */
  productIds: number[]
  /** The coupon of some purchases. */
  couponId: number
  /** Part of the guests' addresses, so that two days have different guests. */
  name: string
}

/**
 * A day at Stripe: buyers, guests, banks and the operator's dashboard carry out the plan, as far as its steps are
 * possible. This class notifies the shop of nothing; the sandbox records the events that Stripe would have sent.
 */
export class Day {
  readonly charges: Charge[] = []
  readonly subscriptions: Subscribed[] = []
  readonly #held = new Set<string>()
  #guests = 0

  constructor(readonly cast: Cast) {}

  /** False where the action has no possible target. */
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

  /** Carries out a plan step by step; calls `after` for each step that did something. */
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

  /** A buyer buys a product at most once: whether the shop accepts it again depends on the events that it received. */
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

  /** Records the latest invoice of a subscription, which was paid. */
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
   * The shop ends a subscription once it receives the event of the current period's refund. On a day without events the
   * subscription would continue, and the day would differ: so the subscription gets no further actions.
   */
  #endsWith({ subscriptionId }: Charge): void {
    const one = this.subscriptions.find(({ id }) => id === subscriptionId)
    if (one) one.state = 'over'
  }
}

const calm = ({ disputed }: Charge) => disputed === 'no' || disputed === 'won'

const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]
