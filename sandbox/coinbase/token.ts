import { importJWK, jwtVerify } from 'jose'
import { CoinbaseApiError } from './errors.ts'

const host = 'business.coinbase.com'
const longestSeconds = 120

const unauthorized = (why: string) => new CoinbaseApiError(401, why, 'unauthorized')

/** The key's public half: the last 32 of its 64 bytes. */
function publicKeyOf(secret: string) {
  const bytes = Uint8Array.from(atob(secret), (char) => char.charCodeAt(0))
  const x = btoa(String.fromCharCode(...bytes.slice(32)))
  const base64Url = x.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
  return importJWK({ kty: 'OKP', crv: 'Ed25519', x: base64Url }, 'EdDSA')
}

/** Refuses a call unless its bearer token was made with this key, for this call, within the last two minutes. */
export async function checkToken(
  authorization: string | undefined,
  { method, path }: { method: string; path: string },
  key: { id: string; secret: string },
): Promise<void> {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (!token) throw unauthorized('Missing bearer token')
  const publicKey = await publicKeyOf(key.secret)
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
    algorithms: ['EdDSA'],
    issuer: 'cdp',
    subject: key.id,
    typ: 'JWT',
    maxTokenAge: longestSeconds,
    requiredClaims: ['iat', 'nbf', 'exp', 'uris'],
  }).catch(() => {
    throw unauthorized('The token is not valid')
  })
  const { uris, exp = 0, iat = 0 } = payload
  if (exp - iat > longestSeconds) throw unauthorized('The token lives too long')
  if (protectedHeader.kid !== key.id) throw unauthorized('Unknown key')
  if (typeof protectedHeader.nonce !== 'string' || protectedHeader.nonce === '')
    throw unauthorized('No nonce')
  if (!Array.isArray(uris) || !uris.includes(`${method} ${host}${path}`)) {
    throw unauthorized('The token is for another call')
  }
}
