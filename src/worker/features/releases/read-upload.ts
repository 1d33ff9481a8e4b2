import { type MultipartPart, parseMultipart } from '@remix-run/multipart-parser'
import { Problem } from '../../core/problem.ts'

/** Room in a form beside the file: its boundaries, headers and the other fields. */
const FORM_BYTES = 64 * 1024
const FIRST_BYTES = 256 * 1024
const MAX_PARTS = 10
const MAX_HEADER_BYTES = 4096

/** One file of a form, and its other fields. The bytes are a view of the one buffer the body was read into. */
export type Upload = { fileName: string; bytes: Uint8Array; fields: Record<string, string> }

type Limit = { bytes: number; title: string; message: string }

/**
 * Reads a form with one file in the field of this name. A Content-Length beyond the limit is refused before a byte is
 * read. Where the header is missing or false, reading stops at the limit, and nothing beyond it is kept.
 * @throws Problem 413 too large, 415 no form, 400 cut off, damaged or without the file
 */
export async function readUpload(request: Request, field: string, limit: Limit): Promise<Upload> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (!boundary) throw new Problem(415, 'Send the file as multipart/form-data.')
  const tooLarge = () => new Problem(413, limit.message, { data: { title: limit.title } })
  const body = await readBytes(request, limit.bytes + FORM_BYTES, tooLarge)
  const parts = readParts(body, boundary)
  if (!parts) throw new Problem(400, 'The upload arrived damaged. Please try again.')
  const files = parts.filter(({ name, fileName }) => name === field && fileName !== undefined)
  const [file] = files
  if (!file || files.length > 1) throw new Problem(400, `Send one file, in the field “${field}”.`)
  if (file.bytes.length > limit.bytes) throw tooLarge()
  if (file.bytes.length === 0) throw new Problem(400, 'This file is empty.')
  return { fileName: file.fileName ?? '', bytes: file.bytes, fields: textsOf(parts) }
}

/** The boundary that a `multipart/form-data` type names; null where it is none. */
function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? bare ?? null
}

type Part = { name: string | undefined; fileName: string | undefined; bytes: Uint8Array }

/** Null where the body is not a complete form, from its first byte to its last boundary. */
function readParts(body: Uint8Array, boundary: string): Part[] | null {
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, maxParts: MAX_PARTS, maxFileSize: body.length }
  try {
    return Array.from(parseMultipart(body, { boundary, ...limits }), (part) => ({
      name: part.name,
      fileName: part.filename,
      bytes: viewOf(part),
    }))
  } catch {
    return null
  }
}

/** The parser's `content` has views of a body in one piece; the parser's `bytes` would be a copy. */
function viewOf({ content }: MultipartPart): Uint8Array {
  const [bytes = new Uint8Array(0), ...more] = content
  if (more.length > 0) throw new Error('A part of one buffer came in several pieces')
  return bytes
}

async function readBytes(request: Request, most: number, tooLarge: () => Problem): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > most) throw tooLarge()
  let buffer = new Uint8Array(announced > 0 ? announced : FIRST_BYTES)
  let size = 0
  const reader = request.body?.getReader()
  if (!reader) return buffer.subarray(0, 0)
  for (;;) {
    const part = await reader.read().catch(() => {
      throw new Problem(400, 'The upload was cut off before it was complete. Nothing was changed.')
    })
    if (part.done) break
    const end = size + part.value.length
    if (end > most) {
      await reader.cancel().catch(() => undefined)
      throw tooLarge()
    }
    if (end > buffer.length) {
      const larger = new Uint8Array(Math.min(most, Math.max(end, buffer.length * 2)))
      larger.set(buffer.subarray(0, size))
      buffer = larger
    }
    buffer.set(part.value, size)
    size = end
  }
  if (size < announced)
    throw new Problem(400, 'The upload was cut off before it was complete. Nothing was changed.')
  return buffer.subarray(0, size)
}

const textsOf = (parts: readonly Part[]): Record<string, string> =>
  Object.fromEntries(
    parts.flatMap(({ name, fileName, bytes }) =>
      name === undefined || fileName !== undefined ? [] : [[name, new TextDecoder().decode(bytes)]],
    ),
  )
