import type { Client, Reply } from './client.ts'
import type { Step } from './plan.ts'

type Person = { client: Client; name: string; email: string; userId: number; code: string; gone: boolean }
/** A checkout that a person opened, and the page where it is paid. */
type Checkout = { person: Person; paymentId: number | string; page: string; productId: number }
type Ids = { id: string }[]

const PASSWORD = 'correct horse 9'
const ADMIN = { username: 'admin', password: 'admin-password' }
/** The ids to draw from. Lifetime (12) is rare, because its buyers have no product left to buy. */
const ONE_TIME = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 1, 3, 12]
const MONTHLY = [2, 14]
const PLANS = [
  ['premium', 2, 2999],
  ['lifetime', 12, 29999],
  ['monad', 1, 4900],
  ['soneium', 3, 3900],
] as const

const of = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]

/** Customers, guests, admins, banks and attackers, acting over HTTP. Remembers only data for their next actions. */
export class People {
  readonly #persons: Person[] = []
  readonly #checkouts: Checkout[] = []
  readonly #guests: string[] = []
  readonly #guestPages: string[] = []
  #coupons: number[] = []
  #count = 0

  /** Uses the sandbox's pages, without an account. */
  readonly #visitor: Client
  readonly #admin: Client
  readonly #newClient: () => Client
  readonly #name: string

  constructor(visitor: Client, admin: Client, newClient: () => Client, name: string) {
    this.#visitor = visitor
    this.#admin = admin
    this.#newClient = newClient
    this.#name = name
  }

  get persons(): readonly Person[] {
    return this.#persons
  }

