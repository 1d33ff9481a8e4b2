import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Message, MessageRow } from '#shared/contact/contract.ts'
import { openDb } from '../../db/client.ts'
import { contactMessages } from '../../db/schema/contact.ts'
import { configOf } from '../../providers/config.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aReader } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, unique, withPausedQueue } from '../../testing/shop.ts'
import { FORGOTTEN_ADDRESS } from '../email/writes.ts'

beforeAll(sandbox.calm)

const INBOX = '/api/secure-management/contact-messages'
const address = () => `${unique('writer')}@mail.test`

async function aMessage(input: Partial<typeof contactMessages.$inferInsert> = {}) {
  const [row] = await openDb(env.DB)
    .insert(contactMessages)
    .values({
      firstName: 'Ada',
      lastName: 'Byron',
      email: address(),
      subject: 'A question',
      message: 'Does it keep\nmy line breaks?',
      createdAt: Date.now(),
      ...input,
    })
    .returning()
  if (!row) throw new Error('The message was not stored')
  return row
}

const listed = async (admin: SignedIn, query: string) => {
  const { data, nextCursor } = await admin.get<MessageRow[]>(`${INBOX}?${query}`)
  return { ids: data.map(({ id }) => id), nextCursor, data }
}
const shown = async (admin: SignedIn, id: number) => (await admin.get<Message>(`${INBOX}/${id}`)).data
const deliveriesOf = async (id: number) =>
  (
    await env.DB.prepare('SELECT * FROM email_deliveries WHERE key LIKE ?')
      .bind(`support-answer:${id}:%`)
      .all<{ to_address: string; status: string; data: string; user_id: number | null }>()
  ).results
const auditOf = async (id: number) =>
  (
    await env.DB.prepare('SELECT * FROM audit_log WHERE subject = ? ORDER BY id')
      .bind(`message:${id}`)
      .all<{ action: string; actor_id: number; after: string }>()
  ).results

