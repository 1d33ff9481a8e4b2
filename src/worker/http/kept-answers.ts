import { concatBytes } from '#shared/core/bytes.ts'
import { toHex } from '../core/tokens.ts'
import { withSecurityHeaders } from './security-headers.ts'

/** An answer of status 200 whose body is the same for every reader. */
type KeptAnswer = {
  /** The body, in parts that follow each other. */
  parts: readonly Uint8Array[]
  /** Without the part that other answers share. */
  ownBytes: number
  etag: string
  /** All headers but `X-Request-Id`. */
  headers: Headers
}

/** A text that many answers contain, and its bytes, which all of them share in memory. */
export type SharedText = { text: string; bytes: Uint8Array }

const encode = (text: string) => new TextEncoder().encode(text)

export const sharedText = (text: string): SharedText => ({ text, bytes: encode(text) })

/** The answer with its bytes, a strong ETag of them, and all headers. */
export async function toKept(body: string, headers: HeadersInit, shared?: SharedText): Promise<KeptAnswer> {
  const parts = partsOf(body, shared)
  const own = parts.filter((part) => part !== shared?.bytes)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)))
  const etag = `"${toHex(hash.subarray(0, 16))}"`
  const all = new Headers(headers)
  all.set('ETag', etag)
  // The browser keeps a copy and asks each time whether it is still right.
  if (!all.has('Cache-Control')) all.set('Cache-Control', 'no-cache')
  const sent = withSecurityHeaders(new Response(null, { headers: all }), '').headers
  sent.delete('X-Request-Id')
  return { parts, ownBytes: own.reduce((sum, { byteLength }) => sum + byteLength, 0), etag, headers: sent }
}

function partsOf(body: string, shared?: SharedText): Uint8Array[] {
  const at = shared ? body.indexOf(shared.text) : -1
  if (!shared || at < 0) return [encode(body)]
  return [encode(body.slice(0, at)), shared.bytes, encode(body.slice(at + shared.text.length))]
}

/** A part alone is not copied. */
function joined(parts: readonly Uint8Array[]): BufferSource {
  const [first, ...others] = parts
  return (first && others.length === 0 ? first : concatBytes(...parts)) as BufferSource
}

/** The response to this request: 304 where the reader has these bytes. `ageSeconds`: of an answer that may be outdated. */
export function sendKept(request: Request, kept: KeptAnswer, ageSeconds = 0): Response {
  const known = request.headers.get('if-none-match')
  const response =
    known !== null && isAmong(known, kept.etag)
      ? new Response(null, { status: 304, headers: kept.headers })
      : new Response(request.method === 'HEAD' ? null : joined(kept.parts), { headers: kept.headers })
  if (ageSeconds > 0) response.headers.set('Age', String(ageSeconds))
  return response
}

/** Compression on the way to the reader turns our ETag into a weak one (`W/"…"`). */
const isAmong = (list: string, etag: string): boolean =>
  list === etag || list.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))

/**
 * Kept answers, up to a number and a size: that of the bytes which they do not share. The one that was not used for longest
 * is dropped first.
 */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>()
  #bytes = 0

  constructor(private readonly limits: { count: number; bytes: number }) {}

  get(key: string): KeptAnswer | undefined {
    const found = this.#answers.get(key)
    if (found && (this.#answers.size > this.limits.count / 2 || this.#bytes > this.limits.bytes / 2)) {
      this.#answers.delete(key)
      this.#answers.set(key, found)
    }
    return found
  }

  keep(key: string, answer: KeptAnswer): void {
    this.#drop(key)
    if (answer.ownBytes > this.limits.bytes) return
    this.#answers.set(key, answer)
    this.#bytes += answer.ownBytes
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.limits.count && this.#bytes <= this.limits.bytes) break
      this.#drop(oldest)
    }
  }

  get size(): { count: number; bytes: number } {
    return { count: this.#answers.size, bytes: this.#bytes }
  }

  #drop(key: string): void {
    this.#bytes -= this.#answers.get(key)?.ownBytes ?? 0
    this.#answers.delete(key)
  }
}
