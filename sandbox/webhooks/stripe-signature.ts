import { hmacHex } from './hmac.ts'

/** `t=…,v1=…`: HMAC-SHA256 of `timestamp.payload` in hex, as Stripe signs. `at` is in seconds. */
export async function stripeSignature(payload: string, secret: string, at: number): Promise<string> {
  return `t=${at},v1=${await hmacHex(secret, `${at}.${payload}`)}`
}
