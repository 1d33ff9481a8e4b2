import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { batchOf } from '../../db/account-batch.ts'
import { commit, openDb } from '../../db/client.ts'
import { aRegisteredUser, aUser, type Client, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aNotification, pushTo, readHub } from '../../testing/hubs.ts'
import { filePathOf } from '../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, bought, buy, deliver } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, depsOf, unique, withPausedQueue } from '../../testing/shop.ts'
import { connect, until } from '../../testing/sockets.ts'
import { adoptEmail, takeToken } from '../accounts/writes.ts'
import { createPayment } from '../payments/checkout/create-payment.ts'
import { deleteAccount } from './delete-account.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

async function remove(who: Client, password: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await who.fetch('DELETE', '/api/user/account', headers, JSON.stringify({ password }))
  const body = await response.json<{ message: string; data?: { fields?: Record<string, string> } }>()
  return { status: response.status, ...body }
}

const userRow = (id: number) =>
  env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(id).first<Record<string, unknown>>()
const stripeIdOf = async (user: SignedIn) =>
  (
    await env.DB.prepare('SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = ?')
      .bind(user.id)
      .first<{ id: string }>()
  )?.id ?? ''
const isSignedIn = async (who: Client) => (await who.get('/api/auth/me')).status === 200
const verify = (user: SignedIn) =>
  env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(user.id).run()

/** Every row of every table that still contains one of these words. */
async function tracesOf(words: string[]): Promise<string[]> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>()
  expect(tables.length).toBeGreaterThan(15)
  const found: string[] = []
  for (const { name } of tables) {
    for (const row of (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results) {
      const text = JSON.stringify(row)
      if (words.some((word) => text.includes(word))) found.push(`${name}: ${text}`)
    }
  }
  return found
}

/** A purchase that this address made as a guest at a pay page, now attached to the account. */
async function aGuestPurchaseOf(user: SignedIn) {
  const events = await sandbox.eventsOf(() => sandbox.payByLink('lifetime', user.email))
  for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
  const { meta } = await env.DB.prepare(
    "UPDATE email_deliveries SET user_id = NULL WHERE to_address = ? AND template = 'receipt' AND payment_id = (SELECT max(id) FROM payments)",
  )
    .bind(user.email)
    .run()
  expect(meta.changes).toBe(1)
}

