import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY } from '../../core/time.ts'
import { DAILY } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import { configOf } from '../../providers/config.ts'
import { visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aReader, mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, ring, unique, withHeldQueue } from '../../testing/shop.ts'
import { leave } from '../announcements/leave.ts'
import { signUnsubscribe } from '../email/unsubscribe-link.ts'
import type { ContactForm } from './contract.ts'

beforeAll(sandbox.calm)
afterEach(() => vi.useRealTimers())

const SUPPORT = configOf(env).supportEmail
const address = () => `${unique('sender')}@mail.test`

const form = (input: Partial<ContactForm> = {}): ContactForm => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: address(),
  subject: unique('Question'),
  message: 'Does the planner keep\nmy line breaks?',
  ...input,
})

const send = (body: ContactForm, bindings = env, headers = {}) =>
  visitor(bindings).post('/api/contact', body, headers)

const stored = async (email: string) =>
  (
    await env.DB.prepare('SELECT * FROM contact_messages WHERE email = ?')
      .bind(email)
      .all<{ subject: string; ip: string | null; newsletter: number }>()
  ).results

const subscriberOf = (email: string) =>
  env.DB.prepare('SELECT * FROM subscribers WHERE email_key = ?').bind(email).first<{
    id: number
    created_at: number
    confirmed_at: number | null
    unsubscribed_at: number | null
  }>()

describe('a message', () => {
  // spec: call-contact
  test('of a visitor is stored and reaches support, whose answer goes to the sender', async () => {
    const { bindings, sent } = withHeldQueue()
    const body = form()
    const answer = await send(body, bindings)
    expect([answer.status, answer.success, answer.message]).toEqual([
      201,
      true,
      "We'll get back to you as soon as possible.",
    ])
    expect(await stored(body.email)).toMatchObject([{ subject: body.subject, newsletter: 0 }])
    await consume(sent)
    const [mail] = await sandbox.mails(SUPPORT)
    expect(mail).toMatchObject({ subject: `Contact: ${body.subject}`, replyTo: [body.email] })
    expect(mail?.text).toContain('> Does the planner keep\n> my line breaks?')
    expect(await mailsQueuedTo(body.email)).toEqual([])
  })

  test('with line breaks or markup in its fields starts no header and no tag', async () => {
    const { bindings, sent } = withHeldQueue()
    const nasty = 'Hi\r\nBcc: victim@mail.test\r\n\r\n<script>alert(1)</script>'
    const body = form({ subject: nasty, firstName: nasty.slice(0, 100), message: `${nasty}\n${nasty}` })
    expect((await send(body, bindings)).status).toBe(201)
    await consume(sent)
    const [mail] = await sandbox.mails(SUPPORT)
    expect(mail?.subject).toBe('Contact: Hi Bcc: victim@mail.test <script>alert(1)</script>')
    expect([mail?.to, mail?.replyTo, mail?.headers]).toEqual([SUPPORT, [body.email], {}])
    expect(mail?.html).not.toContain('<script>')
    expect(await sandbox.mails('victim@mail.test')).toEqual([])
    for (const email of ['a@mail.test\r\nBcc: b@mail.test', 'a@mail.test, b@mail.test', 'A <a@mail.test>'])
      expect((await send(form({ email }))).status, email).toBe(400)
  })

  test('whose hidden field is filled in is answered alike, and nothing of it is kept or sent', async () => {
    const { bindings, sent } = withHeldQueue()
    const [real, program] = [form(), form({ website: 'https://spam.test', newsletter: true })]
    const [a, b] = [await send(real, bindings), await send(program, bindings)]
    expect([b.status, b.text]).toEqual([a.status, a.text])
    expect(await stored(program.email)).toEqual([])
    expect(await subscriberOf(program.email)).toBeNull()
    expect(sent).toHaveLength(1)
  })

  test('is refused with the specification’s sentences', async () => {
    const cases = [
      [{ firstName: ' ' }, 'First name is required'],
      [{ lastName: '' }, 'Last name is required'],
      [{ email: 'nobody' }, 'Invalid email address'],
      [{ subject: '' }, 'Subject is required'],
      [{ message: 'too short' }, 'Message must be at least 10 characters'],
    ] as const
    for (const [input, message] of cases) {
      const answer = await send(form(input))
      expect([answer.status, answer.message]).toEqual([400, message])
    }
  })

  test('too many are refused, per address with its tags folded, and per network', async () => {
    stopClock()
    const box = unique('many')
    const many = async (next: () => ContactForm, headers = {}) => {
      const statuses: number[] = []
      for (let at = 0; at < 11; at++) statuses.push((await send(next(), env, headers)).status)
      return statuses
    }
    let tag = 0
    const perAddress = await many(() => form({ email: `${box}+${tag++}@mail.test` }))
    expect(perAddress).toEqual([...Array(5).fill(201), ...Array(6).fill(429)])
    const perNetwork = await many(form, { 'cf-connecting-ip': '203.0.113.77' })
    expect(perNetwork).toEqual([...Array(10).fill(201), 429])
    expect((await send(form(), env, { 'cf-connecting-ip': '203.0.113.78' })).status).toBe(201)
  })

  test('loses where it came from after 90 days', async () => {
    const [old, young] = [form(), form()]
    for (const body of [old, young]) await send(body, env, { 'cf-connecting-ip': '203.0.113.5' })
    const ago = (days: number, email: string) =>
      env.DB.prepare('UPDATE contact_messages SET created_at = ? WHERE email = ?')
        .bind(Date.now() - days * DAY, email)
        .run()
    await ago(91, old.email)
    await ago(89, young.email)
    await ring(DAILY, withHeldQueue().bindings)
    expect(await stored(old.email)).toMatchObject([{ subject: old.subject, ip: null }])
    expect(await stored(young.email)).toMatchObject([{ ip: '203.0.113.5' }])
  })
})

