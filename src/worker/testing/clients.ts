import { env } from 'cloudflare:workers'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { loginKey } from '#shared/accounts/login-key.ts'
import type { StaffRole } from '#shared/core/staff-roles.ts'
import { emailIdentity, emailKey } from '../core/email-address.ts'
import { randomToken, sha256Hex } from '../core/tokens.ts'
import { openDb } from '../db/client.ts'
import { randomReferralCode } from '../features/accounts/referral-code.ts'
import { idOfNew, insertSession, insertUser } from '../features/accounts/writes.ts'
import { hashPassword } from '../features/passwords/password.ts'
import { SESSION_ABSOLUTE_MS } from '../http/session-limits.ts'
import type { Env } from '../providers/env.ts'
import { ask, SHOP, unique } from './shop.ts'

/** A JSON response. `data` has the type that the test expects, unchecked; `text` is the body. */
export type Answer<Data> = {
  status: number
  headers: Headers
  text: string
  success: boolean
  message: string
  data: Data
  nextCursor: number | null
}

type Headed = Record<string, string>

/** A browser: its own cookies, and the Origin header, which browsers send with all methods but GET and HEAD. */
export class Client {
  readonly cookies = new Map<string, string>()

  constructor(readonly bindings: Env = env) {}

  /** A copy of this browser with its cookies, also for other bindings. */
  again(bindings: Env = this.bindings): Client {
    const same = new Client(bindings)
    for (const [name, value] of this.cookies) same.cookies.set(name, value)
    return same
  }

  /** The stored id of this browser's session. */
  async sessionId(): Promise<string> {
    const token = new TextEncoder().encode(this.cookies.get('session') ?? '')
    return new Uint8Array(await crypto.subtle.digest('SHA-256', token)).toHex()
  }

  /** Sends any request as this browser; stores the cookies of the response. */
  async fetch(method: string, path: string, headers: Headed = {}, body?: BodyInit): Promise<Response> {
    const all = new Headers(method === 'GET' || method === 'HEAD' ? {} : { origin: SHOP })
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    if (cookie) all.set('cookie', cookie)
    for (const [name, value] of Object.entries(headers)) {
      if (value === '') all.delete(name)
      else all.set(name, value)
    }
    const isSecure = this.bindings.PUBLIC_URL.startsWith('https://')
    const base = isSecure ? SHOP.replace('http:', 'https:') : SHOP
    const response = await ask(new Request(`${base}${path}`, { method, headers: all, body }), this.bindings)
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/max-age=0/i.test(set)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  get<Data = unknown>(path: string, headers: Headed = {}): Promise<Answer<Data>> {
    return this.fetch('GET', path, headers).then(answer<Data>)
  }

  post<Data = unknown>(path: string, body?: unknown, headers: Headed = {}): Promise<Answer<Data>> {
    return this.send('POST', path, body, headers)
  }

  put<Data = unknown>(path: string, body?: unknown, headers: Headed = {}): Promise<Answer<Data>> {
    return this.send('PUT', path, body, headers)
  }

  delete<Data = unknown>(path: string, headers: Headed = {}): Promise<Answer<Data>> {
    return this.fetch('DELETE', path, headers).then(answer<Data>)
  }

  private send<Data>(method: string, path: string, body: unknown, headers: Headed): Promise<Answer<Data>> {
    const type = { 'content-type': 'application/json' }
    return this.fetch(method, path, { ...type, ...headers }, JSON.stringify(body ?? {})).then(answer<Data>)
  }
}

export class SignedIn extends Client {
  constructor(
    readonly id: number,
    readonly username: string,
    readonly email: string,
    readonly password: string,
    bindings: Env,
  ) {
    super(bindings)
  }
}

async function answer<Data>(response: Response): Promise<Answer<Data>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const body = (isJson ? JSON.parse(text) : {}) as Partial<Answer<Data>>
  return {
    status: response.status,
    headers: response.headers,
    text,
    success: body.success ?? false,
    message: body.message ?? '',
    data: body.data as Data,
    nextCursor: body.nextCursor ?? null,
  }
}

export const visitor = (bindings?: Env): Client => new Client(bindings)

