import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import type { EmailDelivery } from '#shared/email/contract.ts'
import { openDb } from '../../db/client.ts'
import { DEAD_QUEUE } from '../../jobs.ts'
import { configOf } from '../../providers/config.ts'
import type { Mail, Mailer } from '../../providers/mailer.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { FILE_LINK, filePathOf } from '../../testing/mailbox.ts'
import { aProduct } from '../../testing/products.ts'
import { booksOf, bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, withPausedQueue } from '../../testing/shop.ts'
import { MAX_ATTEMPTS } from './retry-rules.ts'
import { sendEmail } from './send-email.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

beforeAll(sandbox.calm)
afterEach(() => vi.useRealTimers())

/** Moves the Worker's clock forward: a mail is not tried before it is due. */
const later = (seconds = 0) => vi.setSystemTime(Date.now() + seconds * 1000)

/** A settled purchase whose receipt waits in the paused queue. */
async function aReceipt(product = {}) {
  const { bindings, sent } = withPausedQueue()
  const user = await aUser({ bindings })
  const made = await aProduct(product)
  const { paymentId } = await bought(user, made.id)
  const [job] = sent
  const delivery = async () => {
    const [mail, ...more] = (await booksOf(paymentId)).mails
    if (!mail || more.length > 0) throw new Error('Not exactly one mail is queued')
    return mail
  }
  return { user, product: made, paymentId, job, delivery, bindings, sent }
}

const grantOf = async (paymentId: number) => {
  const { payment, grants } = await booksOf(paymentId)
  return { status: payment?.status, grants: grants.map(({ is_active }) => is_active) }
}
const untouched = { status: 'completed', grants: [1] }

/** Makes the receipt a dead letter, as after its last attempt. */
const kill = (paymentId: number) =>
  env.DB.prepare(
    "UPDATE email_deliveries SET status = 'dead', last_error = '500', next_attempt_at = NULL WHERE payment_id = ?",
  )
    .bind(paymentId)
    .run()

const admins = async () => aUser({ admin: true })
const retry = (who: { post: SignedIn['post'] }, id: number) =>
  who.post(`/api/secure-management/email-deliveries/${id}/retry`)

