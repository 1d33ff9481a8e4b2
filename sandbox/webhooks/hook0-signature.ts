import { hmacHex } from './hmac.ts'

/** Signs like Coinbase: v0 covers time and body, v1 also covers the headers named in `h`. `at` is in seconds. */
export async function hook0Signature(
  payload: string,
  headers: Record<string, string>,
  secret: string,
  at: number,
): Promise<string> {
  const names = Object.keys(headers).join(' ')
  const values = Object.values(headers).join('.')
  const v0 = await hmacHex(secret, `${at}.${payload}`)
  const v1 = await hmacHex(secret, `${at}.${names}.${values}.${payload}`)
  return `t=${at},v0=${v0},h=${names},v1=${v1}`
}
