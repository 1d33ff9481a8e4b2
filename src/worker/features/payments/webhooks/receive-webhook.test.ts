import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import Stripe from 'stripe'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { MINUTE, SECOND } from '#shared/core/time.ts'
import { type CollectingProvider, CRYPTO_PROVIDERS } from '#shared/payments/contract.ts'
import { EVERY_MINUTE } from '../../../cron.ts'
import { EVENTS_QUEUE } from '../../../jobs.ts'
import type { Env } from '../../../providers/env.ts'
import { outsideFetch } from '../../../providers/outside.ts'
import { ProviderDown } from '../../../providers/payment-provider.ts'
import { aCharge, heldAt } from '../../../testing/charges.ts'
import { aUser } from '../../../testing/clients.ts'
import { stopClock } from '../../../testing/clock.ts'
import { runs } from '../../../testing/depth.ts'
import { readHub } from '../../../testing/hubs.ts'
import { mortal } from '../../../testing/mortal.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, bought, buy, deliver, postWebhook, sign } from '../../../testing/purchases.ts'
import { type SandboxEvent, sandbox } from '../../../testing/sandbox.ts'
import { consume, depsOf, ring, unique, withPausedQueue } from '../../../testing/shop.ts'
import { sweepEvents } from './sweep-events.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
  httpClient: Stripe.createFetchHttpClient(outsideFetch(env)),
})

async function eventRow(eventId: string) {
  return env.DB.prepare('SELECT * FROM webhook_events WHERE event_id = ?').bind(eventId).first<{
    handled_at: number | null
    outcome: string
    last_error: string | null
    attempts: number
    next_attempt_at: number | null
  }>()
}

const completed = (events: SandboxEvent[]): SandboxEvent => {
  const found = events.find(({ type }) => type === 'checkout.session.completed')
  if (!found) throw new Error('The sandbox told of no completed session')
  return found
}

/** Expects one settlement, grant, sent mail and notification, and no open message. */
async function oneOfEach(paymentId: number, email: string) {
  const books = await booksOf(paymentId)
  const { kept } = await readHub(books.payment?.user_id ?? 0)
  expect({
    status: books.payment?.status,
    settled: books.history.filter(({ kind }) => kind === 'settled').length,
    grants: books.grants.map(({ is_active }) => is_active),
    mails: books.mails.map(({ status }) => status),
    inbox: (await sandbox.mails(email)).length,
    notifications: kept.filter(({ id }) => id === `purchase-${paymentId}`).length,
    open: books.outboxRows.filter(({ dispatched_at }) => dispatched_at === null).length,
  }).toEqual({
    status: 'completed',
    settled: 1,
    grants: [1],
    mails: ['sent'],
    inbox: 1,
    notifications: 1,
    open: 0,
  })
}

async function nothingGiven(paymentId: number, userId: number) {
  const books = await booksOf(paymentId)
  const { kept, log } = await readHub(userId)
  expect({ grants: books.grants, mails: books.mails, outboxRows: books.outboxRows, kept, log }).toEqual({
    grants: [],
    mails: [],
    outboxRows: [],
    kept: [],
    log: [],
  })
}

