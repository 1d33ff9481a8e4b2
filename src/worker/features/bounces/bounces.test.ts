import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Profile } from '#shared/accounts/contract.ts'
import { DAY, MINUTE } from '#shared/core/time.ts'
import { type Faults, noFaults } from '../../../../sandbox/faults/faults.ts'
import { hmacSha256 } from '../../core/tokens.ts'
import { commit, openDb } from '../../db/client.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { readHub } from '../../testing/hubs.ts'
import {
  allReports,
  type DeliveryRow,
  deliveriesOf,
  report,
  reportsAbout,
  suppressionOf,
} from '../../testing/mail-reports.ts'
import { aMailbox, CONFIRM } from '../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, unique, withPausedQueue } from '../../testing/shop.ts'
import type { MailToWrite } from '../email/mail-rules.ts'
import { unsubscribePurchase } from '../email/suppression-writes.ts'
import { sweepDeliveries } from '../email/sweep-deliveries.ts'
import { queueMail } from '../email/writes.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)
afterEach(() => vi.useRealTimers())

type Fate = Faults['mailFates'][string]
const fate = (to: string, one: Fate) => sandbox.faults({ mailFates: { [to]: one } })

/** A buyer whose receipt is queued. Mails to the buyer's address have this fate. */
async function aBuyer(how: Fate = 'bounce') {
  const { bindings, sent } = withPausedQueue()
  const user = await aUser({ bindings })
  await fate(user.email, how)
  const { paymentId } = await bought(user, (await aProduct()).id)
  const sendAll = () => consume(sent.splice(0), {}, bindings)
  const receipt = async () => {
    const row = (await deliveriesOf('receipt')).find(({ to_address: to }) => to === user.email)
    if (!row) throw new Error('There is no receipt')
    return row
  }
  return { user, paymentId, bindings, sent, sendAll, receipt }
}

const told = async (paymentId: number) =>
  (await deliveriesOf('mail-undelivered')).filter(
    (row) => (row as DeliveryRow & { payment_id: number }).payment_id === paymentId,
  )
const openFindings = async (subject: string) =>
  (
    await env.DB.prepare(
      'SELECT kind, details FROM reconciliation_findings WHERE subject = ? AND resolved_at IS NULL',
    )
      .bind(subject)
      .all<{ kind: string; details: string }>()
  ).results
const bell = async ({ id }: SignedIn) =>
  (await readHub(id)).kept.filter(({ title }) => title === 'Email did not arrive')

async function deleteAccount(user: SignedIn) {
  const body = JSON.stringify({ password: user.password })
  const gone = await user.fetch('DELETE', '/api/user/account', { 'content-type': 'application/json' }, body)
  expect(gone.status, await gone.text()).toBe(200)
}

/** A mail to this address that is not sent yet. */
async function aMailTo(
  to: string,
  user: SignedIn | null = null,
  template: 'notice' | 'news' | 'withdrawal' = 'notice',
) {
  const key = unique('mail')
  const now = Date.now()
  const product = { productId: 1, productName: 'Farmer', slug: 'farmer', version: '2.0' }
  const reader = { userId: 1, paymentId: null }
  const withdrawal = { reason: 'It signs twice.', advice: null, withdrawnAt: now, goodVersion: null }
  const mails = {
    notice: { template: 'refund-declined', data: { paymentId: 1, productName: 'Farmer', note: null } },
    news: {
      template: 'new-release',
      data: { ...product, ...reader, changelog: '', riskier: [], isBeta: false, isSecurityUpdate: false },
    },
    withdrawal: { template: 'release-withdrawn', data: { ...product, ...reader, ...withdrawal } },
  } satisfies Record<string, MailToWrite>
  const mail = mails[template]
  await commit(openDb(env.DB), [queueMail(openDb(env.DB), { key, to, userId: user?.id ?? null, mail, now })])
  const row = () =>
    env.DB.prepare('SELECT * FROM email_deliveries WHERE key = ?').bind(key).first<DeliveryRow>()
  return { send: () => consume([{ type: 'send-email', deliveryKey: key }]), row }
}

