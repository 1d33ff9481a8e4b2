const MOST_PARTS = 10
const MOST_HEADER_BYTES = 4096
const CR = 13

export type Part = {
  name: string
  /** As the sender calls it; null where the part is no file. */
  fileName: string | null
  /** A view of the body, not a copy. */
  bytes: Uint8Array
}

/** The boundary that a `multipart/form-data` type names; null where it is none. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? bare ?? null
}

/**
 * The parts of a form (RFC 7578) as views of its body: `request.formData()` would keep every file twice. Null where the
 * body is no such form from its first byte to its last boundary.
 */
export function readMultipart(body: Uint8Array, boundary: string): Part[] | null {
  const line = new TextEncoder().encode(`\r\n--${boundary}`)
  const parts: Part[] = []
  // The first boundary has no line before it.
  let at = matches(body, 0, line.subarray(2)) ? line.length - 2 : -1
  while (at >= 0 && parts.length <= MOST_PARTS) {
    if (isText(body, at, '--')) return parts
    if (!isText(body, at, '\r\n')) return null
    const end = indexOf(body, line, at)
    const part = end < 0 ? null : readPart(body.subarray(at + 2, end))
    if (!part) return null
    parts.push(part)
    at = end + line.length
  }
  return null
}

function readPart(part: Uint8Array): Part | null {
  const head = part.subarray(0, MOST_HEADER_BYTES)
  const length = indexOf(head, new TextEncoder().encode('\r\n\r\n'), 0)
  if (length < 0) return null
  const headers = new TextDecoder().decode(head.subarray(0, length))
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(headers)?.[1] ?? ''
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1]
  const fileName = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1]
  if (name === undefined) return null
  return { name, fileName: fileName ?? null, bytes: part.subarray(length + 4) }
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  let at = bytes.indexOf(CR, from)
  while (at >= 0 && !matches(bytes, at, wanted)) at = bytes.indexOf(CR, at + 1)
  return at
}

function matches(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  if (at + wanted.length > bytes.length) return false
  for (let index = 0; index < wanted.length; index += 1) if (bytes[at + index] !== wanted[index]) return false
  return true
}

const isText = (bytes: Uint8Array, at: number, text: string) =>
  matches(bytes, at, new TextEncoder().encode(text))