describe('repeated webhooks', () => {
  // invariant: settled-once
  test('of one event, twenty at once, give one grant, one mail by the real queue and one notification', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    const event = completed(await sandbox.eventsOf(() => sandbox.pay(checkoutId)))
    const signed = await sandbox.signed(event.id)

    const answers = await Promise.all(Array.from({ length: 20 }, () => postWebhook(signed)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))

    await vi.waitFor(
      async () => expect((await booksOf(paymentId)).mails.map(({ status }) => status)).toEqual(['sent']),
      { timeout: 25_000, interval: 200 },
    )
    expect(await (await postWebhook(signed)).json()).toMatchObject({ message: 'repeated' })
    await oneOfEach(paymentId, user.email)
    expect((await sandbox.mails(user.email))[0]?.repeats).toBe(0)
    expect((await eventRow(event.id))?.handled_at).not.toBeNull()
  })

  test.each([
    ['one-time', 3],
    ['subscription', 7],
  ] as const)(
    'of a %s purchase, in any order and with the buyer’s return in between, grant the product once',
    async (purchaseType, atLeast) => {
      const plan = fc.record({
        shuffle: fc.infiniteStream(fc.nat()),
        copies: fc.integer({ min: 1, max: 3 }),
        returnAt: fc.nat({ max: 30 }),
        together: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(plan, async ({ shuffle, copies, returnAt, together }) => {
          const { bindings, sent } = withPausedQueue()
          const user = await aUser({ bindings })
          const product = purchaseType === 'subscription' ? PREMIUM_ID : (await aProduct()).id
          const { paymentId, checkoutId } = await buy(user, product, purchaseType)
          const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
          expect(events.length).toBeGreaterThanOrEqual(atLeast)

          const steps = events.flatMap(({ id }) =>
            Array.from({ length: copies }, () => async () => {
              const answer = await deliver(await sandbox.signed(id), bindings)
              expect(answer.status).toBe(200)
            }),
          )
          const order = steps.map((step) => ({ step, at: shuffle.next().value ?? 0 }))
          order.sort((a, b) => a.at - b.at)
          const comesBack = async () => {
            expect((await user.get(`/api/payment/${paymentId}`)).status).toBe(200)
          }
          const all = order.map(({ step }) => step)
          all.splice(returnAt % (all.length + 1), 0, comesBack, comesBack)
          if (together) await Promise.all(all.map((step) => step()))
          else for (const step of all) await step()

          expect(sent).toHaveLength(1)
          await consume([...sent, ...sent], {}, bindings)
          await oneOfEach(paymentId, user.email)
          const { grants } = await booksOf(paymentId)
          expect(grants[0]?.subscription_id !== null).toBe(purchaseType === 'subscription')
        }),
        runs(2),
      )
    },
    60_000,
  )
})

/** Bindings whose queue of events only collects messages. */
function withHeldEvents(base: Env = env) {
  const messages: unknown[] = []
  const send = async (message: unknown) => {
    messages.push(message)
  }
  return { bindings: { ...base, EVENTS: { send } as unknown as Env['EVENTS'] }, messages }
}

/** The undelivered event of a paid order. `post` delivers it and returns the messages that were queued. */
async function paidEvent(name: CollectingProvider) {
  const isCard = name === 'stripe'
  const { paymentId, checkoutId } = isCard
    ? await buy(await aUser(), (await aProduct()).id)
    : await aCharge(name)
  const events = await sandbox.eventsOf(() =>
    isCard ? sandbox.pay(checkoutId) : sandbox.cryptoPay(checkoutId),
  )
  const event = isCard ? completed(events) : events.at(-1)
  if (!event) throw new Error('The sandbox sent no event')
  const signed = await sandbox.signed(event.id)
  const post = async (base: Env = env) => {
    const { bindings, messages } = withHeldEvents(base)
    const answer = await postWebhook(signed, bindings)
    expect([answer.status, await answer.json()]).toEqual([200, { success: true, message: 'stored' }])
    return messages
  }
  return { paymentId, event, signed, post }
}

/** Expects exactly one settlement. */
async function settledOnce(paymentId: number) {
  const { payment, grants, history, mails } = await booksOf(paymentId)
  expect([payment?.status, grants.length, history.length, mails.length]).toEqual(['completed', 1, 1, 1])
}

describe('the endpoint', () => {
  // invariant: endpoint-never-waits
  test.each(['stripe', ...CRYPTO_PROVIDERS] as const)(
    'answers 200 and calls no provider while %s hangs; the queue settles',
    async (name) => {
      const { paymentId, event, post } = await paidEvent(name)
      const fetch = vi.fn(() => new Promise<Response>(() => undefined))
      const messages = await post({ ...env, SANDBOX: { fetch } as unknown as Fetcher })
      expect(fetch).not.toHaveBeenCalled()
      expect(messages).toEqual([{ provider: name, eventId: event.id }])
      expect(await eventRow(event.id)).toMatchObject({ handled_at: null, attempts: 0 })
      expect((await booksOf(paymentId)).payment?.status).toBe('pending')
      await consume(messages, { queue: EVENTS_QUEUE })
      expect((await eventRow(event.id))?.handled_at).not.toBeNull()
      await settledOnce(paymentId)
    },
  )

  test('answers 200 where the queue takes no message; the sweep settles within a minute', async () => {
    const { paymentId, signed } = await paidEvent('stripe')
    const send = () => Promise.reject(new Error('Queue unavailable'))
    stopClock()
    const answer = await postWebhook(signed, { ...env, EVENTS: { send } as unknown as Env['EVENTS'] })
    expect(answer.status).toBe(200)
    vi.setSystemTime(Date.now() + MINUTE)
    await ring(EVERY_MINUTE)
    await settledOnce(paymentId)
  })

  test('answers 500 where the event cannot be stored, and queues nothing', async () => {
    const { event, signed } = await paidEvent('stripe')
    const held = withHeldEvents(mortal(env, 0).bindings)
    expect((await postWebhook(signed, held.bindings)).status).toBe(500)
    expect(held.messages).toEqual([])
    expect(await eventRow(event.id)).toBeNull()
  })

  test('queues nothing for a repeated event that was handled', async () => {
    const { signed, post } = await paidEvent('stripe')
    await consume(await post(), { queue: EVENTS_QUEUE })
    const { bindings, messages } = withHeldEvents()
    const again = await postWebhook(signed, bindings)
    expect([again.status, await again.json()]).toEqual([200, { success: true, message: 'repeated' }])
    expect(messages).toEqual([])
  })
})

