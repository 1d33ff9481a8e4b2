import { crc32 } from '../../features/releases/crc-32.ts'

export type Colour = readonly [red: number, green: number, blue: number]

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length), 0))
  return bytes
}

/** A PNG file of pixels that are places in a palette of at most 256 colours. */
export async function encodePng(
  width: number,
  height: number,
  pixels: Uint8Array,
  palette: readonly Colour[],
): Promise<Uint8Array> {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 3, 0, 0, 0], 8)
  // Each row begins with its filter: none.
  const rows = new Uint8Array(height * (width + 1))
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const packed = new Response(rows).body?.pipeThrough(new CompressionStream('deflate'))
  const data = new Uint8Array(await new Response(packed).arrayBuffer())
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette.flat())),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array()),
  ]
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    file.set(part, at)
    at += part.length
  }
  return file
}