describe('the inbox', () => {
  test('lists open, answered or all messages, newest first, in pages', async () => {
    const admin = await aUser({ admin: true })
    const late = Date.now() + 10_000_000
    const ids: number[] = []
    for (let n = 0; n < 4; n++)
      ids.push((await aMessage({ createdAt: late + Math.floor(n / 2), answeredAt: n === 1 ? 1 : null })).id)
    const [a, b, c, d] = ids
    const first = await listed(admin, 'limit=2')
    expect(first.ids).toEqual([d, c])
    expect((await listed(admin, `limit=1&cursor=${first.nextCursor}`)).ids).toEqual([a])
    expect((await listed(admin, `limit=1&state=answered`)).ids).toEqual([b])
    expect((await listed(admin, `limit=4&state=all`)).ids).toEqual([d, c, b, a])
    expect((await admin.get(`${INBOX}?state=lost`)).status).toBe(400)
    expect((await admin.get(`${INBOX}?cursor=7`)).status).toBe(400)
  })

  test('finds senders by the beginning of their address, in any case and state, in pages', async () => {
    const admin = await aUser({ admin: true })
    const box = unique('find').toLowerCase()
    const rows = []
    for (const [email, answeredAt] of [
      [`${box}.b@mail.test`, null],
      [`${box}.A@Mail.test`, null],
      [`${box}.a@mail.test`, 5],
      [`${box}.a@mail.test`, null],
      [`x${box}@mail.test`, null],
    ] as const)
      rows.push((await aMessage({ email, answeredAt })).id)
    const [b, upper, answered, lower] = rows
    const q = encodeURIComponent(box.toUpperCase())
    const first = await listed(admin, `state=all&limit=2&q=${q}`)
    expect(first.ids).toEqual([b, lower])
    const rest = await listed(admin, `state=all&limit=2&q=${q}&cursor=${first.nextCursor}`)
    expect(rest).toMatchObject({ ids: [answered, upper], nextCursor: null })
    expect((await listed(admin, `q=${box}.a@mail.test`)).ids).toEqual([lower, upper])
    expect((await listed(admin, `q=%25`)).ids).toEqual([])
  })

  test('shows a message with its sender’s other messages, and the account with the confirmed address', async () => {
    const admin = await aUser({ admin: true })
    const reader = await aReader()
    const older = await aMessage({ email: reader.email, subject: 'Before', answeredAt: 7 })
    const { id } = await aMessage({ email: reader.email.toUpperCase(), ip: '203.0.113.9', newsletter: true })
    expect(await shown(admin, id)).toEqual({
      id,
      name: 'Ada Byron',
      email: reader.email.toUpperCase(),
      subject: 'A question',
      message: 'Does it keep\nmy line breaks?',
      ip: '203.0.113.9',
      newsletter: true,
      createdAt: expect.any(String),
      answeredAt: null,
      ended: null,
      answer: null,
      answeredBy: null,
      delivery: null,
      account: { id: reader.id, username: reader.username },
      others: [
        {
          id: older.id,
          name: 'Ada Byron',
          email: reader.email,
          subject: 'Before',
          ended: 'closed',
          excerpt: 'Does it keep my line breaks?',
          createdAt: expect.any(String),
          answeredAt: new Date(7).toISOString(),
        },
      ],
    })
    // An account that has not confirmed the address is not shown.
    const claimed = await aReader({ verified: false })
    const stranger = await aMessage({ email: claimed.email })
    expect(await shown(admin, stranger.id)).toMatchObject({ account: null, others: [] })
    expect((await admin.get(`${INBOX}/987654`)).status).toBe(404)
  })

  test('shows markup as text, and invisible control characters as codes', async () => {
    const admin = await aUser({ admin: true })
    const nasty = '<img src=x onerror=alert(1)>\u202Etxt.exe\u0000\u001b[2J'
    const { id } = await aMessage({ subject: `${nasty}\r\nBcc: a@b.test`, message: `${nasty}\r\nsecond` })
    const visible = '<img src=x onerror=alert(1)>[U+202E]txt.exe[U+0000][U+001B][2J'
    const { subject, message } = await shown(admin, id)
    expect([subject, message]).toEqual([`${visible} Bcc: a@b.test`, `${visible}\nsecond`])
    const [row] = (await listed(admin, 'limit=100')).data.filter((one) => one.id === id)
    // The database's substr ends at U+0000. The message itself is whole.
    expect(row?.excerpt).toBe(visible.split('[U+0000]')[0])
  })
})

