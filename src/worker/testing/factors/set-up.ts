import { generateHOTP } from '@oslojs/otp'
import type { AppSetup, FactorAdded, SecondFactorAsked } from '#shared/factors/contract.ts'
import { type Client, type SignedIn, visitor } from '../clients.ts'
import { Authenticator } from './authenticator.ts'

export const FACTORS = '/api/user/factors'

/** Options of the shop for an authenticator, as far as tests read them. */
export type Options = { challenge: string; rpId?: string; rp?: { id: string }; user: { id: string } }

/** RFC 4648 base32. */
function bytesOf(base32: string): Uint8Array {
  const bits = [...base32].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return new Uint8Array((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an app shows at this time. */
export const codeOf = (secret: string, at = Date.now()) =>
  generateHOTP(bytesOf(secret), BigInt(Math.floor(at / 30_000)), 6)

/** Sets up an app, which uses the present code. `codes` are the recovery codes of a first factor. */
export async function withApp(user: SignedIn) {
  const { data } = await user.post<AppSetup>(`${FACTORS}/app`)
  const added = await user.post<FactorAdded>(`${FACTORS}/app/confirm`, { code: codeOf(data.secret) })
  if (added.status !== 200) throw new Error(`No app: ${added.text}`)
  return { secret: data.secret, codes: added.data.recoveryCodes ?? [] }
}

export async function withPasskey(user: SignedIn) {
  const key = await Authenticator.create()
  const { data } = await user.post<Options>(`${FACTORS}/passkeys/options`)
  const response = await key.register(data)
  const added = await user.post<FactorAdded>(`${FACTORS}/passkeys`, { name: 'Laptop', response })
  if (added.status !== 201) throw new Error(`No passkey: ${added.text}`)
  return key
}

/** The first step of a login: the right password. The browser has no session after it. */
export async function beginLogin(user: SignedIn, browser: Client = visitor(), password = user.password) {
  const form = { username: user.username, password }
  const { status, text, data } = await browser.post<SecondFactorAsked>('/api/auth/login', form)
  if (status !== 200) throw new Error(`No login: ${text}`)
  if ((await browser.get('/api/auth/me')).status !== 401) throw new Error('A session without second factor')
  return { browser, ...data.secondFactor }
}

/** The second step of a login. */
export const complete = (browser: Client, body: unknown) =>
  browser.post<{ code?: string }>('/api/auth/second-factor', body)

/** Status and `data.code` of an answer. */
export const codeIn = ({ status, data }: { status: number; data: { code?: string } | undefined }) => [
  status,
  data?.code,
]
