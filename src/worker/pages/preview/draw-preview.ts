import { COVER_WIDTH, type CoverShape, coverArt } from '#shared/catalogue/cover-art.ts'
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '#shared/catalogue/preview-path.ts'
import { drawText, type Letters, linesOf, widthOf } from './letters.ts'
import { type Colour, encodePng } from './png.ts'

/** What a link preview says. */
export type PreviewText = { brand: string; slug: string; name: string; price: string | null; term: string }

const LEFT = 84
const TEXT_WIDTH = PREVIEW_WIDTH - 2 * LEFT
const [LARGE, MIDDLE, SMALL] = [76, 54, 34]
const NAME_SIZES = [
  { size: LARGE, most: 2, height: 84 },
  { size: MIDDLE, most: 3, height: 62 },
  { size: SMALL, most: 5, height: 42 },
]

const GROUND: Colour = [10, 15, 16]
const INK: Colour = [233, 240, 238]
const MUTED: Colour = [169, 184, 182]
/** The art fills this box at the top right, in pixels. */
const ART = { x: 520, width: PREVIEW_WIDTH - 520, height: 320 }
const SHADES = 16
const TONES = { faint: 2, mid: 3, strong: 4 } as const

/** A colour of the cover in the dark theme (app.css: product-cover), as sRGB. */
function oklch(lightness: number, chroma: number, hue: number): Colour {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.max(0, Math.min(1, value)))
  const [red = 0, green = 0, blue = 0] = linear.map((value) =>
    Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)),
  )
  return [red, green, blue]
}

/** Sixteen shades from the ground to each of the colours. */
const paletteOf = (hue: number): Colour[] =>
  [INK, MUTED, oklch(0.31, 0.042, hue), oklch(0.45, 0.07, hue), oklch(0.72, 0.12, hue)].flatMap((colour) =>
    Array.from({ length: SHADES }, (_, shade): Colour => {
      const mix = (channel: 0 | 1 | 2) =>
        Math.round(GROUND[channel] + ((colour[channel] - GROUND[channel]) * shade) / (SHADES - 1))
      return [mix(0), mix(1), mix(2)]
    }),
  )

/** How far a point is outside of a shape, in the cover's units; negative inside. */
function distanceTo(shape: Exclude<CoverShape, { kind: 'path' }>, x: number, y: number): number {
  if (shape.kind === 'rect') {
    const [halfWidth, halfHeight] = [shape.width / 2, shape.height / 2]
    const dx = Math.abs(x - shape.x - halfWidth) - halfWidth + shape.radius
    const dy = Math.abs(y - shape.y - halfHeight) - halfHeight + shape.radius
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - shape.radius
  }
  const toCentre = Math.hypot(x - shape.x, y - shape.y)
  return shape.stroke ? Math.abs(toCentre - shape.radius) - shape.stroke / 2 : toCentre - shape.radius
}

type Segment = { x1: number; y1: number; x2: number; y2: number }

/** A path of lines and quarter circles, as coverArt writes them, in straight pieces. */
function segmentsOf(d: string): Segment[] {
  const segments: Segment[] = []
  let [x, y] = [0, 0]
  const lineTo = (x2: number, y2: number) => {
    segments.push({ x1: x, y1: y, x2, y2 })
    x = x2
    y = y2
  }
  for (const [, command = '', list = ''] of d.matchAll(/([MLA])([^MLA]*)/g)) {
    const numbers = list
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (command !== 'A') {
      const [toX = 0, toY = 0] = numbers
      if (command === 'L') lineTo(toX, toY)
      else [x, y] = [toX, toY]
      continue
    }
    const [radius = 0, , , , sweep = 0, endX = 0, endY = 0] = numbers
    const [startX, startY] = [x, y]
    const turnsRight = (cx: number, cy: number) =>
      (startX - cx) * (endY - cy) - (startY - cy) * (endX - cx) > 0 === (sweep === 1)
    const [cx, cy] = turnsRight(startX, endY) ? [startX, endY] : [endX, startY]
    const from = Math.atan2(startY - cy, startX - cx)
    for (let step = 1; step <= 8; step += 1) {
      const angle = from + ((sweep === 1 ? 1 : -1) * Math.PI * step) / 16
      lineTo(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle))
    }
  }
  return segments
}

