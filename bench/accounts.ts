import { createHash } from 'node:crypto'
import type { Miniflare } from 'miniflare'

export type User = { id: number; cookie: string }

/**
 * Accounts with a session each, numbered from `first` and written into the tables: logging in a thousand times would
 * measure the hashing. Another number has another cookie.
 */
export async function addUsers(miniflare: Miniflare, count: number, first = 0): Promise<User[]> {
  const db = await miniflare.getD1Database('DB', 'windfall')
  const now = Date.now()
  const users: User[] = []
  for (let from = 0; from < count; from += 100) {
    const names = Array.from({ length: Math.min(100, count - from) }, (_, at) => `bench${first + from + at}`)
    const tokens = names.map((name) => createHash('sha256').update(name).digest('base64url'))
    const inserted = await db.batch<{ id: number }>(
      names.flatMap((name, at) => [
        db
          .prepare(
            `INSERT INTO users (username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at)
             VALUES (?1, ?1, ?2, ?2, ?2, 'none', ?3, ?4, ?4) RETURNING id`,
          )
          .bind(name, `${name}@bench.test`, String(first + from + at).padStart(8, '0'), now),
        db
          .prepare(
            `INSERT INTO sessions (sid, user_id, sess, created_at, last_seen_at, expire)
             VALUES (?, (SELECT id FROM users WHERE username_key = ?), '{"ip":null,"userAgent":null}', ?, ?, ?)`,
          )
          .bind(
            createHash('sha256')
              .update(tokens[at] ?? '')
              .digest('hex'),
            name,
            now,
            now,
            now + 86_400_000,
          ),
      ]),
    )
    const ids = inserted.flatMap(({ results }) => results.map(({ id }) => id))
    for (const [at, id] of ids.entries()) users.push({ id, cookie: `session=${tokens[at]}` })
  }
  return users
}