describe('a receipt that bounces', () => {
  test('becomes a dead letter with the reason, a finding, and a message to the buyer and to support', async () => {
    const { user, paymentId, bindings, sendAll, receipt } = await aBuyer()
    await sendAll()
    expect(await receipt()).toMatchObject({ status: 'sent', outcome: null })
    await allReports(user.email, bindings)

    const { id, ...row } = await receipt()
    const reason = 'The recipient’s mail server does not know this mailbox.'
    expect(row).toMatchObject({ status: 'dead', outcome: 'bounced', last_error: reason })
    expect(await suppressionOf(user.email)).toEqual({ reason: 'bounced', detail: reason })
    expect(await openFindings(`mail:${id}`)).toEqual([
      { kind: 'needs-attention', details: JSON.stringify({ paymentId, error: reason }) },
    ])
    const [notice] = await bell(user)
    expect(notice?.message).toContain(user.email)

    await sendAll()
    const [mail] = (await sandbox.mails(env.SUPPORT_EMAIL)).filter(({ text }) => text.includes(user.email))
    expect(mail?.subject).toBe(`Not delivered: Receipt for order #${paymentId}`)
    expect(mail?.text).toContain(reason)
    expect(mail?.text).toContain(`tab=orders&order=${paymentId}`)
    // The buyer keeps access to the files.
    const { payment, grants } = await booksOf(paymentId)
    expect([payment?.status, grants.map(({ is_active }) => is_active)]).toEqual(['completed', [1]])
  })

  test('notifies once for repeated reports in any order', async () => {
    const orders = [
      ['email.bounced', 'email.delivered', 'email.delivery_delayed'],
      ['email.delivered', 'email.bounced', 'email.bounced', 'email.delivered'],
      ['email.delivery_delayed', 'email.bounced', 'email.delivery_delayed', 'email.bounced'],
    ]
    for (const order of orders) {
      const { user, paymentId, bindings, sendAll, receipt } = await aBuyer()
      await sendAll()
      const [bounced] = await reportsAbout(user.email)
      for (const type of order) {
        const { payload, headers } = await signedAs(String(bounced?.id), (event) => ({ ...event, type }))
        expect((await report(String(bounced?.id), { payload, headers }, bindings)).status).toBe(200)
      }
      expect(await receipt()).toMatchObject({ status: 'dead', outcome: 'bounced' })
      expect([(await told(paymentId)).length, (await bell(user)).length]).toEqual([1, 1])
      expect(await openFindings(`mail:${(await receipt()).id}`)).toHaveLength(1)
    }
  })

  test('notifies once for twenty copies of the report at once', async () => {
    const { user, paymentId, bindings, sendAll } = await aBuyer()
    await sendAll()
    const [bounced] = await reportsAbout(user.email)
    await Promise.all(Array.from({ length: 20 }, () => report(String(bounced?.id), {}, bindings)))
    expect([(await told(paymentId)).length, (await bell(user)).length]).toEqual([1, 1])
  })

  test('before the provider’s response was read stays a dead letter, and is not sent again', async () => {
    const { user, bindings, sent, receipt } = await aBuyer()
    const [job] = sent
    await sandbox.faults({ mail: 'fail-after-accept', mailFailures: 1 })
    await consume([job], {}, bindings)
    expect(await receipt()).toMatchObject({ status: 'retrying', provider_message_id: null })
    await allReports(user.email, bindings)
    expect(await receipt()).toMatchObject({ status: 'dead', outcome: 'bounced' })
    stopClock(Date.now() + MINUTE)
    await consume([job], { attempts: 2 }, bindings)
    expect(await receipt()).toMatchObject({ status: 'dead', outcome: 'bounced' })
    const [mail] = await sandbox.mails(user.email)
    expect([(await sandbox.mails(user.email)).length, mail?.repeats]).toEqual([1, 0])
  })

  test('while the call to the provider is still running stays a dead letter', async () => {
    const { user, bindings, sent, receipt } = await aBuyer()
    const SANDBOX = {
      fetch: async (input: string, init: RequestInit) => {
        const answer = await env.SANDBOX?.fetch(input, init)
        if (input.includes('api.resend.com')) await allReports(user.email, bindings)
        return answer
      },
    } as unknown as Fetcher
    await consume(sent.splice(0), {}, { ...bindings, SANDBOX })
    expect(await receipt()).toMatchObject({ status: 'dead', outcome: 'bounced' })
    expect((await receipt()).provider_message_id).toBe((await sandbox.mails(user.email))[0]?.id)
  })

  test('is sent to the new address once its owner has confirmed it', async () => {
    const { user, bindings, sendAll, receipt, paymentId } = await aBuyer()
    await sendAll()
    await allReports(user.email, bindings)
    await sandbox.faults({ mailFates: {} })
    const mailbox = aMailbox()
    const browser = user.again(mailbox.bindings)
    const email = `${unique('new')}@mail.test`
    const preferences = { emailNotifications: true, promotionalEmails: true, newAirdrops: true }
    const asked = await browser.put('/api/user/profile', {
      email,
      notification_preferences: preferences,
      currentPassword: user.password,
    })
    expect(asked.status, asked.text).toBe(200)
    const token = await mailbox.token(email, CONFIRM)
    expect((await browser.post('/api/auth/verify-email', { token })).status).toBe(200)
    const held = withPausedQueue()
    await sweepDeliveries(held.bindings, openDb(env.DB), Date.now())
    await consume(held.sent, {}, held.bindings)
    const mails = await sandbox.mails(email)
    expect(mails.map(({ subject }) => subject)).toContain((await sandbox.mails(user.email)).at(-1)?.subject)
    const [row] = (await booksOf(paymentId)).mails.filter(({ template }) => template === 'receipt')
    expect(row).toMatchObject({ status: 'sent', to_address: email })
    await expect(receipt()).rejects.toThrow('no receipt')
  })
})

