import { env } from 'cloudflare:workers'

/** The columns with secrets. */
const SECRET_COLUMNS = {
  users: ['password', 'payout_address'],
  sessions: ['sid'],
  auth_tokens: ['token_hash'],
  licences: ['licence_key'],
} as const

/** Patterns of secrets: a password hash, a signed link, a person's address, the name of a field. */
const SHAPES: Record<string, RegExp> = {
  'a password hash': /\$argon2/,
  'a signed token': /\.[\w-]{43}(?![\w-])/,
  'an address': /[\w.+-]+@[\w-]+\.\w*[a-z]/i,
  'a field for a secret':
    /"(password|passwordHash|adminKey|secret|token|tokenHash|special_?key|specialKey|licenceKey|sid)":"/,
}

/** The secrets and people's addresses in these texts, by kind. A log that is never changed must contain none. */
export function secretsIn(texts: readonly string[], known: readonly string[]): string[] {
  return texts.flatMap((text) => [
    ...Object.keys(SHAPES).filter((what) => SHAPES[what]?.test(text)),
    ...known.filter((secret) => text.includes(secret)).map(() => 'a known secret'),
  ])
}

/** `secretsIn` for every row of the audit log, with every secret that is now in the tables and the configuration. */
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