describe('a deletion', () => {
  test('needs the password, and the sixth attempt is refused with 429', async () => {
    stopClock()
    const user = await aUser()
    const wrong = await remove(user, 'not my password')
    expect(wrong).toMatchObject({ status: 422, data: { fields: { password: 'This is not your password.' } } })
    expect((await remove(user, '')).status).toBe(400)
    const guesses = []
    for (let guess = 0; guess < 5; guess++) guesses.push((await remove(user, `guess ${guess}`)).status)
    expect(guesses).toEqual([422, 422, 422, 422, 429])
    expect(await isSignedIn(user)).toBe(true)
    expect((await userRow(user.id))?.deleted_at).toBeNull()
  })

  test('of an admin is refused: the role is handed over first', async () => {
    const admin = await aUser({ admin: true })
    expect((await remove(admin, admin.password)).status).toBe(409)
    expect(await isSignedIn(admin)).toBe(true)
  })

  test('removes the address from reconciliation findings and keeps the findings', async () => {
    const user = await aUser()
    await verify(user)
    const [theirs, other] = [unique('checkout:cs_'), unique('checkout:cs_')]
    for (const [subject, email] of [
      [theirs, user.email.toUpperCase()],
      [other, 'other@mail.test'],
    ])
      await env.DB.prepare(
        "INSERT INTO reconciliation_findings (kind, subject, details, found_at, last_seen_at) VALUES ('needs-attention', ?, ?, 1, 1)",
      )
        .bind(subject, JSON.stringify({ reason: 'unknown', amountCents: 2999, email }))
        .run()
    expect((await remove(user, user.password)).status).toBe(200)
    const { results } = await env.DB.prepare(
      'SELECT details FROM reconciliation_findings WHERE subject IN (?, ?) ORDER BY id',
    )
      .bind(theirs, other)
      .all<{ details: string }>()
    expect(results.map(({ details }) => JSON.parse(details))).toEqual([
      { reason: 'unknown', amountCents: 2999 },
      { reason: 'unknown', amountCents: 2999, email: 'other@mail.test' },
    ])
  })

  // invariant: deleted-account
  test('ends every charge, every session and every access, and leaves no trace of the person', async () => {
    const { bindings, sent } = withPausedQueue()
    const user = await aUser({ bindings })
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    await bought(user, PREMIUM_ID, 'subscription')
    const unpaid = await buy(user, (await aProduct()).id)
    await env.DB.prepare('INSERT INTO beta_choices VALUES (?, ?, 1)').bind(user.id, product.id).run()
    await consume(sent.splice(0), {}, bindings)
    const receipt = (await sandbox.mails(user.email)).at(-1)?.links[0] ?? ''
    const open = () => visitor(bindings).fetch('GET', filePathOf(receipt))
    expect((await open()).status).toBe(200)

    const phone = visitor(bindings)
    await phone.post('/api/auth/login', { username: user.username, password: user.password })
    const socket = await connect(user)
    await pushTo(user.id, unique('news'), aNotification('n'))
    await verify(user)
    const message = { subject: 'Hello there', message: 'Is this script for me?', newsletter: true }
    const names = { firstName: 'Ada', lastName: 'Byron' }
    const form = { ...names, ...message, email: user.email.toUpperCase() }
    await env.DB.prepare('UPDATE users SET new_airdrops = 0 WHERE id = ?').bind(user.id).run()
    // One of two messages has reached support. The other one and the newsletter's confirmation mail are still queued.
    for (const bindingsOfOne of [bindings, withPausedQueue().bindings])
      expect((await visitor(bindingsOfOne).post('/api/contact', form)).status).toBe(201)
    await consume(
      sent.splice(0).filter((job) => JSON.stringify(job).includes('contact:')),
      {},
      bindings,
    )
    await aGuestPurchaseOf(user)
    const code = String((await userRow(user.id))?.referral_code)
    const friend = await aUser()
    await env.DB.prepare('UPDATE users SET referred_by = ? WHERE id = ?').bind(user.id, friend.id).run()
    for (const [status, source] of [
      ['completed', unique('payment')],
      ['paid', unique('payment')],
    ])
      await env.DB.prepare(
        "INSERT INTO referrals (referrer_id, source_event, kind, commission_cents, status, created_at) VALUES (?, ?, 'commission', 300, ?, 1)",
      )
        .bind(user.id, source, status)
        .run()
    const stripeId = await stripeIdOf(user)

    expect(await remove(user, user.password)).toMatchObject({
      status: 200,
      message: 'Your account was deleted',
    })

    // Nothing is charged any more.
    expect((await depsOf().providers.stripe.findSubscription(stripeId))?.status).toBe('canceled')
    expect(await sandbox.eventsOf(() => sandbox.subscription(stripeId, 'renew'))).toEqual([])
    expect((await sandbox.session(unpaid.checkoutId))?.status).toBe('expired')
    expect((await booksOf(unpaid.paymentId)).payment?.status).toBe('expired')

    // No session, link or password works any more.
    expect(user.cookies.has('session')).toBe(false)
    expect(await isSignedIn(phone)).toBe(false)
    await until(() => socket.closed !== null)
    expect(socket.closed?.code).toBe(4001)
    expect((await open()).status).toBe(403)
    const login = { username: user.username, password: user.password }
    expect((await visitor().post('/api/auth/login', login)).status).toBe(401)

    // Only the bookkeeping is kept.
    expect(await readHub(user.id)).toEqual({ kept: [], log: [] })
    expect((await userRow(friend.id))?.referred_by).toBeNull()
    const choices = env.DB.prepare('SELECT 1 FROM beta_choices WHERE user_id = ?').bind(user.id)
    expect(await choices.first()).toBeNull()
    const ledger = await env.DB.prepare('SELECT status FROM referrals WHERE referrer_id = ? ORDER BY id')
      .bind(user.id)
      .all<{ status: string }>()
    expect(ledger.results.map(({ status }) => status)).toEqual(['cancelled', 'paid'])
    const { payment, grants } = await booksOf(paymentId)
    expect(payment).toMatchObject({ status: 'completed', amount_cents: 1950, user_id: user.id })
    expect(grants.map(({ is_active }) => is_active)).toEqual([0])
    const log = await env.DB.prepare('SELECT action, actor_id FROM audit_log WHERE subject = ?')
      .bind(`user:${user.id}`)
      .all()
    expect(log.results).toEqual([{ action: 'account.delete', actor_id: user.id }])

    // The last mail is sent, and its address is removed.
    await consume(sent.splice(0), {}, bindings)
    const [last] = await sandbox.mails(user.email)
    expect(last?.subject).toBe('Your account was deleted')
    expect(last?.text).toContain('subscription has ended')
    const traces = await tracesOf([user.email, user.email.toUpperCase(), user.username, code])
    // The provider's webhook events are kept for 90 days.
    expect(traces.filter((trace) => !trace.startsWith('webhook_events:'))).toEqual([])

    // The username is free again.
    const { username, email, password } = user
    const again = await visitor().post<{ id: number }>('/api/auth/register', { username, email, password })
    expect(again.status).toBe(201)
    expect(again.data.id).not.toBe(user.id)
  })

  test('succeeds even where another user has the username and the address that deleted accounts get', async () => {
    const user = await aUser()
    const squatter = { username: `deleted-${user.id}`, email: `deleted-${user.id}@deleted.invalid` }
    const taken = await visitor().post('/api/auth/register', { ...squatter, password: 'long enough' })
    expect(taken.status).toBe(201)
    expect((await remove(user, user.password)).status).toBe(200)
  })

  test('invalidates every link of the account, even one that is being opened at that moment', async () => {
    const user = await aRegisteredUser()
    const link = await env.DB.prepare('SELECT token_hash AS hash FROM auth_tokens WHERE user_id = ?')
      .bind(user.id)
      .first<{ hash: string }>()
    expect(link?.hash).toBeTruthy()
    expect((await remove(user, user.password)).status).toBe(200)
    const after = await userRow(user.id)
    const db = openDb(env.DB)
    const opening = [
      takeToken(db, link?.hash ?? '', Date.now()),
      adoptEmail(db, user.id, user.email, Date.now()),
    ]
    await expect(commit(db, opening)).rejects.toThrow()
    expect(await userRow(user.id)).toEqual(after)
  })

  test('keeps messages from an address that the user never verified', async () => {
    const user = await aUser()
    await env.DB.prepare(
      "INSERT INTO contact_messages (first_name, last_name, email, subject, message, created_at) VALUES ('A', 'B', ?, 's', 'm', 1)",
    )
      .bind(user.email)
      .run()
    expect((await remove(user, user.password)).status).toBe(200)
    const left = await env.DB.prepare('SELECT id FROM contact_messages WHERE email = ?')
      .bind(user.email)
      .all()
    expect(left.results).toHaveLength(1)
  })

  test('is refused while the provider is down, and succeeds when the provider is up again', async () => {
    const user = await aUser()
    await bought(user, PREMIUM_ID, 'subscription')
    const before = await userRow(user.id)
    await sandbox.faults({ stripeApi: 'fail' })
    const refused = await remove(user, user.password)
    expect(refused.status).toBe(503)
    expect(refused.message).toMatch(/^Your account was not deleted\. We must first/)
    await sandbox.calm()
    expect(await userRow(user.id)).toEqual(before)
    expect(await isSignedIn(user)).toBe(true)
    expect((await user.get<{ status: string }[]>('/api/user/subscriptions')).data[0]?.status).toBe('active')
    // The provider cancelled, but its response was lost: the next attempt finds that.
    await sandbox.faults({ stripeApi: 'fail-after-accept' })
    expect((await remove(user, user.password)).status).toBe(503)
    await sandbox.calm()
    expect((await remove(user, user.password)).status).toBe(200)
  })

  test('is refused while a payment is pending, and where an open checkout turns out to be paid', async () => {
    const user = await aUser()
    const slow = await buy(user, (await aProduct()).id)
    await sandbox.payLater(slow.checkoutId)
    const waiting = await remove(user, user.password)
    expect(waiting).toMatchObject({
      status: 409,
      message: expect.stringMatching(/not deleted.*still being confirmed/),
    })
    await sandbox.moneyFails(slow.checkoutId)

    const quick = await buy(user, (await aProduct()).id)
    await sandbox.pay(quick.checkoutId)
    const told = await remove(user, user.password)
    expect(told).toMatchObject({ status: 409, message: expect.stringMatching(/not deleted.*already paid/) })
    expect((await booksOf(quick.paymentId)).grants).toHaveLength(1)
    expect(await isSignedIn(user)).toBe(true)
    expect((await remove(user, user.password)).status).toBe(200)
  })

  test('by three clicks at once is one deletion and one mail', async () => {
    const { bindings, sent } = withPausedQueue()
    const user = await aUser({ bindings })
    await bought(user, PREMIUM_ID, 'subscription')
    sent.length = 0
    const tabs = [user.again(), user.again(), user.again()]
    const answers = await Promise.all(tabs.map((tab) => remove(tab, user.password)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(
      statuses.every((status) => [200, 401, 404, 409].includes(status)),
      String(statuses),
    ).toBe(true)
    expect(sent).toEqual([{ type: 'send-email', deliveryKey: `account-deleted:${user.id}` }])
  })

  test('also closes a checkout and a subscription that begin while it is under way', async () => {
    const user = await aUser()
    const [first, second] = [await aProduct(), await aProduct({ isSubscription: true })]
    await bought(user, PREMIUM_ID, 'subscription')
    const deps = depsOf()
    const input = { provider: 'stripe', email: user.email } as const
    let began: { late: { id: number; url: string }; paid: string } | null = null
    const { stripe } = deps.providers
    const providers: typeof deps.providers = {
      ...deps.providers,
      stripe: {
        ...stripe,
        cancelNow: async (id) => {
          await stripe.cancelNow(id)
          if (began) return
          const late = await createPayment(
            deps,
            batchOf(deps.db, user.id),
            { ...input, productId: first.id, purchaseType: 'one-time', clientPaymentId: unique('visit') },
            Date.now(),
          )
          began = { late, paid: '' }
          await bought(user, second.id, 'subscription')
          began.paid =
            (
              await env.DB.prepare(
                'SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = ? AND script_id = ?',
              )
                .bind(user.id, second.id)
                .first<{ id: string }>()
            )?.id ?? ''
        },
      },
    }
    await deleteAccount({ ...deps, providers }, user.id, user.password)
    await deps.idle()
    const made = began as { late: { id: number }; paid: string } | null
    expect((await booksOf(made?.late.id ?? 0)).payment?.status).toBe('expired')
    expect((await stripe.findSubscription(made?.paid ?? ''))?.status).toBe('canceled')
    expect(await isSignedIn(user)).toBe(false)
  })

  test('is final: later webhooks about the subscription restore nothing', async () => {
    const user = await aUser()
    await bought(user, PREMIUM_ID, 'subscription')
    const events = await sandbox.eventsOf(() => remove(user, user.password))
    expect(events.map(({ type }) => type)).toContain('customer.subscription.deleted')
    for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
    expect(await readHub(user.id)).toEqual({ kept: [], log: [] })
    expect((await userRow(user.id))?.username).toBe(`deleted-${user.id}`)
  })
})
