import { env } from 'cloudflare:workers'
import { DAY } from '#shared/core/time.ts'
import { random } from './random.ts'

type Payment = { id: number; paid: number; left: number; revision: number; disputed: number }

const LASTING = ['active', 'trialing', 'past_due']
const OVER = ['unpaid', 'paused', 'canceled']
const DAYS = 40

/**
 * A random history of a shop, written directly into its tables: accounts, orders, money, subscriptions and commissions
 * change as the tables allow. The same seed gives the same history. Each change has its own time, so that the first
 * purchase of a buyer is unambiguous.
 */
export class ShopLife {
  readonly #next: () => number
  readonly #users: number[] = []
  readonly #open: Payment[] = []
  readonly #paid: Payment[] = []
  readonly #subscriptions: number[] = []
  readonly #commissions: number[] = []
  readonly #tick: number
  #lastId: number
  #at: number

  /** `length`: the number of changes, which are spread over forty days. */
  constructor(
    seed: number,
    readonly scriptIds: readonly number[],
    length: number,
    firstId = 1_000_000,
  ) {
    this.#next = random(seed)
    this.#lastId = firstId
    this.#tick = Math.floor((DAYS * DAY) / length)
    this.#at = Date.now() - DAYS * DAY
  }

  /** Executes this number of changes in one transaction. */
  async live(changes: number): Promise<void> {
    const statements = Array.from({ length: changes }, () => this.#change()).flat()
    if (statements.length > 0) await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)))
  }

  /** Executes a transaction that the tables refuse at its end, like a second copy of an event: all of it rolls back. */
  async liveInVain(): Promise<void> {
    const twice = this.#pick(this.#paid)
    if (!twice) return
    const copy = this.#enter(twice.id, 'capture', 100, 1)
    const all = [...this.#arrive(), copy].map((sql) => env.DB.prepare(sql))
    this.#users.pop()
    const stood = await env.DB.batch(all).then(
      () => true,
      () => false,
    )
    if (stood) throw new Error('A second copy was taken')
  }

  /** Executes `count` purchases in one transaction. */
  async sell(count: number): Promise<void> {
    const statements = Array.from({ length: count }, () => [...this.#order(), ...this.#pay()]).flat()
    await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)))
  }

  #change(): string[] {
    this.#at += this.#tick
    const dice = this.#next()
    if (dice < 0.16) return this.#arrive()
    if (dice < 0.2) return this.#leave()
    if (dice < 0.42) return this.#order()
    if (dice < 0.66) return this.#pay()
    if (dice < 0.74) return this.#loseMoney()
    if (dice < 0.77) return this.#winBack()
    if (dice < 0.84) return this.#subscribe()
    if (dice < 0.93) return this.#turn()
    if (dice < 0.97) return this.#earn()
    return this.#speak()
  }

  #id(): number {
    this.#lastId += 1
    return this.#lastId
  }

  #pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#next() * all.length)]
  }

  #arrive(): string[] {
    const id = this.#id()
    this.#users.push(id)
    const code = id.toString(36).toUpperCase().padStart(8, '0')
    return [
      `INSERT INTO users (id, username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at)
        VALUES (${id}, 'life-${id}', 'life-${id}', 'life-${id}@mail.test', 'life-${id}@mail.test', 'life-${id}@mail.test', '', '${code}', ${this.#at}, ${this.#at})`,
    ]
  }

  /** Deletes an account, sometimes twice: the second time changes nothing. */
  #leave(): string[] {
    const id = this.#pick(this.#users)
    return id === undefined
      ? []
      : [`UPDATE users SET deleted_at = coalesce(deleted_at, ${this.#at}) WHERE id = ${id}`]
  }

  #order(): string[] {
    const id = this.#id()
    const userId = this.#next() < 0.7 ? this.#pick(this.#users) : undefined
    const visit = userId !== undefined && this.#next() < 0.9 ? `'visit-${id}'` : null
    const [price, discount] = [1000 + Math.floor(this.#next() * 9000), this.#next() < 0.3 ? 500 : 0]
    const paid = price - discount
    this.#open.push({ id, paid, left: paid, revision: 0, disputed: 0 })
    const mailbox = `life-${userId ?? Math.floor(this.#next() * 40)}@mail.test`
    return [
      `INSERT INTO payments (id, reference, user_id, script_id, purchase_type, payment_provider, client_payment_id, status, amount_cents, original_cents, discount_cents, email, email_identity, referrer_id, created_at, updated_at)
        VALUES (${id}, 'life-${id}', ${userId ?? null}, ${this.#pick(this.scriptIds) ?? 2}, 'one-time', 'stripe', ${visit}, 'failed', ${paid}, ${price}, ${discount}, '${mailbox}', '${mailbox}', ${this.#next() < 0.2 ? (this.#pick(this.#users) ?? null) : null}, ${this.#at}, ${this.#at})`,
    ]
  }

  #pay(): string[] {
    const payment = this.#open.splice(Math.floor(this.#next() * this.#open.length), 1)[0]
    if (!payment) return []
    this.#paid.push(payment)
    payment.revision = 1
    const { id, paid } = payment
    const pays = `UPDATE payments SET status = 'completed', payment_date = ${this.#at}, updated_at = ${this.#at} WHERE id = ${id}`
    return [
      pays,
      this.#enter(id, 'capture', paid, 1),
      // A repeated update of the same payment.
      ...(this.#next() < 0.2 ? [`UPDATE payments SET payment_date = payment_date WHERE id = ${id}`] : []),
    ]
  }

  #loseMoney(): string[] {
    const payment = this.#pick(this.#paid)
    if (!payment || payment.left === 0) return []
    const cents = this.#next() < 0.5 ? payment.left : Math.ceil(payment.left / 2)
    const disputed = this.#next() < 0.4
    payment.left -= cents
    payment.disputed = disputed ? payment.disputed + cents : 0
    payment.revision += 1
    return [this.#enter(payment.id, disputed ? 'dispute' : 'refund', -cents, payment.revision)]
  }

  #winBack(): string[] {
    const payment = this.#paid.find(({ disputed }) => disputed > 0)
    if (!payment) return []
    payment.revision += 1
    const back = this.#enter(payment.id, 'restore', payment.disputed, payment.revision)
    payment.left += payment.disputed
    payment.disputed = 0
    return [back]
  }

  #enter(paymentId: number, kind: string, cents: number, revision: number): string {
    return `INSERT INTO ledger_entries (payment_id, kind, amount_cents, revision, created_at) VALUES (${paymentId}, '${kind}', ${cents}, ${revision}, ${this.#at})`
  }

  #subscribe(): string[] {
    const id = this.#id()
    this.#subscriptions.push(id)
    const known = this.#next() < 0.8
    const status = this.#pick([...LASTING, ...OVER])
    return [
      `INSERT INTO subscriptions (id, user_id, script_id, stripe_subscription_id, status, monthly_cents, current_period_start, current_period_end, observed_at, created_at, updated_at)
        VALUES (${id}, ${this.#pick(this.#users) ?? null}, 2, ${known ? `'sub-${id}'` : null}, '${status}', ${known ? 2999 : 0}, 0, 0, 0, ${this.#at}, ${this.#at})`,
    ]
  }

  /** Changes any status into any other; some of these changes must not move the counters. */
  #turn(): string[] {
    const id = this.#pick(this.#subscriptions)
    const status = this.#pick([...LASTING, ...OVER])
    return id === undefined
      ? []
      : [`UPDATE subscriptions SET status = '${status}', updated_at = ${this.#at} WHERE id = ${id}`]
  }

  #earn(): string[] {
    const cancelled = this.#next() < 0.3 ? this.#pick(this.#commissions) : undefined
    if (cancelled !== undefined) return [`UPDATE referrals SET status = 'cancelled' WHERE id = ${cancelled}`]
    const [affiliate, payment] = [this.#pick(this.#users), this.#pick(this.#paid)]
    if (affiliate === undefined || !payment) return []
    const id = this.#id()
    this.#commissions.push(id)
    return [
      `INSERT INTO referrals (id, referrer_id, payment_id, source_event, kind, commission_cents, status, created_at)
        VALUES (${id}, ${affiliate}, ${payment.id}, 'life:${id}', 'commission', ${Math.round(payment.paid / 10)}, 'pending', ${this.#at})`,
    ]
  }

  #speak(): string[] {
    return [
      `INSERT INTO contact_messages (first_name, last_name, email, subject, message, created_at)
        VALUES ('A', 'B', 'life@mail.test', 'A question', 'About it.', ${this.#at})`,
    ]
  }
}
