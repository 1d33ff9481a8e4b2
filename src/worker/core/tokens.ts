const encoder = new TextEncoder()

export const toHex = (bytes: Uint8Array): string => bytes.toHex()

/** URL-safe base64 without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true })

/** Null where the text is not base64url. */
export function fromBase64Url(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text, { alphabet: 'base64url' })
  } catch {
    return null
  }
}

/** 256 random bits as base64url: 43 characters. */
export const randomToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}

/** A string means its UTF-8 bytes. */
type Secret = string | Uint8Array

const hmacKey = (secret: Secret) => {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : secret
  return crypto.subtle.importKey('raw', bytes as BufferSource, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}

export async function hmacSha256(secret: Secret, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await hmacKey(secret), encoder.encode(text)))
}

/** Compares in constant time. */
export async function verifyHmacSha256(secret: Secret, text: string, mac: Uint8Array): Promise<boolean> {
  return crypto.subtle.verify('HMAC', await hmacKey(secret), mac as BufferSource, encoder.encode(text))
}