describe('an answer', () => {
  test('is mailed to the sender with the message quoted, and a reply to it goes to support', async () => {
    const { bindings, sent } = withPausedQueue()
    const admin = await aUser({ admin: true, bindings })
    const { id, email } = await aMessage({ message: 'Does it keep\nmy <b>line</b> breaks?' })
    const answer = await admin.post(`${INBOX}/${id}/answer`, { answer: '  Yes,\nit does.\n\nTry it.  ' })
    expect([answer.status, answer.message]).toEqual([200, 'Answer sent'])
    expect(await shown(admin, id)).toMatchObject({
      answer: 'Yes,\nit does.\n\nTry it.',
      answeredBy: { id: admin.id, username: admin.username },
      ended: 'mail',
      answeredAt: expect.any(String),
      delivery: 'queued',
    })
    await consume(sent)
    const [mail] = await sandbox.mails(email)
    expect(mail).toMatchObject({ subject: 'Re: A question', replyTo: [configOf(env).supportEmail] })
    expect(mail?.text).toContain('Yes,\nit does.\n\nTry it.')
    expect(mail?.text).toContain('> Does it keep\n> my <b>line</b> breaks?')
    expect(mail?.html).toContain('Yes,<br>it does.')
    expect(mail?.html).not.toContain('<b>')
    expect((await shown(admin, id)).delivery).toBe('sent')
    // The answer is stored with the message, and nowhere else.
    expect(await deliveriesOf(id)).toMatchObject([
      { to_address: FORGOTTEN_ADDRESS, data: '{}', user_id: null },
    ])
    const actions = await auditOf(id)
    expect(actions).toMatchObject([{ action: 'message.answer', actor_id: admin.id }])
    expect(JSON.stringify(actions)).not.toContain('it does')
    expect((await listed(admin, `q=${email}`)).ids).toEqual([])
    expect((await listed(admin, `state=answered&q=${email}`)).ids).toEqual([id])
  })

  // spec: contact-inbox
  test('by two admins at once is sent once, and the others get 409', async () => {
    const [one, two] = [await aUser({ admin: true }), await aUser({ admin: true })]
    const { id } = await aMessage()
    const answers = await Promise.all(
      [one, two, one, two].map((who, n) => who.post(`${INBOX}/${id}/answer`, { answer: `Answer ${n}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.message).toContain('answered or closed this message already')
    expect(await deliveriesOf(id)).toHaveLength(1)
    expect(await auditOf(id)).toHaveLength(1)
    const won = answers.findIndex(({ status }) => status === 200)
    expect((await shown(one, id)).answer).toBe(`Answer ${won}`)
  })

  test('needs a text of at most 5000 characters and an existing message', async () => {
    const admin = await aUser({ admin: true })
    const { id } = await aMessage()
    for (const [answer, message] of [
      ['  ', 'Write an answer'],
      ['x'.repeat(5001), 'The answer must be at most 5000 characters'],
    ]) {
      const refused = await admin.post(`${INBOX}/${id}/answer`, { answer })
      expect([refused.status, refused.message]).toEqual([400, message])
    }
    expect((await admin.post(`${INBOX}/987654/answer`, { answer: 'Hello' })).status).toBe(404)
    expect(await deliveriesOf(id)).toEqual([])
  })

  test('to the address of an account is one of the account’s mails, and is erased with it', async () => {
    const { bindings } = withPausedQueue()
    const [admin, user] = [await aUser({ admin: true, bindings }), await aUser({ bindings })]
    await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(user.id).run()
    const { id } = await aMessage({ email: user.email })
    await admin.post(`${INBOX}/${id}/answer`, { answer: 'Hello' })
    expect(await deliveriesOf(id)).toMatchObject([{ user_id: user.id, to_address: user.email }])
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ password: user.password })
    expect((await user.fetch('DELETE', '/api/user/account', headers, body)).status).toBe(200)
    expect((await admin.get(`${INBOX}/${id}`)).status).toBe(404)
    expect(await deliveriesOf(id)).toMatchObject([
      { to_address: FORGOTTEN_ADDRESS, data: '{}', status: 'dead' },
    ])
  })
})

describe('a message that needs no answer', () => {
  test('is closed without a mail, reopened, and then answered: each step is logged once', async () => {
    const admin = await aUser({ admin: true })
    const { id } = await aMessage()
    const closes = await Promise.all([1, 2].map(() => admin.again().post(`${INBOX}/${id}/close`)))
    expect(closes.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await shown(admin, id)).toMatchObject({ ended: 'closed', answer: null, delivery: null })
    expect((await admin.post(`${INBOX}/${id}/answer`, { answer: 'Late' })).status).toBe(409)
    expect((await admin.post(`${INBOX}/${id}/reopen`)).status).toBe(200)
    expect((await admin.post(`${INBOX}/${id}/reopen`)).status).toBe(409)
    expect(await shown(admin, id)).toMatchObject({ ended: null, answeredAt: null, answeredBy: null })
    expect(await deliveriesOf(id)).toEqual([])
    expect((await admin.post(`${INBOX}/${id}/answer`, { answer: 'One' })).status).toBe(200)
    expect((await admin.post(`${INBOX}/${id}/reopen`)).status).toBe(200)
    expect(await shown(admin, id)).toMatchObject({ ended: null, answer: 'One' })
    expect((await admin.post(`${INBOX}/${id}/answer`, { answer: 'Two' })).status).toBe(200)
    expect((await shown(admin, id)).answer).toBe('One\n\n* * *\n\nTwo')
    expect(await deliveriesOf(id)).toHaveLength(2)
    expect((await auditOf(id)).map(({ action }) => action.replace('message.', ''))).toEqual([
      'close',
      'reopen',
      'answer',
      'reopen',
      'answer',
    ])
  })

  test('that does not exist cannot be closed or reopened', async () => {
    const admin = await aUser({ admin: true })
    for (const action of ['close', 'reopen'])
      expect((await admin.post(`${INBOX}/987654/${action}`)).status).toBe(404)
  })
})