/** The event with another body and a signature made with `secret`. */
async function signedAs(
  id: string,
  change: (event: Record<string, unknown>) => object,
  secret = env.RESEND_WEBHOOK_SECRET,
) {
  const { payload, headers = {} } = await sandbox.signed(id)
  const changed = JSON.stringify(change(JSON.parse(payload)))
  const key = Uint8Array.fromBase64(secret.replace('whsec_', ''))
  const mac = await hmacSha256(key, `${headers['svix-id']}.${headers['svix-timestamp']}.${changed}`)
  return { payload: changed, headers: { ...headers, 'svix-signature': `v1,${mac.toBase64()}` } }
}

test('the alert webhook gets each undelivered mail to a buyer or to support, without an address', async () => {
  const texts: string[] = []
  const SANDBOX = {
    fetch: async (input: RequestInfo, init?: RequestInit) => {
      const request = new Request(input, init)
      if (request.url !== 'https://alerts.test/hook')
        return env.SANDBOX?.fetch(request) ?? new Response(null, { status: 500 })
      texts.push((await request.json<{ text: string }>()).text)
      return new Response(null, { status: 200 })
    },
  } as Fetcher
  const { user, paymentId, bindings, sendAll } = await aBuyer()
  const alerted = { ...bindings, SANDBOX, ALERT_WEBHOOK_URL: 'https://alerts.test/hook' }
  await sendAll()
  await allReports(user.email, alerted)
  await allReports(user.email, alerted)
  expect(texts).toEqual([expect.stringContaining(`A mail for order #${paymentId} did not arrive: Receipt`)])
  await fate(env.SUPPORT_EMAIL, 'soft-bounce')
  const mail = await aMailTo(env.SUPPORT_EMAIL)
  await mail.send()
  await allReports(env.SUPPORT_EMAIL, alerted)
  expect(texts.at(-1)).toContain('A mail to support did not arrive')
  expect(texts.join()).not.toContain('@')
  await sandbox.faults({ mailFates: {} })
})

test('a mail reported as delivered after its last attempt failed counts as sent, not as a dead letter', async () => {
  const { user, bindings, sent, receipt } = await aBuyer('deliver')
  const [job] = sent
  await sandbox.faults({ mail: 'fail-after-accept', mailFailures: 1 })
  await env.DB.prepare(
    "UPDATE email_deliveries SET attempts = 7 WHERE template = 'receipt' AND to_address = ?",
  )
    .bind(user.email)
    .run()
  await consume([job], {}, bindings)
  expect(await receipt()).toMatchObject({ status: 'dead', outcome: null })
  await allReports(user.email, bindings)
  expect(await receipt()).toMatchObject({ status: 'sent', outcome: 'delivered', last_error: null })
})