const distanceToSegment = ({ x1, y1, x2, y2 }: Segment, x: number, y: number): number => {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}

type Paint = (x: number, y: number, strength: number, colour: number) => void

function drawArt(shapes: readonly CoverShape[], paint: Paint): void {
  const scale = ART.width / COVER_WIDTH
  /** Paints the pixels of a box of the cover by their distance to a shape. */
  const fill = (box: Segment, colour: number, distance: (x: number, y: number) => number) => {
    for (let y = Math.max(0, Math.floor(box.y1 * scale)); y < Math.min(ART.height, box.y2 * scale); y += 1) {
      for (let x = Math.max(0, Math.floor(box.x1 * scale)); x < Math.min(ART.width, box.x2 * scale); x += 1) {
        const cover = 0.5 - distance((x + 0.5) / scale, (y + 0.5) / scale) * scale
        // The art fades towards the text.
        const fade = Math.min(1, (ART.height - y) / 110, (x + 60) / 160)
        const strength = Math.round(Math.max(0, Math.min(1, cover)) * fade * (SHADES - 1))
        if (strength > 0) paint(ART.x + x, y, strength, colour)
      }
    }
  }
  for (const shape of shapes) {
    const colour = TONES[shape.tone]
    if (shape.kind === 'path') {
      const half = shape.stroke / 2
      for (const segment of segmentsOf(shape.d)) {
        const [x1, x2] = [
          Math.min(segment.x1, segment.x2) - half - 1,
          Math.max(segment.x1, segment.x2) + half + 1,
        ]
        const [y1, y2] = [
          Math.min(segment.y1, segment.y2) - half - 1,
          Math.max(segment.y1, segment.y2) + half + 1,
        ]
        fill({ x1, y1, x2, y2 }, colour, (x, y) => distanceToSegment(segment, x, y) - half)
      }
      continue
    }
    const reach = shape.kind === 'circle' ? shape.radius + (shape.stroke ?? 0) + 1 : 0
    const box =
      shape.kind === 'circle'
        ? { x1: shape.x - reach, y1: shape.y - reach, x2: shape.x + reach, y2: shape.y + reach }
        : { x1: shape.x - 1, y1: shape.y - 1, x2: shape.x + shape.width + 1, y2: shape.y + shape.height + 1 }
    fill(box, colour, (x, y) => distanceTo(shape, x, y))
  }
}

/** Draws the link preview of a product as a PNG file. Null where its name has characters without a letter. */
export async function drawPreview(
  letters: Letters,
  { brand, slug, name, price, term }: PreviewText,
): Promise<Uint8Array | null> {
  const chosen = NAME_SIZES.map((choice) => ({
    ...choice,
    lines: linesOf(letters, { ...choice, text: name, width: TEXT_WIDTH }),
  })).find(({ lines }) => lines !== null)
  if (!chosen?.lines) return null
  const pixels = new Uint8Array(PREVIEW_WIDTH * PREVIEW_HEIGHT)
  const paint: Paint = (x, y, strength, colour) => {
    if (x < 0 || y < 0 || x >= PREVIEW_WIDTH || y >= PREVIEW_HEIGHT) return
    const place = y * PREVIEW_WIDTH + x
    const before = pixels[place] ?? 0
    // Where two shapes meet, the stronger one stays.
    if (before % SHADES <= strength || colour > Math.floor(before / SHADES))
      pixels[place] = colour * SHADES + strength
  }
  const write = (text: string, size: number, x: number, y: number, colour: number) =>
    drawText(letters, { size, text, x, y }, (px, py, strength) => paint(px, py, strength, colour))

  const { hue, shapes } = coverArt(slug)
  drawArt(shapes, paint)
  write(brand, SMALL, LEFT, 112, 0)
  const priceLine = 548
  const lastLine = priceLine - 104
  chosen.lines.toReversed().forEach((line, index) => {
    write(line, chosen.size, LEFT, lastLine - index * chosen.height, 0)
  })
  if (price !== null) {
    write(price, LARGE, LEFT, priceLine, 0)
    write(term, SMALL, LEFT + (widthOf(letters, LARGE, price) ?? 0) + 22, priceLine, 1)
  }
  return encodePng(PREVIEW_WIDTH, PREVIEW_HEIGHT, pixels, paletteOf(hue))
}
