import { importJWK, SignJWT } from 'jose'
import { toBase64Url } from '../core/tokens.ts'
import type { CoinbaseConfig } from './crypto-config.ts'

const LIFETIME_SECONDS = 120

/**
 * A bearer token for one call, as Coinbase's API keys require it: short-lived, and valid only for this method, host and
 * path. The query is not part of it.
 */
export function coinbaseTokens({
  keyId,
  keySecret,
}: CoinbaseConfig): (method: string, url: URL) => Promise<string> {
  const bytes = Uint8Array.fromBase64(keySecret)
  const key = importJWK(
    { kty: 'OKP', crv: 'Ed25519', d: toBase64Url(bytes.slice(0, 32)), x: toBase64Url(bytes.slice(32)) },
    'EdDSA',
  )
  // Imported now, awaited later: a key that cannot be imported fails the call that needs it.
  key.catch(() => undefined)
  return async (method, url) => {
    const now = Math.floor(Date.now() / 1000)
    const nonce = crypto.getRandomValues(new Uint8Array(16)).toHex()
    return new SignJWT({ sub: keyId, iss: 'cdp', uris: [`${method} ${url.host}${url.pathname}`] })
      .setProtectedHeader({ alg: 'EdDSA', kid: keyId, typ: 'JWT', nonce })
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + LIFETIME_SECONDS)
      .sign(await key)
  }
}
