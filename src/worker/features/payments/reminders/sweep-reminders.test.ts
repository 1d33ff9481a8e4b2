import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { aUser, type Client, visitor } from '../../../testing/clients.ts'
import { stopClock } from '../../../testing/clock.ts'
import { aMailbox } from '../../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { happens } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf, unique } from '../../../testing/shop.ts'
import { sweepReminders } from './sweep-reminders.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const anAddress = () => `${unique('later')}@mail.test`

async function begin(browser: Client, email: string, more: Record<string, unknown> = {}) {
  const { id: productId } = await aProduct()
  const order = { productId, email, method: 'card', clientPaymentId: unique('visit'), remind: true, ...more }
  const { data, status, text } = await browser.post<{ url: string }>('/api/payment/guest', order)
  expect(status, text).toBe(201)
  return { order, checkoutId: data.url.split('/').at(-1) ?? '' }
}

/** Sweeps as the clock would, this long after now. */
async function sweepAfter(ms: number, deps = depsOf()) {
  await sweepReminders(deps, Date.now() + ms)
  await deps.idle()
}

const remindersTo = async (email: string) => (await mailsQueuedTo(email, 'checkout-reminder')).length

describe('the reminder of an unfinished checkout', () => {
  test('is sent once, four hours after it was asked for, by any number of sweeps', async () => {
    const email = anAddress()
    await begin(visitor(), email)
    await sweepAfter(4 * HOUR - MINUTE)
    expect(await remindersTo(email)).toBe(0)
    await Promise.all([sweepAfter(4 * HOUR + MINUTE), sweepAfter(4 * HOUR + MINUTE)])
    await sweepAfter(30 * HOUR)
    expect(await remindersTo(email)).toBe(1)
  })

  test('is not sent without the tick, or where the tick was taken back', async () => {
    const [without, back] = [anAddress(), anAddress()]
    await begin(visitor(), without, { remind: false })
    const browser = visitor()
    const { order } = await begin(browser, back)
    await browser.post('/api/payment/guest', { ...order, remind: false })
    await sweepAfter(5 * HOUR)
    expect([await remindersTo(without), await remindersTo(back)]).toEqual([0, 0])
  })

  test('is never sent after the payment, also where it was paid while the sweep read it', async () => {
    const [paid, raced] = [anAddress(), anAddress()]
    const first = await begin(visitor(), paid)
    await happens(() => sandbox.pay(first.checkoutId))
    const second = await begin(visitor(), raced)
    const deps = depsOf()
    const { batch } = deps.db
    const afterPayment = async (...args: Parameters<typeof batch>) => {
      await happens(() => sandbox.pay(second.checkoutId))
      return batch.apply(deps.db, args)
    }
    vi.spyOn(deps.db, 'batch').mockImplementationOnce(afterPayment as never)
    await sweepAfter(5 * HOUR, deps)
    await sweepAfter(6 * HOUR)
    expect([await remindersTo(paid), await remindersTo(raced)]).toEqual([0, 0])
  })

  test('is sent for the last of several orders of a product only', async () => {
    const email = anAddress()
    const { order } = await begin(visitor(), email)
    await visitor().post('/api/payment/guest', { ...order, clientPaymentId: unique('visit') })
    await sweepAfter(5 * HOUR)
    expect(await remindersTo(email)).toBe(1)
  })

  test('is sent to a mailbox once a week, whatever products and aliases a stranger types', async () => {
    const name = unique('victim')
    const aliases = [`${name}@gmail.com`, `${name}+1@gmail.com`, `${name}+2@googlemail.com`]
    for (const email of aliases) await begin(visitor(), email)
    await sweepAfter(5 * HOUR)
    const sent = async () =>
      (await Promise.all(aliases.map(remindersTo))).reduce((sum, count) => sum + count, 0)
    expect(await sent()).toBe(1)
    await begin(visitor(), aliases[0] ?? '')
    await sweepAfter(6 * HOUR)
    expect(await sent()).toBe(1)
    await begin(visitor(), aliases[1] ?? '')
    await sweepAfter(8 * DAY)
    expect(await sent()).toBe(2)
  })

  test('is sent to no alias of a mailbox that refused such mails', async () => {
    const name = unique('victim')
    await begin(visitor(), `${name}+1@gmail.com`)
    await env.DB.prepare(
      "INSERT INTO email_suppressions (email_key, reason, created_at) VALUES (?, 'unsubscribed', 1)",
    )
      .bind(`${name}+1@gmail.com`)
      .run()
    await begin(visitor(), `${name}+2@gmail.com`)
    await sweepAfter(5 * HOUR)
    expect(await remindersTo(`${name}+2@gmail.com`)).toBe(0)
  })

  test('is not sent where an earlier order of the product was paid since, or a later one has another address', async () => {
    const email = anAddress()
    const browser = visitor()
    const { order, checkoutId } = await begin(browser, email, { remind: false })
    const second = { ...order, remind: true, clientPaymentId: unique('visit') }
    expect((await visitor().post('/api/payment/guest', second)).status).toBe(201)
    await happens(() => sandbox.pay(checkoutId))
    const user = await aUser()
    const buy = (to: string) =>
      user.post('/api/payment/create', {
        productId: order.productId,
        provider: 'stripe',
        purchaseType: 'one-time',
        email: to,
        clientPaymentId: unique('visit'),
        remind: to === user.email,
      })
    expect([(await buy(user.email)).status, (await buy(anAddress())).status]).toEqual([201, 201])
    await sweepAfter(5 * HOUR)
    expect([await remindersTo(email), await remindersTo(user.email)]).toEqual([0, 0])
  })

  test('that fails does not hold up the others: it waits for an hour', async () => {
    const [broken, other] = [anAddress(), anAddress()]
    await begin(visitor(), broken)
    await env.DB.exec(
      `CREATE TRIGGER broken_reminder BEFORE INSERT ON email_deliveries WHEN NEW.to_address = '${broken}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    )
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await sweepAfter(5 * HOUR)
    const due = await env.DB.prepare(
      'SELECT min(due_at) AS at FROM checkout_reminders r JOIN payments p ON p.id = r.payment_id WHERE p.email = ?',
    )
      .bind(broken)
      .first<{ at: number }>()
    expect(due?.at).toBeGreaterThan(Date.now() + 6 * HOUR - MINUTE)
    await env.DB.exec('DROP TRIGGER broken_reminder')
    said.mockRestore()
    await begin(visitor(), other)
    await sweepAfter(7 * HOUR)
    expect([await remindersTo(broken), await remindersTo(other)]).toEqual([1, 1])
  })

  test('has a link that ends all further reminders to the address', async () => {
    const email = anAddress()
    const box = aMailbox()
    await begin(visitor(), email)
    stopClock(Date.now() + 5 * HOUR)
    await sweepAfter(0, depsOf(box.bindings))
    const [subject = ''] = await box.subjects(email)
    const mail = await box.mail(email, subject)
    const token = /unsubscribe#token=([\w.-]+)/.exec(mail?.text ?? '')?.[1]
    expect((await visitor().post('/api/email/unsubscribe/confirm', { token })).status).toBe(200)
    // The provider's clock runs on.
    vi.useRealTimers()
    await begin(visitor(), email)
    await sweepAfter(6 * HOUR)
    expect(await remindersTo(email)).toBe(1)
  })

  test('leads a buyer with an account back to the checkout', async () => {
    const user = await aUser()
    const box = aMailbox()
    const { id: productId } = await aProduct()
    const order = { productId, provider: 'stripe', purchaseType: 'one-time', email: user.email }
    const made = await user.post('/api/payment/create', {
      ...order,
      clientPaymentId: unique('visit'),
      remind: true,
    })
    expect(made.status, made.text).toBe(201)
    stopClock(Date.now() + 5 * HOUR)
    await sweepAfter(0, depsOf(box.bindings))
    const mails = await box.subjects(user.email)
    const mail = await box.mail(user.email, mails[0] ?? '')
    expect(mail?.text).toContain(`/checkout?productId=${productId}&purchaseType=one-time`)
  })
})