describe('the queue of events', () => {
  test('settles once where a message comes twice at once, and again after the event was handled', async () => {
    const { paymentId, event, post } = await paidEvent('stripe')
    const [message] = await post()
    const both = await consume([message, message], { queue: EVENTS_QUEUE })
    expect([both.explicitAcks.length, both.retryMessages.length]).toEqual([2, 0])
    await settledOnce(paymentId)
    const fetch = vi.fn(async () => new Response('Internal error', { status: 500 }))
    const bindings = { ...env, SANDBOX: { fetch } as unknown as Fetcher }
    const late = await consume([message], { queue: EVENTS_QUEUE }, bindings)
    expect([late.explicitAcks.length, late.retryMessages.length]).toEqual([1, 0])
    expect(fetch).not.toHaveBeenCalled()
    await settledOnce(paymentId)
    expect((await eventRow(event.id))?.attempts).toBe(1)
  })

  test('acknowledges a message of an unknown event, and one that names no event', async () => {
    const messages = [{ provider: 'stripe', eventId: 'evt_none' }, { provider: 'nobody' }, 'look']
    const { explicitAcks, retryMessages } = await consume(messages, { queue: EVENTS_QUEUE })
    expect([explicitAcks.length, retryMessages.length]).toEqual([3, 0])
  })

  test('handles the events of a batch at once: one with a slow provider does not delay the others', async () => {
    const slow = await paidEvent('stripe')
    const quick = await paidEvent('coinbase')
    const messages = [...(await slow.post()), ...(await quick.post())]
    const held = heldAt(env, ({ url }) => new URL(url).hostname === 'api.stripe.com')
    const consumed = consume(messages, { queue: EVENTS_QUEUE }, held.bindings)
    await held.reached
    await vi.waitFor(() => settledOnce(quick.paymentId), { timeout: 25_000, interval: 20 })
    expect((await booksOf(slow.paymentId)).payment?.status).toBe('pending')
    held.release()
    await consumed
    await settledOnce(slow.paymentId)
  })
})