describe('a mail provider that fails', () => {
  test.each([
    ['fail', '500'],
    ['rate-limit', '429'],
  ] as const)(
    '(%s) gets eight attempts with growing waits, then the mail is a dead letter with the reason and the purchase is unchanged',
    async (fault, code) => {
      const { job, delivery, paymentId, user } = await aReceipt()
      await sandbox.faults({ mail: fault, mailFailures: null })
      const waits: (number | undefined)[] = []
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
        const result = await consume([job], { attempts: attempt })
        expect(result.explicitAcks).toEqual([])
        const wait = result.retryMessages[0]?.delaySeconds
        waits.push(wait)
        // Another queue message for the same mail causes no earlier attempt.
        expect((await consume([job])).explicitAcks).toEqual(['m0'])
        const row = await delivery()
        expect(row).toMatchObject({ status: 'retrying', attempts: attempt })
        expect(row.last_error).toContain(code)
        later(wait)
      }
      expect(waits).toEqual([30, 120, 480, 1920, 7680, 21_600, 21_600])
      // Within the 24 hours for which the provider remembers the key.
      expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)).toBeLessThan(24 * 3600)
      const last = await consume([job], { attempts: MAX_ATTEMPTS })
      expect(last.explicitAcks).toEqual(['m0'])
      expect(await delivery()).toMatchObject({
        status: 'dead',
        attempts: MAX_ATTEMPTS,
        next_attempt_at: null,
      })
      expect((await delivery()).last_error).toContain(code)
      expect(await sandbox.mails(user.email)).toEqual([])
      expect(await grantOf(paymentId)).toEqual(untouched)

      // A queue message does not revive a dead letter.
      await sandbox.faults({ mail: 'ok' })
      expect((await consume([job])).explicitAcks).toEqual(['m0'])
      expect(await sandbox.mails(user.email)).toEqual([])
    },
  )

  test('and recovers between two attempts sends one mail', async () => {
    const { job, delivery, user } = await aReceipt()
    await sandbox.faults({ mail: 'fail', mailFailures: 2 })
    expect((await consume([job])).retryMessages).toHaveLength(1)
    later(30)
    expect((await consume([job], { attempts: 2 })).retryMessages).toHaveLength(1)
    later(120)
    expect((await consume([job], { attempts: 3 })).explicitAcks).toHaveLength(1)
    expect(await delivery()).toMatchObject({ status: 'sent', attempts: 3, last_error: null })
    expect(await sandbox.mails(user.email)).toHaveLength(1)
  })

  // invariant: one-receipt
  test('after it accepted the mail sends no second mail: every attempt has the same key and the same body', async () => {
    const { job, delivery, user, bindings } = await aReceipt()
    const calls: { key: string | null; body: string }[] = []
    const watched = {
      ...bindings,
      SANDBOX: {
        fetch: async (input: string, init: RequestInit) => {
          if (input.includes('api.resend.com')) {
            calls.push({
              key: new Headers(init.headers).get('idempotency-key'),
              body: String(init.body),
            })
          }
          return env.SANDBOX?.fetch(input, init)
        },
      } as unknown as Fetcher,
    }
    await sandbox.faults({ mail: 'fail-after-accept', mailFailures: 2 })
    for (const attempts of [1, 2, 3]) {
      await consume([job], { attempts }, watched)
      // 22 hours pass until the third attempt: no date in the mail may change.
      later(11 * 3600)
    }
    expect(calls).toHaveLength(3)
    expect(calls[1]).toEqual(calls[0])
    expect(calls[2]).toEqual(calls[0])
    const inbox = await sandbox.mails(user.email)
    expect(inbox).toHaveLength(1)
    expect(inbox[0]).toMatchObject({ repeats: 2, idempotencyKey: calls[0]?.key })
    expect((await delivery()).status).toBe('sent')
  })

  test('because it is unreachable or times out gets another attempt later', async () => {
    const { job, delivery, bindings } = await aReceipt()
    for (const error of [new TypeError('fetch failed'), new DOMException('timed out', 'TimeoutError')]) {
      const SANDBOX = {
        fetch: async () => {
          throw error
        },
      } as unknown as Fetcher
      const result = await consume([job], {}, { ...bindings, SANDBOX })
      later(3600)
      expect(result.retryMessages).toHaveLength(1)
      expect(await delivery()).toMatchObject({
        status: 'retrying',
        last_error: expect.stringContaining(error.message),
      })
    }
  })

  test('with a permanent rejection gets no second attempt', async () => {
    const { job, delivery, paymentId } = await aReceipt()
    await env.DB.prepare("UPDATE email_deliveries SET to_address = '' WHERE payment_id = ?")
      .bind(paymentId)
      .run()
    expect((await consume([job])).explicitAcks).toHaveLength(1)
    expect(await delivery()).toMatchObject({ status: 'dead', attempts: 1 })
    expect((await delivery()).last_error).toMatch(/^422/)
  })
})