describe('the newsletter', () => {
  const ask = async (email: string, bindings = env) =>
    expect((await send(form({ email, newsletter: true }), bindings)).status).toBe(201)

  /** The token of the last question to this address. */
  const tokenFor = async (email: string, sent: unknown[]) => {
    await consume(sent)
    const [mail] = await sandbox.mails(email)
    return new URL(mail?.links[0] ?? '').hash.replace('#token=', '')
  }
  const confirm = (token: string) => visitor().post('/api/contact/newsletter/confirm', { token })
  const unsubscribe = async (email: string) => {
    const { id } = (await subscriberOf(email)) ?? { id: 0 }
    const token = await signUnsubscribe({ subscriberId: id }, env.LINK_SIGNING_KEY)
    await leave(openDb(env.DB), token, env.LINK_SIGNING_KEY, Date.now())
  }

  test('begins only when the address’s owner says so, however often they say it', async () => {
    const { bindings, sent } = withHeldQueue()
    const email = address()
    await ask(email, bindings)
    expect(await subscriberOf(email)).toMatchObject({ confirmed_at: null })
    const token = await tokenFor(email, sent)
    expect((await confirm(token)).status).toBe(200)
    expect((await confirm(token)).status).toBe(200)
    expect((await subscriberOf(email))?.confirmed_at).not.toBeNull()
  })

  test('asks once, also when asked by two at the same time or again within the day; later once more', async () => {
    const email = address()
    await Promise.all([ask(email), ask(email)])
    await ask(email)
    expect(await mailsQueuedTo(email)).toHaveLength(1)
    vi.setSystemTime(Date.now() + 25 * 3_600_000)
    await Promise.all([ask(email), ask(email)])
    expect(await mailsQueuedTo(email)).toHaveLength(2)
  })

  test('asks nothing of one who has it: a subscriber, or an account whose preference is on', async () => {
    const { bindings, sent } = withHeldQueue()
    const email = address()
    await ask(email, bindings)
    await confirm(await tokenFor(email, sent))
    // Once the question is sent, its row keeps no address.
    expect(await mailsQueuedTo(email)).toEqual([])
    vi.setSystemTime(Date.now() + 2 * DAY)
    await ask(email)
    expect(await mailsQueuedTo(email)).toEqual([])
    const reader = await aReader()
    await ask(reader.email)
    expect([await mailsQueuedTo(reader.email), await subscriberOf(reader.email)]).toEqual([[], null])
    // Somebody may have registered with a stranger's address: only a proved one speaks for it.
    const unproved = await aReader({ verified: false })
    await ask(unproved.email)
    expect(await mailsQueuedTo(unproved.email)).toHaveLength(1)
  })

  test('switches the preference of the account on that has proved the address', async () => {
    const { bindings, sent } = withHeldQueue()
    const reader = await aReader({ newAirdrops: false })
    await ask(reader.email, bindings)
    await confirm(await tokenFor(reader.email, sent))
    const row = await env.DB.prepare('SELECT new_airdrops, promotional_emails FROM users WHERE id = ?')
      .bind(reader.id)
      .first()
    expect(row).toEqual({ new_airdrops: 1, promotional_emails: 1 })
  })

  test('does not begin by a token that is altered, a week old, or older than the reader’s leaving', async () => {
    const { bindings, sent } = withHeldQueue()
    const email = address()
    await ask(email, bindings)
    const token = await tokenFor(email, sent)
    for (const wrong of ['', 'x', `1${token}`, token.slice(0, -2)])
      expect((await confirm(wrong)).status, wrong).toBe(403)
    expect((await subscriberOf(email))?.confirmed_at).toBeNull()
    await confirm(token)
    await unsubscribe(email)
    expect((await confirm(token)).status).toBe(410)
    // A new question may be answered; and only in time.
    sent.length = 0
    vi.setSystemTime(Date.now() + 1000)
    await ask(email, bindings)
    const second = await tokenFor(email, sent)
    expect(second).not.toBe(token)
    vi.setSystemTime(Date.now() + 8 * DAY)
    expect((await confirm(second)).status).toBe(410)
    vi.setSystemTime(Date.now() - 2 * DAY)
    expect((await confirm(second)).status).toBe(200)
    expect(await subscriberOf(email)).toMatchObject({ unsubscribed_at: null })
  })

  test('forgets an address whose owner never answered after 30 days', async () => {
    const email = address()
    await ask(email)
    const ago = (days: number) =>
      env.DB.prepare('UPDATE subscribers SET created_at = ? WHERE email_key = ?')
        .bind(Date.now() - days * DAY, email)
        .run()
    await ago(29)
    await ring(DAILY, withHeldQueue().bindings)
    expect(await subscriberOf(email)).not.toBeNull()
    await ago(31)
    await ring(DAILY, withHeldQueue().bindings)
    expect(await subscriberOf(email)).toBeNull()
    // Whoever comes back is asked like anybody else.
    await ask(email)
    expect(await subscriberOf(email)).not.toBeNull()
    expect(await mailsQueuedTo(email)).toHaveLength(2)
  })
})
