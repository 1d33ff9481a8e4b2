import type { Env } from '../../providers/env.ts'

/** A letter of one size. Lengths are pixels, from the pen's place on the base line. */
export type Letter = {
  advance: number
  x: number
  y: number
  width: number
  height: number
  /** One byte a pixel, 0 to 15. */
  pixels: Uint8Array
}

export type Letters = {
  /** The letter of this size; undefined: the font has none. */
  find: (size: number, character: string) => Letter | undefined
}

type Row = [
  size: number,
  character: string,
  advance: number,
  x: number,
  y: number,
  width: number,
  height: number,
  at: number,
]

/** Reads the file that scripts/draw-preview-letters.ts writes. @throws Error the file is missing */
export async function readLetters(env: Env, origin: string): Promise<Letters> {
  const file = await env.ASSETS.fetch(new URL('/preview-letters.bin', origin))
  if (!file.ok || !file.body) throw new Error(`The letters answered ${file.status}`)
  const stream = file.body.pipeThrough(new DecompressionStream('deflate'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const tableEnd = 4 + new DataView(bytes.buffer).getUint32(0, true)
  const rows: Row[] = JSON.parse(new TextDecoder().decode(bytes.subarray(4, tableEnd)))
  const letters = new Map(
    rows.map(([size, character, advance, x, y, width, height, at]) => {
      const pixels = bytes.subarray(tableEnd + at, tableEnd + at + width * height)
      return [`${size} ${character}`, { advance, x, y, width, height, pixels }] as const
    }),
  )
  return { find: (size, character) => letters.get(`${size} ${character}`) }
}

const TIGHTER = 0.022

/** The width of a text in pixels; null where a character has no letter. */
export function widthOf(letters: Letters, size: number, text: string): number | null {
  let width = 0
  for (const character of text) {
    const letter = letters.find(size, character)
    if (!letter) return null
    width += letter.advance - size * TIGHTER
  }
  return width
}

/** Calls `paint` for every pixel of a text, with its strength from 1 to 15. */
export function drawText(
  letters: Letters,
  { size, text, x, y }: { size: number; text: string; x: number; y: number },
  paint: (x: number, y: number, strength: number) => void,
): void {
  let pen = x
  for (const character of text) {
    const letter = letters.find(size, character)
    if (!letter) continue
    const [left, top] = [Math.round(pen + letter.x), Math.round(y + letter.y)]
    letter.pixels.forEach((strength, place) => {
      if (strength > 0) paint(left + (place % letter.width), top + Math.floor(place / letter.width), strength)
    })
    pen += letter.advance - size * TIGHTER
  }
}

/** A text in lines of at most `width` pixels; null where it needs more than `most`, or a character has no letter. */
export function linesOf(
  letters: Letters,
  { size, text, width, most }: { size: number; text: string; width: number; most: number },
): string[] | null {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const joined = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    const needed = widthOf(letters, size, joined)
    if (needed === null) return null
    if (needed <= width || lines.length === 0) lines.splice(-1, 1, joined)
    else lines.push(word)
  }
  const fits = lines.every((line) => (widthOf(letters, size, line) ?? Number.POSITIVE_INFINITY) <= width)
  return fits && lines.length <= most ? lines : null
}
