import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UnsubscribeClaim } from '#shared/email/contract.ts'
import { openDb } from '../../db/client.ts'
import { visitor } from '../../testing/clients.ts'
import { aProduct } from '../../testing/products.ts'
import { aReader } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, unique, withPausedQueue } from '../../testing/shop.ts'
import { announceReleases } from '../announcements/announce-releases.ts'
import { signDownloadLink } from '../email/download-link.ts'
import { signNewsletter } from '../email/newsletter-link.ts'
import { signUnsubscribe } from '../email/unsubscribe-link.ts'

beforeAll(sandbox.calm)
beforeEach(() => env.DB.prepare('UPDATE users SET email_verified_at = NULL').run())

const KEY = env.LINK_SIGNING_KEY
const path = (token: string) => `/api/email/unsubscribe?token=${encodeURIComponent(token)}`
const tokenOf = (claim: UnsubscribeClaim) => signUnsubscribe(claim, KEY)
const switchesOf = (userId: number) =>
  env.DB.prepare('SELECT email_notifications, promotional_emails, new_airdrops FROM users WHERE id = ?')
    .bind(userId)
    .first()
const ALL_ON = { email_notifications: 1, promotional_emails: 1, new_airdrops: 1 }

describe('one click in a mail program', () => {
  test('with the mail’s header, no session and no origin ends that kind of mail and no other', async () => {
    const { bindings, sent } = withPausedQueue()
    const [reader, other] = [await aReader(), await aReader()]
    await aProduct({ name: unique('Fresh'), release: { unannounced: true } })
    await announceReleases(bindings, openDb(env.DB), Date.now())
    await consume(sent)
    const [mail] = await sandbox.mails(reader.email)
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const address = new URL(/^<(.+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
    expect(address.origin).toBe('http://shop.test')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: '' }
    const click = () =>
      visitor().fetch('POST', address.pathname + address.search, headers, 'List-Unsubscribe=One-Click')
    expect([(await click()).status, (await click()).status]).toEqual([200, 200])
    expect(await switchesOf(reader.id)).toEqual({ ...ALL_ON, new_airdrops: 0 })
    expect(await switchesOf(other.id)).toEqual(ALL_ON)
    // The link to the page has the same token.
    const link = mail?.links.find((one) => one.includes('/unsubscribe#token='))
    expect(link).toBe(`http://shop.test/unsubscribe#token=${address.searchParams.get('token')}`)
  })

  test('by GET changes nothing and redirects to the page with the button', async () => {
    const reader = await aReader()
    const token = await tokenOf({ userId: reader.id, preference: 'newAirdrops' })
    const answer = await visitor().fetch('GET', path(token))
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `http://shop.test/unsubscribe#token=${token}`,
    ])
    expect(await switchesOf(reader.id)).toEqual(ALL_ON)
  })

  test.each([
    ['emailNotifications', { email_notifications: 0 }],
    ['promotionalEmails', { promotional_emails: 0 }],
    ['newAirdrops', { new_airdrops: 0 }],
  ] as const)('about %s switches off that preference only', async (preference, changed) => {
    const reader = await aReader()
    expect((await visitor().post(path(await tokenOf({ userId: reader.id, preference })))).status).toBe(200)
    expect(await switchesOf(reader.id)).toEqual({ ...ALL_ON, ...changed })
  })
})

test('a token that is altered, made for another purpose or signed with another key ends nothing', async () => {
  const reader = await aReader()
  const token = await tokenOf({ userId: reader.id, preference: 'newAirdrops' })
  const expiresAt = Date.now() + 1e6
  const wrong = [
    '',
    'x',
    token.replace('newAirdrops', 'promotionalEmails'),
    token.replace(`.${reader.id}.`, `.${reader.id + 1}.`),
    `${token}x`,
    await signUnsubscribe({ userId: reader.id, preference: 'newAirdrops' }, `${KEY}!`),
    await signDownloadLink({ userId: reader.id, productId: 1, version: '1.0', expiresAt }, KEY),
    await signNewsletter({ subscriberId: reader.id, askedAt: 5 }, KEY),
  ]
  for (const one of wrong) {
    const answer = await visitor().post(path(one))
    expect([answer.status, answer.success], one).toEqual([403, false])
  }
  expect((await visitor().post('/api/email/unsubscribe')).status).toBe(400)
  expect((await visitor().post(path('x'.repeat(5000)))).status).toBe(400)
  expect(await switchesOf(reader.id)).toEqual(ALL_ON)
})

test('a path that only resembles the unsubscribe path refuses requests from other origins', async () => {
  const foreign = { origin: 'https://evil.test', 'content-type': 'application/json' }
  for (const near of ['/api/email/unsubscribe/', '/api/email/unsubscribex', '/api/email/product/1'])
    expect((await visitor().fetch('POST', near, foreign, '{}')).status, near).toBe(403)
})