describe('the queue', () => {
  test('sends one mail where consumers get the same message at once or again later', async () => {
    const { job, user, delivery } = await aReceipt()
    const results = await Promise.all([consume([job, job]), consume([job]), consume([job])])
    expect(results.flatMap(({ retryMessages }) => retryMessages)).toEqual([])
    await consume([job])
    const inbox = await sandbox.mails(user.email)
    expect(inbox.map(({ repeats }) => repeats)).toEqual([0])
    expect(await delivery()).toMatchObject({ status: 'sent', attempts: 1 })
  })

  test('does not delay the other messages of a batch where one fails', async () => {
    const [bad, good] = [await aReceipt(), await aReceipt()]
    await env.DB.prepare("UPDATE email_deliveries SET data = '{}' WHERE payment_id = ?")
      .bind(bad.paymentId)
      .run()
    const result = await consume([{ no: 'job' }, bad.job, good.job])
    expect(result.explicitAcks).toContain('m2')
    expect(result.retryMessages.map(({ msgId }) => msgId)).toContain('m0')
    expect(await good.delivery()).toMatchObject({ status: 'sent' })
  })

  test('makes a mail that cannot be rendered a dead letter with the reason, without retries', async () => {
    const { job, delivery, paymentId } = await aReceipt()
    await env.DB.prepare("UPDATE email_deliveries SET template = 'no-such' WHERE payment_id = ?")
      .bind(paymentId)
      .run()
    expect((await consume([job])).explicitAcks).toEqual(['m0'])
    expect(await delivery()).toMatchObject({
      status: 'dead',
      last_error: expect.stringContaining('no-such'),
      next_attempt_at: null,
    })
    expect(await grantOf(paymentId)).toEqual(untouched)
  })

  test('acknowledges every message of the dead letter queue, valid or not, and the sweep sends the mail', async () => {
    const [given, done] = [await aReceipt(), await aReceipt()]
    await consume([done.job])
    const result = await consume([given.job, done.job, 'poison', null], { queue: DEAD_QUEUE })
    expect(result.explicitAcks).toEqual(['m0', 'm1', 'm2', 'm3'])
    expect(await given.delivery()).toMatchObject({ status: 'queued' })
    given.sent.length = 0
    await sweepDeliveries(given.bindings, openDb(env.DB), Date.now() + 6 * MINUTE)
    await consume(given.sent)
    expect(await given.delivery()).toMatchObject({ status: 'sent' })
    expect(await done.delivery()).toMatchObject({ status: 'sent' })
  })

  test('gets a new message from the sweep after five minutes where one was lost, and the mail is sent once', async () => {
    const { sent, bindings, delivery, user, job } = await aReceipt()
    const db = openDb(env.DB)
    const now = Date.now()
    sent.length = 0
    await sweepDeliveries(bindings, db, now + MINUTE)
    expect(sent).not.toContainEqual(job)
    // The next sweeps wait for the new message.
    for (const minutes of [6, 7, 10]) await sweepDeliveries(bindings, db, now + minutes * MINUTE)
    expect(sent.filter((one) => JSON.stringify(one) === JSON.stringify(job))).toHaveLength(1)
    await consume(sent)
    expect(await delivery()).toMatchObject({ status: 'sent' })
    sent.length = 0
    await sweepDeliveries(bindings, db, now + 99 * HOUR)
    expect(sent).not.toContainEqual(job)
    expect(await sandbox.mails(user.email)).toHaveLength(1)
  })

  test('takes over a mail from a crashed sender after two minutes, with the same key', async () => {
    const { job, delivery, user, paymentId } = await aReceipt()
    const { deliveryKey } = job as { deliveryKey: string }
    const mails: [Mail, string][] = []
    const dying: Mailer = {
      send: async (mail, key) => {
        mails.push([mail, key])
        throw new Error('the isolate died')
      },
    }
    const alive: Mailer = {
      send: async (mail, key) => {
        mails.push([mail, key])
        return { sent: true, messageId: 'x' }
      },
    }
    const deps = { db: openDb(env.DB), config: configOf(env) }
    const now = Date.now()
    await expect(sendEmail({ ...deps, mailer: dying }, deliveryKey, now)).rejects.toThrow('died')
    expect(await delivery()).toMatchObject({ status: 'sending' })
    await sendEmail({ ...deps, mailer: alive }, deliveryKey, now + MINUTE)
    expect(mails).toHaveLength(1)
    await sendEmail({ ...deps, mailer: alive }, deliveryKey, now + 3 * MINUTE)
    expect(mails).toHaveLength(2)
    expect(mails[1]).toEqual(mails[0])
    expect(await delivery()).toMatchObject({ status: 'sent' })
    expect(await grantOf(paymentId)).toEqual(untouched)
    expect(await sandbox.mails(user.email)).toEqual([])
  })
})

