const encoder = new TextEncoder()

/** `t=…,v1=…`: HMAC-SHA256 of `timestamp.payload` in hex, as Stripe signs. `at` is in seconds. */
export async function stripeSignature(payload: string, secret: string, at: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(`${at}.${payload}`)))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `t=${at},v1=${hex}`
}
