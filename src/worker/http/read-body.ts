import type { Context } from 'hono'
import { Problem } from '../core/problem.ts'

/**
 * Reads the body as text and counts its bytes as they arrive, so that the limit holds without a Content-Length or with
 * a false one. The text is available to `c.req.text()` and `c.req.json()` afterwards.
 * @throws Problem 413 beyond `maxBytes`, 400 where it is not UTF-8
 */
export async function readBody(c: Context, maxBytes: number): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge()
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  let size = 0
  const reader = c.req.raw.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      await reader?.cancel()
      throw tooLarge()
    }
    text += decode(() => decoder.decode(part.value, { stream: true }))
  }
  text += decode(() => decoder.decode())
  // The stream is consumed: later readers of the request get this copy.
  c.req.raw = new Request(c.req.raw, { body: text })
  return text
}

const tooLarge = () => new Problem(413, 'The request is too large.')

function decode(take: () => string): string {
  try {
    return take()
  } catch {
    throw new Problem(400, 'The body is not valid UTF-8.')
  }
}
