import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { DAILY } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import { configOf } from '../../providers/config.ts'
import { visitor } from '../../testing/clients.ts'
import { aContactForm, anAddress, sendContactForm } from '../../testing/contact.ts'
import { aReader, mailsQueuedTo, subscriberOf } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, ring, withPausedQueue } from '../../testing/shop.ts'
import { signUnsubscribe } from '../email/unsubscribe-link.ts'
import { unsubscribe as endMails } from './unsubscribe.ts'

beforeAll(sandbox.calm)
afterEach(() => vi.useRealTimers())

describe('the newsletter', () => {
  const ask = async (email: string, bindings = env) =>
    expect((await sendContactForm(aContactForm({ email, newsletter: true }), bindings)).status).toBe(201)

  /** The token in the latest confirmation mail to this address. */
  const tokenFor = async (email: string, sent: unknown[]) => {
    await consume(sent)
    const [mail] = await sandbox.mails(email)
    return new URL(mail?.links[0] ?? '').hash.replace('#token=', '')
  }
  const confirm = (token: string) => visitor().post('/api/contact/newsletter/confirm', { token })
  const unsubscribe = async (email: string) => {
    const { id } = (await subscriberOf(email)) ?? { id: 0 }
    const token = await signUnsubscribe({ subscriberId: id }, env.LINK_SIGNING_KEY)
    await endMails(openDb(env.DB), token, configOf(env), Date.now())
  }

  test('starts only when the owner of the address confirms, and accepts a second confirmation', async () => {
    const { bindings, sent } = withPausedQueue()
    const email = anAddress()
    await ask(email, bindings)
    expect(await subscriberOf(email)).toMatchObject({ confirmed_at: null })
    const token = await tokenFor(email, sent)
    expect((await confirm(token)).status).toBe(200)
    expect((await confirm(token)).status).toBe(200)
    expect((await subscriberOf(email))?.confirmed_at).not.toBeNull()
  })

  test('sends one confirmation mail for simultaneous requests or requests within a day, and another one after that', async () => {
    const email = anAddress()
    await Promise.all([ask(email), ask(email)])
    await ask(email)
    expect(await mailsQueuedTo(email)).toHaveLength(1)
    vi.setSystemTime(Date.now() + 25 * 3_600_000)
    await Promise.all([ask(email), ask(email)])
    expect(await mailsQueuedTo(email)).toHaveLength(2)
  })

  test('sends no confirmation mail to a subscriber or to an account whose preference is on', async () => {
    const { bindings, sent } = withPausedQueue()
    const email = anAddress()
    await ask(email, bindings)
    await confirm(await tokenFor(email, sent))
    // The row of a sent confirmation mail has no address, so none is found.
    expect(await mailsQueuedTo(email)).toEqual([])
    vi.setSystemTime(Date.now() + 2 * DAY)
    await ask(email)
    expect(await mailsQueuedTo(email)).toEqual([])
    const reader = await aReader()
    await ask(reader.email)
    expect([await mailsQueuedTo(reader.email), await subscriberOf(reader.email)]).toEqual([[], null])
    // A person may have registered with a stranger's address: only a verified account counts.
    const unproved = await aReader({ verified: false })
    await ask(unproved.email)
    expect(await mailsQueuedTo(unproved.email)).toHaveLength(1)
  })

  test('switches on the preference of the account that verified the address', async () => {
    const { bindings, sent } = withPausedQueue()
    const reader = await aReader({ newAirdrops: false })
    await ask(reader.email, bindings)
    await confirm(await tokenFor(reader.email, sent))
    const row = await env.DB.prepare('SELECT new_airdrops, promotional_emails FROM users WHERE id = ?')
      .bind(reader.id)
      .first()
    expect(row).toEqual({ new_airdrops: 1, promotional_emails: 1 })
  })

  test('does not start with a token that is altered, a week old, or from before the reader unsubscribed', async () => {
    const { bindings, sent } = withPausedQueue()
    const email = anAddress()
    await ask(email, bindings)
    const token = await tokenFor(email, sent)
    for (const wrong of ['', 'x', `1${token}`, token.slice(0, -2)])
      expect((await confirm(wrong)).status, wrong).toBe(403)
    expect((await subscriberOf(email))?.confirmed_at).toBeNull()
    await confirm(token)
    await unsubscribe(email)
    expect((await confirm(token)).status).toBe(410)
    // A new request can be confirmed, but only within 7 days.
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

  test('deletes an address that was not confirmed within 30 days', async () => {
    const email = anAddress()
    await ask(email)
    const ago = (days: number) =>
      env.DB.prepare('UPDATE subscribers SET created_at = ? WHERE email_key = ?')
        .bind(Date.now() - days * DAY, email)
        .run()
    await ago(29)
    await ring(DAILY, withPausedQueue().bindings)
    expect(await subscriberOf(email)).not.toBeNull()
    await ago(31)
    await ring(DAILY, withPausedQueue().bindings)
    expect(await subscriberOf(email)).toBeNull()
    // A new request for the deleted address sends a confirmation mail again.
    await ask(email)
    expect(await subscriberOf(email)).not.toBeNull()
    expect(await mailsQueuedTo(email)).toHaveLength(2)
  })
})