describe('dead letters', () => {
  test('are listed and sent again by admins only, and three clicks at once send one mail', async () => {
    const { delivery, user, paymentId } = await aReceipt()
    await kill(paymentId)
    const { id } = await delivery()
    const admin = await admins()
    const list = await admin.get<EmailDelivery[]>('/api/secure-management/email-deliveries?limit=100')
    expect(list.data.find((mail) => mail.id === id)).toMatchObject({
      to: user.email,
      status: 'dead',
      paymentId,
    })

    expect((await retry(user, id)).status).toBe(403)
    expect((await retry(visitor(), id)).status).toBe(401)
    for (const who of [user, visitor()]) {
      const refused = await who.get('/api/secure-management/email-deliveries')
      expect(refused.text).not.toContain(user.email)
    }
    expect((await delivery()).status).toBe('dead')

    const clicks = await Promise.all([retry(admin, id), retry(admin, id), retry(admin, id)])
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await vi.waitFor(async () => expect((await delivery()).status).toBe('sent'), {
      timeout: 8000,
      interval: 200,
    })
    expect((await retry(admin, id)).status).toBe(409)
    expect((await retry(admin, 999_999)).status).toBe(404)
    expect(await sandbox.mails(user.email)).toHaveLength(1)
    expect(await grantOf(paymentId)).toEqual(untouched)
  })

  test('that are sent again have a new key, so that the provider does not drop them as repeats', async () => {
    const { job, delivery, user, bindings, sent, paymentId } = await aReceipt()
    await sandbox.faults({ mail: 'fail-after-accept', mailFailures: 1 })
    await consume([job])
    await kill(paymentId)
    const admin = await aUser({ admin: true, bindings })
    sent.length = 0
    expect((await retry(admin, (await delivery()).id)).status).toBe(200)
    await consume(sent)
    const keys = (await sandbox.mails(user.email)).map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(2)
  })
})

test('an admin’s 61st request in a row to send a mail again is refused with 429', async () => {
  stopClock()
  const admin = await aUser({ admin: true })
  const statuses = []
  for (let time = 0; time < 61; time += 1) statuses.push((await retry(admin, 987_654)).status)
  expect(statuses.indexOf(429)).toBe(60)
})

describe('a receipt', () => {
  test('has a link to the same bytes as the buyer’s own download, and needs no session', async () => {
    const { job, user, product } = await aReceipt()
    await consume([job])
    const [mail] = await sandbox.mails(user.email)
    expect(mail?.subject).toBe(`Your receipt for ${product.name}`)
    expect(mail?.text).toContain('$19.50')
    const link = mail?.links.find((one) => one.includes(FILE_LINK)) ?? ''
    expect(link.startsWith('http://shop.test/download#token=')).toBe(true)
    const byLink = await visitor().fetch('GET', filePathOf(link))
    const bySession = await user.fetch('GET', `/api/download/file/${product.id}`)
    expect([byLink.status, bySession.status]).toEqual([200, 200])
    const bytes = new Uint8Array(await byLink.arrayBuffer())
    expect(bytes).toEqual(product.release.bytes)
    expect(new Uint8Array(await bySession.arrayBuffer())).toEqual(bytes)
  })

  test('puts no line break of a product’s name into a header and no markup of it into the HTML', async () => {
    const name = 'Farm\r\nBcc: victim@mail.test\r\n\r\n<script>alert(1)</script>" onload="x'
    const { job, user } = await aReceipt({ name })
    await consume([job])
    const [mail] = await sandbox.mails(user.email)
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(mail?.to).toBe(user.email)
    expect(mail?.headers).toEqual({})
    expect(mail?.html).not.toContain('<script>')
    expect(mail?.html).not.toMatch(/" onload="/)
    expect(await sandbox.mails('victim@mail.test')).toEqual([])
  })

  test('cannot go to an address with line breaks, a second address or a name: the request gets 400', async () => {
    const user = await aUser()
    const { id: productId } = await aProduct()
    const input = { productId, purchaseType: 'one-time', provider: 'stripe', clientPaymentId: 'crlf-visit' }
    for (const email of [
      'a@mail.test\r\nBcc: b@mail.test',
      'a@mail.test\nb@mail.test',
      'a@mail.test, b@mail.test',
      'A <a@mail.test>',
      'a@mail.test\u0000',
      '"a\r\n"@mail.test',
    ]) {
      expect((await user.post('/api/payment/create', { ...input, email })).status, email).toBe(400)
      const form = { username: 'crlf', password: 'long enough', email }
      expect((await visitor().post('/api/auth/register', form)).status, email).toBe(400)
    }
  })
})
