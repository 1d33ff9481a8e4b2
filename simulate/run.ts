import type { Faults } from '../sandbox/faults/faults.ts'
import { random } from '../src/worker/testing/random.ts'
import { type Books, readBooks } from './books.ts'
import { type Answer, Client } from './client.ts'
import { People } from './people.ts'
import { type Fault, type Moment, plan } from './plan.ts'
import { readAdminTotals, readScreen, readShelf } from './screens.ts'
import type { ShopProcess } from './shop-process.ts'

/** The limits of a run: no new moment begins after `forMs` milliseconds or after `moments` moments. */
export type Length = { forMs: number; moments: number }

const HOUR_MS = 3_600_000
const CRONS = ['* * * * *', '*/5 * * * *']
const DAILY = '17 3 * * *'
const MONTHLY = '47 4 1 * *'
/** Each healing round moves the clock forward, so that scheduled retries become due. */
const ROUNDS = [0, 1, 2, 4, 7, 12, 26, 27].map((hours) => hours * HOUR_MS)
const QUIET_MS = 30_000
const SOON_MS = 5_000
const RECONCILED_MS = 180_000

/** One run: executes the plan of a seed against one shop until the time limit, then heals. */
export class Run {
  readonly answers: Answer[] = []
  readonly #people: People
  readonly #visitor: Client
  readonly #admin: Client
  readonly #next: () => number
  #movedMs = 0
  #cryptoProvider: 'coinbase' | 'btcpay'
  #isFaulty = false
  #moments = 0

  readonly #shop: ShopProcess
  readonly #seed: number
  readonly #say: (line: string) => void

  constructor(shop: ShopProcess, seed: number, say: (line: string) => void) {
    this.#shop = shop
    this.#seed = seed
    this.#say = say

    this.#next = random(seed + 1)
    this.#cryptoProvider = this.#next() < 0.5 ? 'coinbase' : 'btcpay'
    this.#visitor = this.#newClient()
    this.#admin = this.#newClient()
    this.#people = new People(this.#visitor, this.#admin, () => this.#newClient(), String(seed))
  }

  get moments(): number {
    return this.#moments
  }