describe('an invalid webhook', () => {
  test('with a missing, wrong or stale signature or an altered body is refused and not stored', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    const event = completed(await sandbox.eventsOf(() => sandbox.pay(checkoutId)))
    const good = await sandbox.signed(event.id)
    const now = Date.now()

    const forged = {
      missing: { payload: good.payload, header: '' },
      garbage: { payload: good.payload, header: 'v1=00' },
      'another secret': await sign(good.payload, { secret: 'whsec_somebody_else' }),
      'the empty secret': await sign(good.payload, { secret: ' ' }),
      'five minutes old': await sign(good.payload, { at: now - 301_000 - 2_000 }),
      'altered body': { payload: `${good.payload} `, header: good.header },
      'another timestamp': { payload: good.payload, header: good.header.replace(/t=\d+/, 't=1') },
      'the signature of another body': { payload: good.payload, header: (await sign('{}')).header },
      'not even JSON': await sign('not json'),
    }
    for (const [name, signed] of Object.entries(forged)) {
      const response = await deliver(signed)
      expect(response.status, name).toBe(400)
      expect(await response.json(), name).toEqual({
        success: false,
        message: 'The signature is not valid, or this is no event.',
      })
    }
    expect(await eventRow(event.id)).toBeNull()
    await nothingGiven(paymentId, user.id)
    expect((await booksOf(paymentId)).payment?.status).toBe('pending')

    // The same event with a valid and recent signature is accepted.
    expect((await deliver(await sign(good.payload, { at: now - 290_000 }))).status).toBe(200)
    expect((await booksOf(paymentId)).grants).toHaveLength(1)
  })

  // invariant: wrong-amount
  test.each([
    ['amount', { amount: 1 }, '$0.01 was paid, but the price is $19.50'],
    ['currency', { currency: 'eur' }, 'Paid in EUR, but the price is in USD'],
  ])(
    'with the wrong %s flags the payment and grants nothing, also on the buyer’s return',
    async (_, tamper, reason) => {
      const user = await aUser()
      const { paymentId, checkoutId } = await buy(user, (await aProduct({ priceCents: 1950 })).id)
      await sandbox.faults({ tamper })
      const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
      for (const { id } of [...events, ...events]) {
        expect((await deliver(await sandbox.signed(id))).status).toBe(200)
      }
      const returned = await user.get<{ needsAttention: boolean; status: string }>(
        `/api/payment/${paymentId}`,
      )

      expect(returned.data).toMatchObject({ needsAttention: true, status: 'pending' })
      const books = await booksOf(paymentId)
      expect(books.payment).toMatchObject({ flagged_reason: reason, next_check_at: null })
      expect(books.history.map(({ kind }) => kind)).toEqual(['flagged:2'])
      await nothingGiven(paymentId, user.id)
      // Support is notified, once.
      expect(books.alerts.map(({ to_address }) => to_address)).toEqual([env.SUPPORT_EMAIL])
      const told = async () =>
        (await sandbox.mails(env.SUPPORT_EMAIL)).filter(({ text }) => text.includes(`#${paymentId} `))
      await vi.waitFor(async () => expect(await told()).toHaveLength(1), { timeout: 25_000, interval: 200 })
      expect((await told())[0]?.text).toContain(reason)
      expect(await sandbox.mails(user.email)).toEqual([])
    },
  )

  test('of a foreign session settles nothing where it names our payment, and is ignored otherwise', async () => {
    const user = await aUser()
    const { paymentId } = await buy(user, (await aProduct()).id)
    const foreignSession = async (reference: string) => {
      const { id } = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: 1950, product_data: { name: 'Theirs' } },
          },
        ],
        client_reference_id: reference,
        metadata: { payment_reference: reference },
        customer_email: 'them@mail.test',
        success_url: 'http://elsewhere.test/',
      })
      return completed(await sandbox.eventsOf(() => sandbox.pay(id)))
    }
    const { payment } = await booksOf(paymentId)
    const claims = await foreignSession(payment?.reference ?? '')
    expect((await deliver(await sandbox.signed(claims.id))).status).toBe(200)
    expect((await eventRow(claims.id))?.outcome).toBe('ignored: another checkout')
    expect((await booksOf(paymentId)).payment?.status).toBe('pending')
    await nothingGiven(paymentId, user.id)

    for (const reference of [String(paymentId), crypto.randomUUID(), '-1', "' OR 1=1 --"]) {
      const unknown = await foreignSession(reference)
      const response = await deliver(await sandbox.signed(unknown.id))
      expect(response.status, reference).toBe(200)
      expect((await eventRow(unknown.id))?.outcome).toBe('unmatched: no payment of ours')
    }
  })
})

