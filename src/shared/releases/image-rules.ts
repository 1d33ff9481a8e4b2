import { INVALID_TYPE } from './terms.ts'

export type ImageKind = { type: string; extension: string }
export type ReadImage =
  | { ok: true; kind: ImageKind; width: number; height: number }
  | { ok: false; title: string; reason: string }

const PNG: ImageKind = { type: 'image/png', extension: 'png' }
const JPEG: ImageKind = { type: 'image/jpeg', extension: 'jpg' }
const WEBP: ImageKind = { type: 'image/webp', extension: 'webp' }
const GIF: ImageKind = { type: 'image/gif', extension: 'gif' }
const AVIF: ImageKind = { type: 'image/avif', extension: 'avif' }
export const IMAGE_KINDS: readonly ImageKind[] = [PNG, JPEG, WEBP, GIF, AVIF]

/** Limits for each side, in pixels. */
const SMALLEST = 16
const LARGEST = 8000
const NOT_AN_IMAGE =
  'This image format is not supported. Use PNG, JPEG, WebP, GIF or AVIF. The content counts, not the file name.'
const SVG = 'SVG images can contain scripts, so they are not accepted. Use PNG, JPEG, WebP, GIF or AVIF.'

/** The kind of a picture by its first bytes, not by its name; null: not a supported picture. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return PNG
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return JPEG
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return WEBP
  if (startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a')) return GIF
  if (startsWith(bytes, 4, 'ftypavif') || startsWith(bytes, 4, 'ftypavis')) return AVIF
  return null
}

/** Why a file is not a supported picture, by its first bytes; null: it is supported. */
export function refuseImageType(bytes: Uint8Array): { title: string; reason: string } | null {
  if (imageKindOf(bytes)) return null
  const isSvg = /<(svg|!doctype svg|\?xml)/i.test(textOf(bytes, 0, 1024))
  return { title: INVALID_TYPE, reason: isSvg ? SVG : NOT_AN_IMAGE }
}

/** A picture's kind, with the size from its header. The picture is not decoded. */
export function readImage(bytes: Uint8Array): ReadImage {
  const kind = imageKindOf(bytes)
  const refusal = refuseImageType(bytes)
  if (!kind || refusal) return { ok: false, ...(refusal ?? { title: INVALID_TYPE, reason: NOT_AN_IMAGE }) }
  const size = sizeOf(bytes, kind)
  if (!size)
    return { ok: false, title: INVALID_TYPE, reason: 'This image is damaged: it does not say its size.' }
  const { width, height } = size
  if (Math.min(width, height) < SMALLEST || Math.max(width, height) > LARGEST) {
    const reason = `This image has ${width} × ${height} pixels. Each side must have ${SMALLEST} to ${LARGEST}.`
    return { ok: false, title: INVALID_TYPE, reason }
  }
  return { ok: true, kind, width, height }
}

type Size = { width: number; height: number }

function sizeOf(bytes: Uint8Array, kind: ImageKind): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 32) return null
  switch (kind) {
    case PNG:
      return startsWith(bytes, 12, 'IHDR') ? { width: view.getUint32(16), height: view.getUint32(20) } : null
    case GIF:
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    case WEBP:
      return webpSize(bytes, view)
    case JPEG:
      return jpegSize(view)
    default:
      return avifSize(bytes, view)
  }
}

function webpSize(bytes: Uint8Array, view: DataView): Size | null {
  if (startsWith(bytes, 12, 'VP8X')) {
    const wide = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000 + 1
    return { width: wide(24), height: wide(27) }
  }
  if (startsWith(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return view.getUint8(20) === 0x2f
      ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
      : null
  }
  if (startsWith(bytes, 12, 'VP8 ') && startsWith(bytes, 23, '\x9d\x01\x2a')) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  return null
}

/** Follows the markers to the start of the frame, which has the size (ITU T.81, B.2.2). */
function jpegSize(view: DataView): Size | null {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

/** The nested boxes around the size, from the outside in. Deeper boxes are not read. */
const BOXES_AROUND_SIZE = ['meta', 'iprp', 'ipco']

/** The size in the first `ispe` box (ISO/IEC 23008-12), which is for the picture or for one of its tiles. */
function avifSize(bytes: Uint8Array, view: DataView): Size | null {
  const within = (from: number, to: number, depth: number): Size | null => {
    for (let at = from; at + 8 <= to; ) {
      const length = view.getUint32(at)
      if (length < 8 || at + length > to) return null
      const type = textOf(bytes, at + 4, 4)
      if (type === 'ispe') {
        return length >= 20 ? { width: view.getUint32(at + 12), height: view.getUint32(at + 16) } : null
      }
      // In a `meta` box, version and flags come before the inner boxes.
      const inner = at + 8 + (type === 'meta' ? 4 : 0)
      const size = type === BOXES_AROUND_SIZE[depth] ? within(inner, at + length, depth + 1) : null
      if (size) return size
      at += length
    }
    return null
  }
  return within(0, bytes.length, 0)
}

/** Bytes as Latin-1 text: one character per byte. */
const textOf = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

const startsWith = (bytes: Uint8Array, at: number, text: string) => textOf(bytes, at, text.length) === text
