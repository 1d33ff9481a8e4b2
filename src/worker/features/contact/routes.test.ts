import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ContactForm } from '#shared/contact/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { DAILY } from '../../cron.ts'
import { configOf } from '../../providers/config.ts'
import { stopClock } from '../../testing/clock.ts'
import { aContactForm, sendContactForm } from '../../testing/contact.ts'
import { mailsQueuedTo, subscriberOf } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, ring, unique, withPausedQueue } from '../../testing/shop.ts'

beforeAll(sandbox.calm)
afterEach(() => vi.useRealTimers())

const SUPPORT = configOf(env).supportEmail
const stored = async (email: string) =>
  (
    await env.DB.prepare('SELECT * FROM contact_messages WHERE email = ?')
      .bind(email)
      .all<{ subject: string; ip: string | null; newsletter: number }>()
  ).results

describe('a message', () => {
  // spec: call-contact
  test('of a visitor is stored and mailed to support, and a reply goes to the sender', async () => {
    const { bindings, sent } = withPausedQueue()
    const body = aContactForm()
    const answer = await sendContactForm(body, bindings)
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

  test('with line breaks or markup in its fields adds no mail header and no HTML tag', async () => {
    const { bindings, sent } = withPausedQueue()
    const nasty = 'Hi\r\nBcc: victim@mail.test\r\n\r\n<script>alert(1)</script>'
    const body = aContactForm({
      subject: nasty,
      firstName: nasty.slice(0, 100),
      message: `${nasty}\n${nasty}`,
    })
    expect((await sendContactForm(body, bindings)).status).toBe(201)
    await consume(sent)
    const [mail] = await sandbox.mails(SUPPORT)
    expect(mail?.subject).toBe('Contact: Hi Bcc: victim@mail.test <script>alert(1)</script>')
    expect([mail?.to, mail?.replyTo, mail?.headers]).toEqual([SUPPORT, [body.email], {}])
    expect(mail?.html).not.toContain('<script>')
    expect(await sandbox.mails('victim@mail.test')).toEqual([])
    for (const email of ['a@mail.test\r\nBcc: b@mail.test', 'a@mail.test, b@mail.test', 'A <a@mail.test>'])
      expect((await sendContactForm(aContactForm({ email }))).status, email).toBe(400)
  })

  test('with the hidden field filled in gets the same response, and is neither stored nor sent', async () => {
    const { bindings, sent } = withPausedQueue()
    const [real, program] = [aContactForm(), aContactForm({ website: 'https://spam.test', newsletter: true })]
    const [a, b] = [await sendContactForm(real, bindings), await sendContactForm(program, bindings)]
    expect([b.status, b.text]).toEqual([a.status, a.text])
    expect(await stored(program.email)).toEqual([])
    expect(await subscriberOf(program.email)).toBeNull()
    expect(sent).toHaveLength(1)
  })

  test('with an invalid field is refused with the message of the specification', async () => {
    const cases = [
      [{ firstName: ' ' }, 'First name is required'],
      [{ lastName: '' }, 'Last name is required'],
      [{ email: 'nobody' }, 'Invalid email address'],
      [{ subject: '' }, 'Subject is required'],
      [{ message: 'too short' }, 'Message must be at least 10 characters'],
    ] as const
    for (const [input, message] of cases) {
      const answer = await sendContactForm(aContactForm(input))
      expect([answer.status, answer.message]).toEqual([400, message])
    }
  })

  test('is refused after 5 per mailbox, tags ignored, and after 10 per IP address', async () => {
    stopClock()
    const box = unique('many')
    const many = async (next: () => ContactForm, headers = {}) => {
      const statuses: number[] = []
      for (let at = 0; at < 11; at++) statuses.push((await sendContactForm(next(), env, headers)).status)
      return statuses
    }
    let tag = 0
    const perAddress = await many(() => aContactForm({ email: `${box}+${tag++}@mail.test` }))
    expect(perAddress).toEqual([...Array(5).fill(201), ...Array(6).fill(429)])
    const perNetwork = await many(aContactForm, { 'cf-connecting-ip': '203.0.113.77' })
    expect(perNetwork).toEqual([...Array(10).fill(201), 429])
    expect((await sendContactForm(aContactForm(), env, { 'cf-connecting-ip': '203.0.113.78' })).status).toBe(
      201,
    )
  })

  test('loses its sender’s IP address after 90 days', async () => {
    const [old, young] = [aContactForm(), aContactForm()]
    for (const body of [old, young]) await sendContactForm(body, env, { 'cf-connecting-ip': '203.0.113.5' })
    const ago = (days: number, email: string) =>
      env.DB.prepare('UPDATE contact_messages SET created_at = ? WHERE email = ?')
        .bind(Date.now() - days * DAY, email)
        .run()
    await ago(91, old.email)
    await ago(89, young.email)
    await ring(DAILY, withPausedQueue().bindings)
    expect(await stored(old.email)).toMatchObject([{ subject: old.subject, ip: null }])
    expect(await stored(young.email)).toMatchObject([{ ip: '203.0.113.5' }])
  })
})