  /** Creates the admin's session and the coupons of the run. */
  async prepare(): Promise<void> {
    await this.#admin.post('/api/auth/login', ADMIN)
    // 10 days ago: earlier than any time to which the clock can jump.
    const startDate = new Date(Date.now() - 10 * 86_400_000).toISOString()
    const forms = [
      { code: 'SIMHALF', discountType: 'percentage', discountValue: 0.5, maxUses: 12, maxUsesPerUser: 2 },
      { code: 'SIMFIVE', discountType: 'fixed_amount', discountValue: 5, maxUses: 5, maxUsesPerUser: 1 },
      {
        code: 'SIMFIRST',
        discountType: 'percentage',
        discountValue: 0.3,
        maxUses: 8,
        maxUsesPerUser: 1,
        audience: 'new_customers',
      },
      { code: 'SIMFREE', discountType: 'free_product', discountValue: 100, maxUses: 4, maxUsesPerUser: 1 },
    ]
    const made = await Promise.all(
      forms.map((form) =>
        this.#admin.post('/api/coupons', { ...form, startDate, description: 'Of a simulated run' }),
      ),
    )
    this.#coupons = made.flatMap(({ body }) => (body?.data ? [body.data.id as number] : []))
    if (this.#coupons.length < forms.length) throw new Error(`No coupons: ${JSON.stringify(made)}`)
  }

  logInAdmin = () => this.#admin.post('/api/auth/login', ADMIN)

  /** Creates new sessions: sessions from before a jump of the clock may have expired. */
  async logInAgain(): Promise<void> {
    await this.logInAdmin()
    for (const { client, name, gone } of this.#persons) {
      if (!gone) await client.post('/api/auth/login', { username: name, password: PASSWORD })
    }
  }

  async act({ action, pick }: Step): Promise<void> {
    switch (action) {
      case 'register':
        return this.#register(pick)
      case 'verify':
        return this.#verify(pick)
      case 'buy-by-card':
        return this.#buyByCard(pick)
      case 'buy-by-crypto':
        return this.#buyByCrypto(pick)
      case 'guest-by-card':
        return this.#payByLink(pick, 'card')
      case 'guest-by-crypto':
        return this.#payByLink(pick, 'crypto')
      case 'return':
        return this.#return(pick)
      case 'finish-crypto':
        return this.#finishCrypto(pick)
      case 'pay-balance':
        return this.#payBalance(pick)
      case 'take-money-back':
        return this.#takeMoneyBack(pick)
      case 'finish-delayed-card':
        return this.#withCheckout(pick, async ({ page }) => {
          if (page.includes('/stripe/'))
            await this.#visitor.post(`${page}/async-${pick % 3 === 0 ? 'fail' : 'succeed'}`)
        })
      case 'ask-refund':
        return this.#askRefund(pick)
      case 'decide-refund':
        return this.#decideRefund(pick)
      case 'admin-refund':
        return this.#refundAsAdmin(pick)
      case 'complete-by-hand':
        return this.#completeByHand(pick)
      case 'refund-at-provider':
        return this.#refundAtProvider(pick)
      case 'fail-refund':
        return this.#atSandbox('/sandbox/stripe/refunds.json', pick, ({ id }) => [
          `/sandbox/stripe/refunds/${id}/fail`,
        ])
      case 'dispute':
        return this.#dispute(pick)
      case 'end-dispute':
        return this.#atSandbox('/sandbox/stripe/disputes.json', pick, ({ id }) => [
          `/sandbox/stripe/disputes/${id}/${pick % 2 === 0 ? 'won' : 'lost'}`,
        ])
      case 'renew':
      case 'fail-renewal':
      case 'end-at-provider':
        return this.#atSandbox('/sandbox/stripe/subscriptions.json', pick, ({ id }) => [
          `/sandbox/stripe/subscriptions/${id}/${{ renew: 'renew', 'fail-renewal': 'fail', 'end-at-provider': 'cancel' }[action]}`,
        ])
      case 'cancel-subscription':
        return this.#withSubscription(pick, 'cancel')
      case 'resume-subscription':
        return this.#withSubscription(pick, 'resume')
      case 'renew-prepaid':
        return this.#renewPrepaid(pick)
      case 'download':
        return this.#download(pick)
      case 'delete-account':
        return this.#deleteAccount(pick)
      case 'forge-webhook':
        return this.#forge(pick)
      case 'read-foreign-payment':
        return this.#readForeign(pick)
    }
  }

  #person(pick: number): Person | undefined {
    return of(
      this.#persons.filter(({ gone }) => !gone),
      pick,
    )
  }

  async #register(pick: number): Promise<void> {
    this.#count += 1
    const name = `sim-${this.#name}-${this.#count}`
    // Some guests with a purchase register later, with the same email address.
    const guest = pick % 5 === 0 ? of(this.#guests, pick >> 3) : undefined
    const email = guest ?? `${name}@buyer.example`
    const referralCode = pick % 2 === 0 ? of(this.#persons, pick >> 2)?.code : undefined
    const client = this.#newClient()
    const { status, body } = await client.post('/api/auth/register', {
      username: name,
      email,
      password: PASSWORD,
      referralCode,
    })
    if (status !== 201) return
    const stats = await client.get('/api/user/referral-stats')
    const code = (stats.body?.data?.referralCode as string | undefined) ?? ''
    this.#persons.push({ client, name, email, userId: body.data.id, code, gone: false })
  }

  async #verify(pick: number): Promise<void> {
    const person = this.#person(pick)
    if (person) await this.#openLink(person)
  }

  /** Opens the link of the newest mail with a link. */
  async #openLink(person: Person): Promise<void> {
    const { body } = await this.#visitor.get(`/sandbox/mail.json?to=${encodeURIComponent(person.email)}`)
    const links = ((body ?? []) as { links: string[] }[]).flatMap((mail) => mail.links)
    const token = links.map((link) => /verify-email.*[?&#]token=([^&]+)/.exec(link)?.[1]).find(Boolean)
    if (token) await person.client.post('/api/auth/verify-email', { token: decodeURIComponent(token) })
  }

  #order(person: Person, pick: number) {
    const coupon = pick % 3 === 0 ? of(this.#coupons, pick >> 4) : undefined
    const productId = (pick % 4 === 1 ? of(MONTHLY, pick >> 5) : of(ONE_TIME, pick >> 5)) ?? 1
    return {
      productId,
      email: person.email,
      clientPaymentId: `sim-visit-${person.userId}-${pick}`,
      couponId: coupon ?? null,
      referralCode: pick % 7 === 0 ? of(this.#persons, pick >> 6)?.code : null,
    }
  }

  /** The coupons of the run have a total limit: they need a confirmed address. */
  async #confirmFor(person: Person, { couponId }: { couponId: number | null }): Promise<void> {
    if (couponId !== null) await this.#openLink(person)
  }

  #note(person: Person, productId: number, { status, body }: Reply, key: 'url' | 'hostedUrl') {
    if (status !== 201 || !body?.data?.[key]) return null
    const { pathname } = new URL(body.data[key], this.#visitor.baseUrl)
    // A free purchase leads directly to the success page.
    if (!pathname.startsWith('/sandbox/')) return null
    const checkout = {
      person,
      paymentId: (body.data.id ?? pathname.split('/').at(-1)) as number | string,
      page: pathname,
      productId,
    }
    this.#checkouts.push(checkout)
    return checkout
  }

  async #buyByCard(pick: number): Promise<void> {
    const person = this.#person(pick)
    if (!person) return
    const order = this.#order(person, pick)
    const input = {
      ...order,
      provider: 'stripe',
      purchaseType: MONTHLY.includes(order.productId) ? 'subscription' : 'one-time',
    }
    // A double click.
    await this.#confirmFor(person, order)
    const asked = await Promise.all(
      Array.from({ length: pick % 6 === 0 ? 2 : 1 }, () => person.client.post('/api/payment/create', input)),
    )
    const checkout = this.#note(person, order.productId, asked[0] as Reply, 'url')
    if (!checkout) return
    const button = of(
      ['pay', 'pay', 'pay', 'pay', 'pay', 'decline', 'cancel', 'expire', 'async-pay', 'leave'],
      pick >> 7,
    )
    if (button === 'leave') return
    await this.#visitor.post(`${checkout.page}/${button}`)
    if (button === 'decline') await this.#visitor.post(`${checkout.page}/pay`)
    if (pick % 4 === 0) await person.client.get(`/api/payment/${checkout.paymentId}`)
  }

  async #buyByCrypto(pick: number): Promise<void> {
    const person = this.#person(pick)
    if (!person) return
    const order = this.#order(person, pick)
    await this.#confirmFor(person, order)
    const checkout = this.#note(
      person,
      order.productId,
      await person.client.post('/api/coinbase/create-charge', order),
      'hostedUrl',
    )
    if (!checkout) return
    await this.#payAt(checkout.page, pick >> 7)
    if (pick % 4 === 0) await person.client.get(`/api/payment/${checkout.paymentId}`)
  }

  /** Pays a checkout: at Coinbase in full or not at all; at BTCPay Server any amount, also after expiry. */
  async #payAt(page: string, pick: number): Promise<void> {
    const post = (verb: string, json?: object) => this.#visitor.post(`${page}/${verb}`, json)
    if (page.includes('/coinbase/')) {
      const verb = of(['pay', 'pay', 'pay', 'send', 'decline', 'cancel', 'expire', 'leave'], pick)
      if (verb !== 'leave' && verb) await post(verb)
      return
    }
    switch (pick % 8) {
      case 0:
      case 1:
        return void (await post('pay'))
      case 2:
        return void (await post('pay', { amount: '7.00' }))
      case 3:
        return void (await post('pay', { amount: '400.00' }))
      case 4:
        return void (await post('pay', { unconfirmed: true }))
      case 5:
        await post('expire')
        return void (await post('pay'))
      case 6:
        await post('pay', { amount: '11.50' })
        return void (await post('expire'))
      default:
        return void (await post('expire'))
    }
  }

  async #payByLink(pick: number, how: 'card' | 'crypto'): Promise<void> {
    const [plan] = of(PLANS, pick) ?? PLANS[0]
    const known = pick % 4 === 0 ? this.#person(pick >> 2)?.email : undefined
    this.#count += 1
    const email = known ?? `guest-${this.#name}-${this.#count}@guest.example`
    if (!known) this.#guests.push(email)
    if ((pick >> 5) % 2 === 0) return this.#payInShop(pick, email, how)
    const provider = pick % 3 === 0 ? 'btcpay' : 'coinbase'
    await this.#visitor.post(
      `/sandbox/pay/${plan}/${how}/pay`,
      how === 'card' ? { email } : { email, provider },
    )
  }

  /** Buys on the page of a product, without an account, in a browser of its own. */
  async #payInShop(pick: number, email: string, method: 'card' | 'crypto'): Promise<void> {
    const browser = this.#newClient()
    const [, productId] = of(PLANS, pick >> 3) ?? PLANS[0]
    const clientPaymentId = `guest-${this.#name}-${this.#count}`
    const order = { productId, email, method, clientPaymentId, remind: pick % 2 === 0 }
    const { body } = await browser.post('/api/payment/guest', order)
    const url: unknown = body?.data?.url
    if (typeof url !== 'string') return
    const page = new URL(url).pathname
    this.#guestPages.push(page)
    const button = of(['pay', 'pay', 'pay', 'decline', 'expire', 'async-pay', 'leave'], pick >> 7)
    if (!page.includes('/stripe/')) await this.#payAt(page, pick >> 7)
    else if (button !== 'leave') await this.#visitor.post(`${page}/${button}`)
    if (pick % 4 === 0) await browser.get(`/api/payment/guest/${page.split('/').at(-1)}`)
  }

  async #withCheckout(pick: number, act: (checkout: Checkout) => Promise<unknown>): Promise<void> {
    // One of the last 12 checkouts, because older ones are finished.
    const checkout = of(this.#checkouts.slice(-12), pick)
    if (checkout && !checkout.person.gone) await act(checkout)
  }

  #return = (pick: number) =>
    this.#withCheckout(pick, ({ person, paymentId }) => person.client.get(`/api/payment/${paymentId}`))

  #finishCrypto = (pick: number) =>
    this.#withCheckout(pick, async ({ page }) => {
      if (page.includes('/stripe/')) return
      const verbs = page.includes('/coinbase/')
        ? ['confirm', 'confirm', 'decline']
        : ['confirm', 'confirm', 'pay', 'lose']
      await this.#visitor.post(`${page}/${of(verbs, pick >> 4)}`)
    })

  /** Confirms all sent crypto payments and delayed bank payments, so that no payment stays pending for days. */
  async endWaits(): Promise<void> {
    for (const page of [...this.#checkouts.map(({ page }) => page), ...this.#guestPages])
      await this.#visitor.post(`${page}/${page.includes('/stripe/') ? 'async-succeed' : 'confirm'}`)
  }

  /** A crypto payment with money that waits for its buyer's decision. */
  async #waiting(pick: number, situations: string[]): Promise<{ person: Person; id: number } | null> {
    const buyers = new Set(
      this.#checkouts.filter(({ page }) => page.includes('/btcpay/')).map((one) => one.person),
    )
    for (const person of buyers) {
      if (person.gone) continue
      const { body } = await person.client.get('/api/payment/open')
      const waiting = ((body?.data ?? []) as { id: number; situation: string | null }[]).filter(
        ({ situation }) => situations.includes(situation ?? ''),
      )
      const chosen = of(waiting, pick)
      if (chosen) return { person, id: chosen.id }
    }
    return null
  }

  async #takeMoneyBack(pick: number): Promise<void> {
    const found = await this.#waiting(pick, ['underpaid', 'overpaid'])
    // A double click.
    const clicks = Array.from({ length: pick % 3 === 0 ? 2 : 1 }, () =>
      found?.person.client.post(`/api/payment/${found.id}/refund-unapplied-funds`),
    )
    await Promise.all(clicks)
  }

  async #payBalance(pick: number): Promise<void> {
    const found = await this.#waiting(pick, ['underpaid'])
    if (!found) return
    const { body } = await found.person.client.post(`/api/payment/${found.id}/balance`)
    const url = body?.data?.url as string | undefined
    if (url && pick % 3 !== 0) await this.#payAt(new URL(url).pathname, pick % 6 === 1 ? 2 : 0)
  }

  async #askRefund(pick: number): Promise<void> {
    const person = this.#person(pick)
    const { body } = (await person?.client.get('/api/user/purchases')) ?? { body: null }
    const paid = ((body?.data ?? []) as { id: number; refundable: { verdict: string } }[]).filter(
      ({ refundable }) => refundable.verdict !== 'no',
    )
    const chosen = of(paid, pick >> 3)
    if (!person || !chosen) return
    await Promise.all(
      Array.from({ length: pick % 5 === 0 ? 2 : 1 }, () =>
        person.client.post(`/api/user/purchases/${chosen.id}/refund`, { reason: 'It is not for me.' }),
      ),
    )
  }

  async #decideRefund(pick: number): Promise<void> {
    const { body } = await this.#admin.get('/api/secure-management/refunds?status=review')
    const refund = of((body?.data ?? []) as { id: number }[], pick)
    if (!refund) return
    const path = `/api/secure-management/refunds/${refund.id}`
    if (pick % 3 === 0) await this.#admin.post(`${path}/decline`, { note: 'Not this time.' })
    else await this.#admin.post(`${path}/approve`)
  }

  async #refundAsAdmin(pick: number): Promise<void> {
    const { body } = await this.#admin.get('/api/secure-management/purchases?limit=30')
    const order = of((body?.data ?? []) as { id: number }[], pick)
    if (!order) return
    const amount = pick % 2 === 0 ? { amount: 3.21 } : {}
    await this.#admin.post(`/api/secure-management/payments/${order.id}/refund`, {
      ...amount,
      reason: 'Goodwill',
    })
  }

  /** The buyer says that they paid another way. */
  async #completeByHand(pick: number): Promise<void> {
    const status = pick % 3 === 0 ? 'expired' : 'pending'
    const { body } = await this.#admin.get(`/api/secure-management/purchases?limit=30&status=${status}`)
    const order = of((body?.data ?? []) as { id: number }[], pick)
    if (!order) return
    const path = `/api/recovery/complete-payment/${order.id}`
    const asked = await this.#admin.post(path)
    const { revision } = (asked.body?.data ?? {}) as { revision?: number }
    if (revision !== undefined) await this.#admin.post(path, { confirm: true, revision })
  }

  async #refundAtProvider(pick: number): Promise<void> {
    if (pick % 3 === 0) {
      return this.#atSandbox('/sandbox/coinbase/checkouts.json', pick >> 2, ({ id }) => [
        `/sandbox/coinbase/checkout/${id}/refund`,
        pick % 2 === 0 ? { amount: '2.50' } : {},
      ])
    }
    const intent = await this.#paidIntent(pick >> 2)
    const amount = pick % 2 === 0 ? { amount: 250 } : {}
    if (intent) await this.#visitor.post('/sandbox/stripe/refunds', { payment_intent: intent, ...amount })
  }

  /** A bank opens a dispute; a payment is disputed at most once. */
  async #dispute(pick: number): Promise<void> {
    const [intent, { body }] = await Promise.all([
      this.#paidIntent(pick),
      this.#visitor.get('/sandbox/stripe/disputes.json'),
    ])
    const isDisputed = ((body ?? []) as { payment_intent: string }[]).some(
      (one) => one.payment_intent === intent,
    )
    if (intent && !isDisputed)
      await this.#visitor.post('/sandbox/stripe/disputes', { payment_intent: intent })
  }

  async #paidIntent(pick: number): Promise<string | null | undefined> {
    const { body } = await this.#visitor.get('/sandbox/stripe/sessions.json?payment_status=paid')
    return of((body ?? []) as { payment_intent: string | null }[], pick)?.payment_intent
  }

  async #atSandbox(
    list: string,
    pick: number,
    to: (object: { id: string }) => [path: string, json?: object],
  ): Promise<void> {
    const { body } = await this.#visitor.get(list)
    const object = of((body ?? []) as Ids, pick)
    if (object) await this.#visitor.post(...to(object))
  }

  async #ownSubscription(pick: number) {
    const person = this.#person(pick)
    const { body } = (await person?.client.get('/api/user/subscriptions')) ?? { body: null }
    const subscription = of((body?.data ?? []) as { id: number; productId: number }[], pick >> 3)
    return person && subscription ? { person, subscription } : null
  }

  async #withSubscription(pick: number, verb: 'cancel' | 'resume'): Promise<void> {
    const own = await this.#ownSubscription(pick)
    if (own) await own.person.client.post(`/api/user/subscriptions/${own.subscription.id}/${verb}`)
  }

  async #renewPrepaid(pick: number): Promise<void> {
    const own = await this.#ownSubscription(pick)
    if (!own) return
    const reply = await own.person.client.post(`/api/user/subscriptions/${own.subscription.id}/renew`)
    const checkout =
      this.#note(own.person, own.subscription.productId, reply, 'url') ??
      this.#note(own.person, own.subscription.productId, reply, 'hostedUrl')
    if (checkout) await this.#payAt(checkout.page, pick >> 7)
  }

  async #download(pick: number): Promise<void> {
    const person = this.#person(pick)
    const { body } = (await person?.client.get('/api/my-products')) ?? { body: null }
    const product = of((body?.data ?? []) as { id: number }[], pick >> 3)
    if (person && product) await person.client.get(`/api/download/file/${product.id}`)
  }

  async #deleteAccount(pick: number): Promise<void> {
    const person = this.#person(pick)
    // At least three people must stay.
    if (!person || this.#persons.filter(({ gone }) => !gone).length < 4) return
    const { status } = await person.client.delete('/api/user/account', { password: PASSWORD })
    // Without a response the account may have been deleted.
    if (status === 200 || status === 0 || status >= 500) person.gone = true
  }

  async #forge(pick: number): Promise<void> {
    const body = JSON.stringify({ id: `evt_forged_${pick}`, type: 'checkout.session.completed', data: {} })
    const provider = of(['stripe', 'coinbase', 'btcpay'], pick) ?? 'stripe'
    const forged = {
      'stripe-signature': 't=1,v1=00',
      'x-hook0-signature': 't=1,v0=00',
      'btcpay-sig': 'sha256=00',
    }
    await this.#visitor.ask('POST', `/api/webhooks/${provider}`, body, forged)
  }

  async #readForeign(pick: number): Promise<void> {
    const checkout = of(this.#checkouts, pick)
    const stranger = this.#persons.find((person) => person !== checkout?.person && !person.gone)
    if (checkout && stranger) await stranger.client.get(`/api/payment/${checkout.paymentId}`)
  }
}