describe('an address that bounced', () => {
  test('gets no further mail; support is notified of each important one, other addresses get theirs', async () => {
    const { user, bindings, sendAll } = await aBuyer()
    await sendAll()
    await allReports(user.email, bindings)
    const before = (await sandbox.mails(user.email)).length
    const again = await bought(user, (await aProduct()).id)
    await sendAll()
    expect((await sandbox.mails(user.email)).length).toBe(before)
    const [row] = (await booksOf(again.paymentId)).mails.filter(({ template }) => template === 'receipt')
    expect(row).toMatchObject({ status: 'dead', outcome: 'suppressed' })
    expect(row?.last_error).toMatch(/^Not sent: mail to this address bounces/)
    expect(await told(again.paymentId)).toHaveLength(1)
    expect(await openFindings(`mail:${row?.id}`)).toHaveLength(1)

    const other = await aMailTo(`${unique('other')}@mail.test`)
    await other.send()
    expect(await other.row()).toMatchObject({ status: 'sent' })
  })

  test('gets mail again once an admin sends one again, and reports about the earlier run change nothing', async () => {
    const { user, bindings, sendAll, receipt } = await aBuyer()
    await sendAll()
    const [bounced] = await reportsAbout(user.email)
    await report(String(bounced?.id), {}, bindings)
    const admin = await aUser({ admin: true, bindings })
    await sandbox.faults({ mailFates: {} })
    const { id } = await receipt()
    const retried = await admin.post(`/api/secure-management/email-deliveries/${id}/retry`)
    expect([retried.status, await suppressionOf(user.email)]).toEqual([200, null])
    expect((await report(String(bounced?.id), {}, bindings)).message).toBe('unknown')
    await sendAll()
    await allReports(user.email, bindings)
    expect(await receipt()).toMatchObject({ status: 'sent', outcome: 'delivered', run: 2 })
    expect(await suppressionOf(user.email)).toBeNull()
  })

  test('that unsubscribed or complained stays suppressed for it once an admin sends a mail again', async () => {
    const unsubscribe = (paymentId: number) => {
      const db = openDb(env.DB)
      return commit(db, [unsubscribePurchase(db, paymentId, Date.now())])
    }
    for (const when of ['before', 'after', 'complaint'] as const) {
      const { user, bindings, sendAll, receipt, paymentId } = await aBuyer()
      await sendAll()
      if (when === 'before') await unsubscribe(paymentId)
      const [bounced] = await reportsAbout(user.email)
      await report(String(bounced?.id), {}, bindings)
      if (when === 'after') await unsubscribe(paymentId)
      if (when === 'complaint') {
        const type = 'email.complained'
        const complaint = await signedAs(String(bounced?.id), (event) => ({ ...event, type }))
        await report(String(bounced?.id), complaint, bindings)
      }
      expect(await suppressionOf(user.email)).toMatchObject({ reason: 'bounced' })
      const admin = await aUser({ admin: true, bindings })
      const { id } = await receipt()
      expect((await admin.post(`/api/secure-management/email-deliveries/${id}/retry`)).status).toBe(200)
      const reason = when === 'complaint' ? 'complained' : 'unsubscribed'
      expect(await suppressionOf(user.email)).toEqual({ reason, detail: null })
    }
  })

  test('for a temporary reason gets further mail', async () => {
    const { user, bindings, sendAll, receipt, paymentId } = await aBuyer('soft-bounce')
    await sendAll()
    await allReports(user.email, bindings)
    expect(await receipt()).toMatchObject({ status: 'dead', outcome: 'bounced' })
    expect([await suppressionOf(user.email), (await told(paymentId)).length]).toEqual([null, 1])
    const next = await aMailTo(user.email)
    await next.send()
    expect(await next.row()).toMatchObject({ status: 'sent' })
  })

  test.each([
    ['suppress', 'suppressed', true],
    ['fail', 'failed', false],
  ] as const)(
    'or that the provider did not write to (%s) is suppressed only if it is bad',
    async (how, outcome, isBad) => {
      const { user, bindings, sendAll, receipt, paymentId } = await aBuyer(how)
      await sendAll()
      await allReports(user.email, bindings)
      expect(await receipt()).toMatchObject({ status: 'dead', outcome })
      expect([(await suppressionOf(user.email)) !== null, (await told(paymentId)).length]).toEqual([isBad, 1])
    },
  )

  test('as recipient of a download link makes the shop ask the sender to check the address', async () => {
    const { bindings, sent } = withPausedQueue()
    const user = await aUser({ bindings })
    const email = `${unique('friend')}@mail.test`
    await fate(email, 'bounce')
    const product = await aProduct()
    await bought(user, product.id)
    sent.splice(0)
    const link = await user.post(`/api/email/product/${product.id}`, { email })
    expect(link.status, link.text).toBe(200)
    await consume(sent.splice(0), {}, bindings)
    await allReports(email, bindings)
    const [notice] = await bell(user)
    expect(notice?.message).toContain(`Your download link to ${email} could not be delivered`)
    expect(notice?.message).not.toContain('Profile')
  })

  test('of a newsletter subscriber ends the newsletter and is not stored', async () => {
    const email = `${unique('sub')}@mail.test`
    const row = await env.DB.prepare(
      'INSERT INTO subscribers (email, email_key, created_at, confirmed_at) VALUES (?1, ?1, 1, 2) RETURNING id',
    )
      .bind(email)
      .first<{ id: number }>()
    const subscriberId = row?.id ?? 0
    const key = unique('newsletter')
    const mail = { template: 'newsletter' as const, data: { subscriberId, askedAt: Date.now() } }
    const db = openDb(env.DB)
    await commit(db, [queueMail(db, { key, to: email, mail, now: Date.now() })])
    await fate(email, 'bounce')
    await consume([{ type: 'send-email', deliveryKey: key }])
    await allReports(email)
    const after = await env.DB.prepare('SELECT unsubscribed_at FROM subscribers WHERE id = ?')
      .bind(subscriberId)
      .first<{ unsubscribed_at: number | null }>()
    expect([after?.unsubscribed_at !== null, await suppressionOf(email)]).toEqual([true, null])
  })

  test('of support itself causes no mail about it', async () => {
    await fate(env.SUPPORT_EMAIL, 'bounce')
    const mail = await aMailTo(env.SUPPORT_EMAIL)
    await mail.send()
    const before = (await deliveriesOf('mail-undelivered')).length
    await allReports(env.SUPPORT_EMAIL)
    expect(await mail.row()).toMatchObject({ status: 'dead', outcome: 'bounced' })
    expect((await deliveriesOf('mail-undelivered')).length).toBe(before)
    expect(await suppressionOf(env.SUPPORT_EMAIL)).toBeNull()
    await sandbox.faults(noFaults)
    await sandbox.calm()
  })
})