/** Bindings that send no welcome mail, so that tests about mails count only their own. */
const withoutWelcome = (bindings: Env): Env => ({
  ...bindings,
  JOBS: { sendBatch: async () => undefined } as unknown as Env['JOBS'],
})

type UserOptions = {
  /** The address of the account is confirmed. */
  confirmed?: boolean
  /** A role makes the account an admin with that role; `true` an owner. */
  admin?: boolean | StaffRole
  bindings?: Env
}

const credentials = () => {
  const username = unique('u').slice(0, 30)
  return { username, email: `${username}@mail.test`, password: `pass-${username}` }
}

/**
 * An account with a session, written into the tables: no form, no welcome mail. Its password works, and is hashed at
 * the lowest cost of Argon2. For tests of the registration, use `aRegisteredUser`.
 */
export async function aUser({
  admin = false,
  confirmed = false,
  bindings = env,
}: UserOptions = {}): Promise<SignedIn> {
  const { username, email, password } = credentials()
  const now = Date.now()
  const db = openDb(env.DB)
  const token = randomToken()
  const usernameKey = loginKey(username)
  const [[created]] = await db.batch([
    insertUser(db, {
      username,
      usernameKey,
      email,
      emailKey: emailKey(email),
      emailIdentity: emailIdentity(email),
      password: await hashPassword(password, bindings.PASSWORD_PEPPER, { memoryCost: 32, timeCost: 1 }),
      referralCode: randomReferralCode(),
      createdAt: now,
      updatedAt: now,
      isAdmin: admin !== false,
      staffRole: admin === true ? 'owner' : admin || null,
      emailVerifiedAt: confirmed ? now : null,
    }),
    insertSession(db, {
      sid: await sha256Hex(token),
      userId: idOfNew(usernameKey),
      sess: { ip: null, userAgent: null },
      createdAt: now,
      lastSeenAt: now,
      expire: now + SESSION_ABSOLUTE_MS,
    }),
  ])
  if (!created) throw new Error('The account was not created')
  const user = new SignedIn(created.id, username, email, password, bindings)
  user.cookies.set('session', token)
  return user
}

/** A new session in the same browser, after all sessions of the account ended. */
export async function logInAgain(user: SignedIn): Promise<void> {
  const answer = await user.post('/api/auth/login', { username: user.username, password: user.password })
  if (answer.status !== 200) throw new Error(`Not logged in: ${answer.text}`)
}

/** Confirms the account's address without a mail. */
export const confirmAddress = ({ id }: { id: number }) =>
  env.DB.prepare('UPDATE users SET email_verified_at = coalesce(email_verified_at, ?) WHERE id = ?')
    .bind(Date.now(), id)
    .run()

/** An account registered through the API. The role of an admin is set in the table: registering cannot set it. */
export async function aRegisteredUser({
  admin = false,
  referralCode = null,
  bindings = env,
}: Omit<UserOptions, 'admin'> & {
  admin?: boolean
  /** The code of the account that referred this one. */
  referralCode?: string | null
} = {}): Promise<SignedIn> {
  const { username, email, password } = credentials()
  const browser = visitor(withoutWelcome(bindings))
  const created = await browser.post<CurrentUser>('/api/auth/register', {
    username,
    email,
    password,
    referralCode,
  })
  if (created.status !== 201) throw new Error(`Not registered: ${created.text}`)
  await env.DB.prepare(
    "UPDATE email_deliveries SET status = 'sent', next_attempt_at = NULL WHERE user_id = ? AND template = 'welcome'",
  )
    .bind(created.data.id)
    .run()
  if (admin) await env.DB.prepare('UPDATE users SET is_admin = 1 WHERE id = ?').bind(created.data.id).run()
  const user = new SignedIn(created.data.id, username, email, password, bindings)
  for (const [name, value] of browser.cookies) user.cookies.set(name, value)
  return user
}

/** Gives this user's sessions another full time, for a test that moves the clock past the limits of an admin's session. */
export async function stayLoggedIn({ id }: { id: number }): Promise<void> {
  await env.DB.prepare(
    'UPDATE sessions SET created_at = ?1, last_seen_at = ?1, authenticated_at = ?1 WHERE user_id = ?2',
  )
    .bind(Date.now(), id)
    .run()
}