  #newClient = (): Client =>
    new Client(
      this.#shop.baseUrl,
      (answer, begunUnderFault) =>
        this.answers.push({ ...answer, explained: begunUnderFault || this.#isFaulty }),
      () => this.#isFaulty,
    )

  async live({ forMs, moments }: Length): Promise<void> {
    await this.#shop.begin({ movedMs: 0, cryptoProvider: this.#cryptoProvider })
    await this.#people.prepare()
    const until = Date.now() + forMs
    for (const moment of plan(this.#seed)) {
      if (moment.index >= moments || Date.now() >= until) break
      await this.#live(moment)
      this.#moments = moment.index + 1
    }
  }

  async #live({ index, steps, fault }: Moment): Promise<void> {
    this.#say(
      `${index} ${steps.map(({ action }) => action).join(', ')}${fault ? ` under ${describe(fault)}` : ''}`,
    )
    if (fault?.kind === 'sandbox') await this.#setFaults(fault.faults)
    if (fault?.kind === 'clock') {
      await this.#moveClock(this.#movedMs + fault.byMs)
      // An admin's session ends 30 minutes after its last use.
      await this.#people.logInAdmin()
    }
    const acting = Promise.all(steps.map((step) => this.#people.act(step)))
    if (fault?.kind !== 'kill') await acting
    else {
      this.#isFaulty = true
      await new Promise((resume) => setTimeout(resume, Math.floor(this.#next() * 400)))
      await this.#shop.kill(fault.process)
      await acting
      // A restart may also change the crypto provider.
      this.#cryptoProvider = this.#next() < 0.5 ? 'coinbase' : 'btcpay'
      await this.#start()
      this.#isFaulty = false
    }
    if (fault?.kind === 'sandbox') await this.#endFaults()
  }

  #start = () => this.#shop.start({ movedMs: this.#movedMs, cryptoProvider: this.#cryptoProvider })

  async #setFaults(faults: Partial<Faults>): Promise<void> {
    this.#isFaulty = true
    await this.#visitor.put('/sandbox/faults', faults)
  }

  /** Paused webhooks are sent, all at once; dropped webhooks are not. */
  async #endFaults(): Promise<void> {
    await this.#visitor.delete('/sandbox/faults')
    this.#isFaulty = false
  }

  async #moveClock(movedMs: number): Promise<void> {
    this.#movedMs = movedMs
    await this.#visitor.ask('PUT', '/sandbox/clock', String(movedMs))
    // Any change of the faults makes the sandbox reset its alarm.
    await this.#visitor.put('/sandbox/faults', {})
  }

  /** Ends all faults. Runs every sweep repeatedly while the clock advances by hours, and waits for all webhooks. */
  async heal(): Promise<void> {
    const began = this.#movedMs
    await this.#endFaults()
    await this.#people.endWaits()
    for (const afterMs of ROUNDS) {
      this.#say(`healing, ${afterMs / HOUR_MS} hours later`)
      await this.#moveClock(began + afterMs)
      for (const cron of CRONS) await this.#fire(cron)
      await this.#quiet()
    }
    await this.#fire(DAILY)
    await this.#quiet()
    await this.#reconciled()
    await this.#moveClock(began + 28 * HOUR_MS)
    for (const cron of CRONS) await this.#fire(cron)
    await this.#quiet()
    // Commissions are final after a week; then they are paid out.
    await this.#moveClock(began + 8 * 24 * HOUR_MS)
    for (const cron of [DAILY, MONTHLY, ...CRONS]) await this.#fire(cron)
    await this.#quiet()
    await this.#reconciled()
    // Events that arrived while the clock was days ahead are due only now, and one sweep handles a limited number.
    for (const hours of [1, 2, 4]) {
      await this.#moveClock(began + (8 * 24 + hours) * HOUR_MS)
      for (const cron of CRONS) await this.#fire(cron)
      await this.#quiet()
    }
  }

  #fire = (cron: string) => this.#visitor.get(`/cdn-cgi/local/scheduled?cron=${encodeURIComponent(cron)}`)

  /** Waits, at most QUIET_MS, until two checks in a row find no webhook that is due soon. */
  async #quiet(): Promise<void> {
    const until = Date.now() + QUIET_MS
    for (let calm = 0; calm < 2 && Date.now() < until; ) {
      const { body } = await this.#visitor.get('/sandbox/stripe/events.json?limit=200')
      // After a jump back, some webhooks are due only hours later.
      const soon = Date.now() + this.#movedMs + SOON_MS
      const waits = ((body ?? []) as { state: string; dueAt: string | null }[]).some(
        ({ state, dueAt }) => state === 'pending' && dueAt !== null && Date.parse(dueAt) < soon,
      )
      calm = waits ? 0 : calm + 1
      await new Promise((resume) => setTimeout(resume, 250))
    }
  }

  /**
   * Waits, at most RECONCILED_MS, until no reconciliation run is in progress. If the clock jumps by days during a run,
   * the run counts as lost, and the next run has to cover its days.
   */
  async #reconciled(): Promise<void> {
    const until = Date.now() + RECONCILED_MS
    await this.#people.logInAdmin()
    while (Date.now() < until) {
      const { body } = await this.#admin.get('/api/recovery/runs?limit=5')
      const runs = (body?.data ?? []) as { finishedAt: string | null }[]
      if (runs.length > 0 && runs.every(({ finishedAt }) => finishedAt !== null)) return
      await new Promise((resume) => setTimeout(resume, 500))
    }
  }

  /** Reads the screens, stops the shop, and reads its books. */
  async readBooks(): Promise<Books> {
    this.#say('reading screens')
    await this.#people.logInAgain()
    const adminTotals = await readAdminTotals(this.#shop.baseUrl, this.#admin)
    const screens: Books['screens'] = []
    const shelves: Books['shelves'] = []
    for (const { client, userId, gone } of this.#people.persons) {
      if (gone) continue
      const notificationIds = await readScreen(this.#shop.baseUrl, client)
      if (notificationIds) screens.push({ userId, notificationIds })
      shelves.push({ userId, products: await readShelf(client) })
    }
    await this.#shop.stop()
    const now = Date.now() + this.#movedMs
    return readBooks(this.#shop.stateDir, { now, adminTotals, screens, shelves, answers: this.answers })
  }
}

function describe(fault: Fault): string {
  switch (fault.kind) {
    case 'sandbox':
      return JSON.stringify(fault.faults)
    case 'kill':
      return `kill -9 of ${fault.process}`
    case 'clock':
      return `a clock that jumps by ${Math.round(fault.byMs / 60_000)} minutes`
  }
}
