import { env } from 'cloudflare:workers'

/** Where the tables keep what opens something. */
const SECRET_COLUMNS = {
  users: ['password', 'payout_address'],
  sessions: ['sid'],
  auth_tokens: ['token_hash'],
  licences: ['licence_key'],
} as const

/** What gives a secret away by its shape: a password's hash, a signed link, an address of a person, a name of a field. */
const SHAPES: Record<string, RegExp> = {
  'a password hash': /\$argon2/,
  'a signed token': /\.[\w-]{43}(?![\w-])/,
  'an address': /[\w.+-]+@[\w-]+\.\w/,
  'a field for a secret':
    /"(password|passwordHash|adminKey|secret|token|tokenHash|special_?key|specialKey|licenceKey|sid)":"/,
}

/** What of these texts must not stand in a log that is never changed: secrets, and addresses of people. */
export function secretsIn(texts: readonly string[], known: readonly string[]): string[] {
  return texts.flatMap((text) => [
    ...Object.keys(SHAPES).filter((what) => SHAPES[what]?.test(text)),
    ...known.filter((secret) => text.includes(secret)).map(() => 'a known secret'),
  ])
}

/** The same of every row of the audit log, against every secret that the tables and the configuration hold by now. */
export async function secretsInAudit(): Promise<string[]> {
  const queries = Object.entries(SECRET_COLUMNS).flatMap(([table, columns]) =>
    columns.map((column) => `SELECT DISTINCT ${column} AS secret FROM ${table} WHERE length(${column}) > 8`),
  )
  const held = await env.DB.batch<{ secret: string }>(queries.map((query) => env.DB.prepare(query)))
  const configured = Object.entries(env)
    .filter(
      ([name, value]) => /KEY|SECRET|PEPPER/.test(name) && typeof value === 'string' && value.length > 8,
    )
    .map(([, value]) => String(value))
  const { results } = await env.DB.prepare('SELECT * FROM audit_log').all()
  const rows = results.map((row) => JSON.stringify(row).replaceAll('\\"', '"'))
  return secretsIn(rows, [...configured, ...held.flatMap((one) => one.results.map(({ secret }) => secret))])
}
