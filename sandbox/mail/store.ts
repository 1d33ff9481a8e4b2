import type { Box } from '../box.ts'
import type { Mail, StoredMail } from './mail.ts'
import { reportMail } from './report.ts'

/** Resend keeps an idempotency key for a day. */
const keyLifetimeMs = 24 * 60 * 60 * 1000

type Row = { id: string; body: string; at: number; idempotency_key: string | null; repeats: number }

const fromRow = (row: Row): StoredMail => ({
  ...(JSON.parse(row.body) as Mail),
  id: row.id,
  at: row.at,
  idempotencyKey: row.idempotency_key,
  repeats: row.repeats,
})

/**
 * Stores a mail with its webhooks, and returns its id. A key that was used within the last day returns the first id and
 * stores no mail.
 */
export function acceptMail(box: Box, mail: Mail, key: string | null, now: number): string {
  const known =
    key &&
    box.sql
      .exec<{ mail_id: string }>(
        'SELECT mail_id FROM mail_keys WHERE key = ? AND at > ?',
        key,
        now - keyLifetimeMs,
      )
      .toArray()[0]
  if (known) {
    box.sql.exec('UPDATE mails SET repeats = repeats + 1 WHERE id = ?', known.mail_id)
    return known.mail_id
  }
  const id = crypto.randomUUID()
  box.sql.exec(
    'INSERT INTO mails (id, body, at, idempotency_key) VALUES (?, ?, ?, ?)',
    ...[id, JSON.stringify(mail), now, key],
  )
  if (key) box.sql.exec('INSERT OR REPLACE INTO mail_keys VALUES (?, ?, ?)', key, id, now)
  reportMail(box, id, mail, now)
  return id
}

/** The mails, newest first. `to` is an email address, compared without regard to case. */
export function listMails(box: Box, filter: { to?: string | undefined; limit?: number } = {}): StoredMail[] {
  const to = filter.to?.trim().toLowerCase()
  return box.sql
    .exec<Row>(
      'SELECT * FROM mails WHERE instr(lower(body), ?) > 0 ORDER BY seq DESC LIMIT ?',
      // SQLite's lower() handles ASCII only.
      to && /^[!-~]+$/.test(to) ? JSON.stringify(to).slice(1, -1) : '',
      to ? -1 : (filter.limit ?? -1),
    )
    .toArray()
    .map(fromRow)
    .filter((mail) => !to || mail.to.some((address) => bareAddress(address) === to))
}

export function findMail(box: Box, id: string): StoredMail | undefined {
  return box.sql.exec<Row>('SELECT * FROM mails WHERE id = ?', id).toArray().map(fromRow)[0]
}

/** Empties the inbox. Idempotency keys stay, because the provider would also keep them. */
export function deleteMails(box: Box): void {
  box.sql.exec('DELETE FROM mails')
}

/** `Jane <jane@example.com>` → `jane@example.com`. */
function bareAddress(address: string): string {
  return (/<([^>]+)>/.exec(address)?.[1] ?? address).trim().toLowerCase()
}
