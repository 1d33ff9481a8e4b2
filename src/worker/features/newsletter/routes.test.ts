import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { DAILY } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
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
    await endMails(openDb(env.DB), token, env.LINK_SIGNING_KEY, Date.now())
  }

  test('begins only when the address’s owner says so, however often they say it', async () => {
    const { bindings, sent } = withPausedQueue()
    const email = anAddress()
    await ask(email, bindings)
    expect(await subscriberOf(email)).toMatchObject({ confirmed_at: null })
    const token = await tokenFor(email, sent)
    expect((await confirm(token)).status).toBe(200)
    expect((await confirm(token)).status).toBe(200)
    expect((await subscriberOf(email))?.confirmed_at).not.toBeNull()
  })

  test('asks once, also when asked by two at the same time or again within the day; later once more', async () => {
    const email = anAddress()
    await Promise.all([ask(email), ask(email)])
    await ask(email)
    expect(await mailsQueuedTo(email)).toHaveLength(1)
    vi.setSystemTime(Date.now() + 25 * 3_600_000)
    await Promise.all([ask(email), ask(email)])
    expect(await mailsQueuedTo(email)).toHaveLength(2)
  })

  test('asks nothing of one who has it: a subscriber, or an account whose preference is on', async () => {
    const { bindings, sent } = withPausedQueue()
    const email = anAddress()
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
    const { bindings, sent } = withPausedQueue()
    const reader = await aReader({ newAirdrops: false })
    await ask(reader.email, bindings)
    await confirm(await tokenFor(reader.email, sent))
    const row = await env.DB.prepare('SELECT new_airdrops, promotional_emails FROM users WHERE id = ?')
      .bind(reader.id)
      .first()
    expect(row).toEqual({ new_airdrops: 1, promotional_emails: 1 })
  })

  test('does not begin by a token that is altered, a week old, or older than the reader’s leaving', async () => {
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
    // A person who comes back is asked like anybody else.
    await ask(email)
    expect(await subscriberOf(email)).not.toBeNull()
    expect(await mailsQueuedTo(email)).toHaveLength(2)
  })
})