test('a complaint ends all announcements and the newsletter, queued ones too, but no essential mails', async () => {
  const { user, bindings, sendAll, receipt } = await aBuyer('complain')
  await env.DB.prepare(
    'INSERT INTO subscribers (email, email_key, created_at, confirmed_at) VALUES (?1, ?1, 1, 2)',
  )
    .bind(user.email)
    .run()
  const waiting = await aMailTo(user.email, user, 'news')
  await sendAll()
  await allReports(user.email, bindings)
  expect(await receipt()).toMatchObject({ status: 'sent', outcome: 'complained' })
  expect(await suppressionOf(user.email)).toEqual({ reason: 'complained', detail: null })
  const state = await env.DB.prepare(
    `SELECT email_notifications + promotional_emails + new_airdrops AS wanted, (SELECT unsubscribed_at IS NOT NULL
      FROM subscribers WHERE email_key = users.email_key) AS has_left FROM users WHERE id = ?`,
  )
    .bind(user.id)
    .first()
  expect(state).toEqual({ wanted: 0, has_left: 1 })
  await waiting.send()
  expect(await waiting.row()).toMatchObject({ status: 'dead', provider_message_id: null })
  await sandbox.faults({ mailFates: {} })
  const essential = await aMailTo(user.email, user)
  await essential.send()
  expect(await essential.row()).toMatchObject({ status: 'sent' })

  const problem = async () => (await user.get<Profile>('/api/user/profile')).data.emailProblem
  expect(await problem()).toMatchObject({ reason: 'complained' })

  // A user who turns announcements on again gets them, also after the report is repeated.
  const preferences = { emailNotifications: true, promotionalEmails: true, newAirdrops: true }
  const saved = await user.put('/api/user/profile', {
    email: user.email,
    notification_preferences: preferences,
  })
  expect(saved.status, saved.text).toBe(200)
  expect(await problem()).toBeNull()
  const [, complained] = await reportsAbout(user.email)
  expect((await report(String(complained?.id))).message).toBe('repeated')
  const later = await aMailTo(user.email, user, 'news')
  await later.send()
  expect(await later.row()).toMatchObject({ status: 'sent' })
})

