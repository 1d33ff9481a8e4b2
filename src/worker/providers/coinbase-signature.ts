import { MINUTE } from '#shared/core/time.ts'
import { verifyHmacSha256 } from '../core/tokens.ts'

const TOLERANCE_MS = 5 * MINUTE

/** Reads a header that the signature covers; null for any other header. */
export type ProvenHeaders = (name: string) => string | null

/**
 * `X-Hook0-Signature: t=…,v0=…,h=content-type x-event-id,v1=…`. v1 covers the headers that `h` lists, v0 only time and
 * body. Null where the signature is not valid, or is older than five minutes.
 */
export async function verifyHook0(
  secret: string,
  rawBody: string,
  headers: Headers,
  now: number,
): Promise<ProvenHeaders | null> {
  const fields = fieldsOf(headers.get('x-hook0-signature') ?? '')
  const { t = '', h = '' } = fields
  if (!/^\d{1,12}$/.test(t) || Math.abs(now - Number(t) * 1000) > TOLERANCE_MS) return null
  if (fields.v1 === undefined) {
    return (await isValid(secret, `${t}.${rawBody}`, fields.v0)) ? () => null : null
  }
  const names = h.split(' ').filter((name) => name !== '')
  const values = names.map((name) => headers.get(name))
  if (values.includes(null)) return null
  const signed = `${t}.${h}.${values.join('.')}.${rawBody}`
  if (!(await isValid(secret, signed, fields.v1))) return null
  return (name) => (names.includes(name) ? headers.get(name) : null)
}

function fieldsOf(header: string): Partial<Record<string, string>> {
  return Object.fromEntries(
    header.split(',').map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, at).trim(), part.slice(at + 1)]
    }),
  )
}

async function isValid(secret: string, text: string, hex: string | undefined): Promise<boolean> {
  if (hex === undefined || !/^[0-9a-f]{64}$/i.test(hex)) return false
  return verifyHmacSha256(secret, text, Uint8Array.fromHex(hex))
}