describe('after a crash or an outage', () => {
  test('a payment whose checkout id was not stored is found by the reference that Stripe has', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    await env.DB.prepare('UPDATE payments SET checkout_id = NULL, hosted_url = NULL WHERE id = ?')
      .bind(paymentId)
      .run()
    const event = completed(await sandbox.eventsOf(() => sandbox.pay(checkoutId)))
    expect((await deliver(await sandbox.signed(event.id))).status).toBe(200)
    const { payment, grants } = await booksOf(paymentId)
    expect(payment).toMatchObject({ status: 'completed', checkout_id: checkoutId })
    expect(grants).toHaveLength(1)
  })

  test('an event that was stored but not handled is handled when it is delivered again', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    const event = completed(await sandbox.eventsOf(() => sandbox.pay(checkoutId)))
    const signed = await sandbox.signed(event.id)
    await storeUnhandled(event, signed.payload, Date.now())
    expect((await deliver(signed)).status).toBe(200)
    expect((await booksOf(paymentId)).grants).toHaveLength(1)
    expect(await (await deliver(signed)).json()).toMatchObject({ message: 'repeated' })
  })

  // invariant: event-stored-first
  test('a crash between storing an event and sending its message is repaired by the sweep in a minute', async () => {
    const { paymentId, event, signed } = await paidEvent('stripe')
    stopClock()
    const { bindings, messages } = withHeldEvents(mortal(env, 1).bindings)
    expect((await postWebhook(signed, bindings)).status).toBe(500)
    expect(messages).toEqual([])
    expect((await eventRow(event.id))?.handled_at).toBeNull()
    vi.setSystemTime(Date.now() + MINUTE)
    await ring(EVERY_MINUTE)
    await settledOnce(paymentId)
  })

  test('the sweep handles an event once, and not before thirty seconds after its arrival', async () => {
    // Postponed events of the tests before may still be waiting.
    await env.DB.prepare('UPDATE webhook_events SET next_attempt_at = NULL').run()
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    const event = completed(await sandbox.eventsOf(() => sandbox.pay(checkoutId)))
    const { payload } = await sandbox.signed(event.id)
    stopClock()
    const now = Date.now()
    await storeUnhandled(event, payload, now)

    expect(await sweepEvents(depsOf(), now + 29 * SECOND)).toBe(0)
    expect((await booksOf(paymentId)).grants).toEqual([])
    const deps = depsOf()
    expect(await sweepEvents(deps, now + 30 * SECOND)).toBe(1)
    await deps.idle()
    expect((await eventRow(event.id))?.handled_at).toBe(now + 30 * SECOND)
    expect(await sweepEvents(deps, now + 4 * MINUTE)).toBe(0)
    const { grants, history } = await booksOf(paymentId)
    expect([grants.length, history.length]).toEqual([1, 1])
  })

  test('a stored event that cannot be handled does not keep the sweep from the others', async () => {
    const user = await aUser()
    const broken = await buy(user, (await aProduct()).id)
    const brokenEvent = completed(await sandbox.eventsOf(() => sandbox.pay(broken.checkoutId)))
    const whole = await buy(user, (await aProduct()).id)
    const wholeEvent = completed(await sandbox.eventsOf(() => sandbox.pay(whole.checkoutId)))
    const now = Date.now()
    await storeUnhandled(brokenEvent, 'not json', now - 10)
    await storeUnhandled(wholeEvent, (await sandbox.signed(wholeEvent.id)).payload, now)

    await sweepEvents(depsOf(), now + 3 * MINUTE)
    const open = await env.DB.prepare(
      'SELECT attempts, next_attempt_at AS next FROM webhook_events WHERE event_id = ?',
    )
      .bind(brokenEvent.id)
      .first<{ attempts: number; next: number }>()
    expect(open?.attempts).toBe(1)
    expect(open?.next).toBeGreaterThan(now + 3 * MINUTE)
    expect((await booksOf(whole.paymentId)).grants).toHaveLength(1)
  })

  test('an event whose handling kills its run is not the first one again in the next run', async () => {
    await env.DB.prepare('UPDATE webhook_events SET next_attempt_at = NULL').run()
    const { bindings } = withPausedQueue()
    const quiet = { ...bindings, EVENTS: { send: async () => undefined } as unknown as Env['EVENTS'] }
    const ids: string[] = []
    for (const due of [1, 2]) {
      const user = await aUser({ bindings })
      const { checkoutId } = await buy(user, (await aProduct()).id)
      const { id } = completed(await sandbox.eventsOf(() => sandbox.pay(checkoutId)))
      await postWebhook(await sandbox.signed(id), quiet)
      await env.DB.prepare('UPDATE webhook_events SET next_attempt_at = ? WHERE event_id = ?')
        .bind(due, id)
        .run()
      ids.push(id)
    }
    const rows = () => Promise.all(ids.map(eventRow))
    // Each of these runs dies while it handles its first event.
    for (const attempts of [
      [1, 0],
      [1, 1],
    ]) {
      await sweepEvents(depsOf(mortal(bindings, 4).bindings), Date.now())
      expect((await rows()).map((row) => row?.attempts)).toEqual(attempts)
    }
    const deps = depsOf(bindings)
    await sweepEvents(deps, Date.now() + 3 * MINUTE)
    await deps.idle()
    expect((await rows()).map((row) => [row?.outcome, row?.attempts, row?.last_error])).toEqual(
      Array(2).fill(['settled', 2, null]),
    )
  })

  test('a provider that does not answer is asked once in a sweep, and other events are handled', async () => {
    await env.DB.prepare('UPDATE webhook_events SET next_attempt_at = NULL').run()
    const now = Date.now()
    const name = unique('evt_outage')
    for (let index = 0; index < 60; index += 1)
      await storeUnhandled({ id: `${name}_${index}`, type: 'charge.updated' }, '{}', now)
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    const event = completed(await sandbox.eventsOf(() => sandbox.pay(checkoutId)))
    await storeUnhandled(event, (await sandbox.signed(event.id)).payload, now + 1)
    await env.DB.prepare("UPDATE webhook_events SET provider = 'btcpay' WHERE event_id LIKE ? || '%'")
      .bind(name)
      .run()
    const deps = depsOf()
    const down = vi.spyOn(deps.providers.crypto.btcpay ?? expect.fail('BTCPay is configured'), 'readStored')
    down.mockImplementation(() => {
      throw new ProviderDown('BTCPay Server did not answer')
    })

    expect(await sweepEvents(deps, now + 3 * MINUTE)).toBe(2)
    expect(down).toHaveBeenCalledTimes(1)
    expect((await booksOf(paymentId)).grants).toHaveLength(1)
    // Once the provider answers, one sweep attempts all of its events.
    down.mockImplementation(() => {
      throw new Error('It cannot be read')
    })
    expect(await sweepEvents(deps, now + 6 * MINUTE)).toBeGreaterThanOrEqual(59)
  })

  test('a provider that hangs does not use up the time of the sweeps that follow', async () => {
    const user = await aUser()
    const { checkoutId } = await buy(user, (await aProduct()).id)
    const event = completed(await sandbox.eventsOf(() => sandbox.pay(checkoutId)))
    const now = Date.now()
    for (const copy of ['a', 'b', 'c', 'd'])
      await storeUnhandled({ ...event, id: `${event.id}_${copy}` }, '{}', now)
    const deps = depsOf()
    const hanging = vi.spyOn(deps.providers.stripe, 'readStored').mockImplementation(() => {
      vi.setSystemTime(Date.now() + 3 * MINUTE)
      throw new Error('It did not answer')
    })
    await sweepEvents(deps, now + 3 * MINUTE).finally(() => vi.useRealTimers())
    expect(hanging).toHaveBeenCalledTimes(2)
    // The next sweep attempts the events that this one did not reach.
    await sweepEvents(depsOf(), now + 4 * MINUTE)
    const left = await env.DB.prepare(
      "SELECT count(*) AS n FROM webhook_events WHERE event_id LIKE ? || '%' AND attempts = 0",
    )
      .bind(event.id)
      .first<{ n: number }>()
    expect(left?.n).toBe(0)
  })

  test('an event that comes while Stripe is down is postponed; the sweep handles it when Stripe is back', async () => {
    const { event, paymentId, post } = await paidEvent('stripe')
    const messages = await post()
    stopClock()
    await sandbox.faults({ stripeApi: 'fail' })
    const { explicitAcks, retryMessages } = await consume(messages, { queue: EVENTS_QUEUE })
    // The row alone schedules the next attempt; the queue does not retry.
    expect([explicitAcks.length, retryMessages.length]).toEqual([1, 0])
    expect(await eventRow(event.id)).toMatchObject({
      handled_at: null,
      attempts: 1,
      next_attempt_at: Date.now() + 2 * MINUTE,
      last_error: expect.stringContaining('Stripe did not answer'),
    })
    expect((await booksOf(paymentId)).grants).toEqual([])
    await sandbox.faults({ stripeApi: 'ok', stripeApiFailures: null })
    vi.setSystemTime(Date.now() + 2 * MINUTE)
    await ring(EVERY_MINUTE)
    expect((await booksOf(paymentId)).grants).toHaveLength(1)
    expect(await eventRow(event.id)).toMatchObject({ handled_at: Date.now(), last_error: null })
  })

  test('an event on which the shop does not act is stored and marked as handled', async () => {
    const user = await aUser()
    const { events } = await bought(user, (await aProduct()).id)
    const other = events.find(({ type }) => type === 'charge.succeeded')
    expect((await eventRow(other?.id ?? ''))?.outcome).toBe('ignored: nothing to do')
  })
})

const storeUnhandled = (event: Pick<SandboxEvent, 'id' | 'type'>, payload: string, at: number) =>
  env.DB.prepare(
    "INSERT INTO webhook_events (provider, event_id, type, payload, received_at, next_attempt_at) VALUES ('stripe', ?1, ?2, ?3, ?4, ?4 + 30000)",
  )
    .bind(event.id, event.type, payload, at)
    .run()