describe('a webhook of the mail provider', () => {
  test('whose signature is not valid, or is too old, is refused and changes nothing', async () => {
    const { user, bindings, sendAll, receipt } = await aBuyer()
    await sendAll()
    const [bounced] = await reportsAbout(user.email)
    const id = String(bounced?.id)
    const other = await signedAs(id, (event) => event, `whsec_${btoa('another secret of 24 bytes')}`)
    const { headers = {}, payload } = await sandbox.signed(id)
    const at = Number(headers['svix-timestamp'])
    const wrong: Parameters<typeof report>[1][] = [
      other,
      { payload: payload.replace('Permanent', 'Transient') },
      { headers: { 'svix-signature': '' } },
      { headers: { 'svix-signature': 'v1,AAAA' } },
      { headers: { 'svix-signature': String(headers['svix-signature']).replace('v1,', 'v2,') } },
      // All headers of one signature: `report` may sign its own a second later.
      { headers: { ...headers, 'svix-timestamp': String(at + 1) }, payload },
      { headers: { 'svix-id': 'msg_other' } },
    ]
    for (const change of wrong) expect((await report(id, change, bindings)).status).toBe(400)
    for (const minutes of [-6, 6]) {
      stopClock(Date.now() + minutes * MINUTE)
      expect((await report(id, { headers, payload }, bindings)).status).toBe(400)
      vi.useRealTimers()
    }
    expect(await receipt()).toMatchObject({ status: 'sent', outcome: null })
    // While the secret is being changed there are two signatures.
    const both = `v1,${btoa('x'.repeat(32))} ${headers['svix-signature']}`
    expect(
      (await report(id, { payload, headers: { ...headers, 'svix-signature': both } }, bindings)).status,
    ).toBe(200)
    expect(await receipt()).toMatchObject({ outcome: 'bounced' })
  })

  test('about another shop’s mail, or of another type, gets 200 and changes nothing', async () => {
    const { user, bindings, sendAll, receipt } = await aBuyer('deliver')
    await sendAll()
    const [delivered] = await reportsAbout(user.email)
    const id = String(delivered?.id)
    const dump = async () =>
      JSON.stringify((await env.DB.prepare('SELECT * FROM email_deliveries').all()).results)
    const before = await dump()
    const strange = await signedAs(id, (event) => ({
      ...event,
      data: { ...(event.data as object), email_id: crypto.randomUUID(), tags: { delivery: '1', run: '1' } },
    }))
    expect(await report(id, strange, bindings)).toEqual({ status: 200, message: 'unknown' })
    const opened = await signedAs(id, (event) => ({ ...event, type: 'email.opened' }))
    expect(await report(id, opened, bindings)).toEqual({ status: 200, message: 'ignored' })
    const contact = await signedAs(id, () => ({ type: 'contact.created', data: { id: 'x' } }))
    expect(await report(id, contact, bindings)).toEqual({ status: 200, message: 'ignored' })
    expect(await dump()).toBe(before)
    expect((await report(id, {}, bindings)).message).toBe('delivered')
    expect(await receipt()).toMatchObject({ status: 'sent', outcome: 'delivered' })
  })

  test('about a guest purchase notifies support only', async () => {
    const email = `${unique('guest')}@mail.test`
    await fate(email, 'bounce')
    const mail = await aMailTo(email)
    await mail.send()
    await env.DB.prepare(
      'UPDATE email_deliveries SET payment_id = (SELECT max(id) FROM payments) WHERE to_address = ?',
    )
      .bind(email)
      .run()
    await allReports(email)
    const [row] = (await deliveriesOf('mail-undelivered')).slice(-1)
    expect(row?.to_address).toBe(env.SUPPORT_EMAIL)
  })
})

test('a receipt whose bounce is reported after its account was deleted causes no mail and no finding', async () => {
  const { user, paymentId, bindings, sendAll, receipt } = await aBuyer()
  await sendAll()
  const { id } = await receipt()
  await deleteAccount(user)
  await allReports(user.email, bindings)
  expect(await told(paymentId)).toEqual([])
  expect(await openFindings(`mail:${id}`)).toEqual([])
})

test('a withdrawal whose bounce is reported after its account was deleted causes no finding', async () => {
  const { user, bindings } = await aBuyer()
  const withdrawal = await aMailTo(user.email, user, 'withdrawal')
  await withdrawal.send()
  await deleteAccount(user)
  await allReports(user.email, bindings)
  const row = await withdrawal.row()
  expect(row?.outcome).toBe('bounced')
  expect(await openFindings(`mail:${row?.id}`)).toEqual([])
})

test('the suppression of an address is deleted with its account', async () => {
  const { user, bindings, sendAll } = await aBuyer()
  await sendAll()
  await allReports(user.email, bindings)
  expect(await suppressionOf(user.email)).not.toBeNull()
  stopClock(Date.now() + DAY)
  const gone = await user.fetch(
    'DELETE',
    '/api/user/account',
    { 'content-type': 'application/json' },
    JSON.stringify({ password: user.password }),
  )
  expect(gone.status, await gone.text()).toBe(200)
  expect(await suppressionOf(user.email)).toBeNull()
})
