import { type CryptoKey, calculateJwkThumbprint, exportJWK, importPKCS8, SignJWT } from 'jose'
import type { JwksKey } from '#shared/licences/contract.ts'
import { type Config, ConfigError } from './config.ts'

/** The key that signs leases, and the public keys that verify them. */
export type LeaseKey = {
  sign: (claims: Record<string, string | number>) => Promise<string>
  /** The present key first. */
  publicKeys: readonly JwksKey[]
}

const ALGORITHM = 'RS256'
const known = new WeakMap<Config, Promise<LeaseKey>>()

/**
 * The key from LEASE_SIGNING_KEY, read once.
 * @throws ConfigError where it is no RSA key of at least 2048 bits
 */
export function leaseKeyOf(config: Config): Promise<LeaseKey> {
  const cached = known.get(config) ?? openKey(config)
  known.set(config, cached)
  return cached
}

async function openKey({ leaseSigningKey, leasePreviousKey }: Config): Promise<LeaseKey> {
  const privateKey = await readKey(leaseSigningKey)
  const { n = '', e = '' } = await exportJWK(privateKey)
  const present = await publicKeyOf({ n, e })
  const header = { alg: ALGORITHM, kid: present.kid }
  return {
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
    publicKeys: leasePreviousKey ? [present, await publicKeyOf(leasePreviousKey)] : [present],
  }
}

async function readKey(base64: string): Promise<CryptoKey> {
  const pem = `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----`
  // The error of the parser may quote the key.
  const key = await importPKCS8(pem, ALGORITHM, { extractable: true }).catch(() => null)
  const { modulusLength = 0 } = (key?.algorithm ?? {}) as { modulusLength?: number }
  if (!key || modulusLength < 2048)
    throw new ConfigError('Not configured: LEASE_SIGNING_KEY is no RSA key of at least 2048 bits in PKCS #8')
  return key
}

/** A public key as an entry of a JWK set. Its kid is the thumbprint of RFC 7638. */
async function publicKeyOf({ n, e }: { n: string; e: string }): Promise<JwksKey> {
  const kid = await calculateJwkThumbprint({ kty: 'RSA', n, e })
  return { kty: 'RSA', use: 'sig', alg: ALGORITHM, kid, n, e }
}
