/** The shapes of a generated cover, derived from the slug only: the same slug always gives the same picture. */
export type CoverTone = 'faint' | 'mid' | 'strong'
export type CoverShape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; radius: number; tone: CoverTone }
  | { kind: 'circle'; x: number; y: number; radius: number; tone: CoverTone; stroke?: number }
  | { kind: 'path'; d: string; tone: CoverTone; stroke: number }

export type CoverArt = { hue: number; shapes: CoverShape[] }

export const COVER_WIDTH = 320
export const COVER_HEIGHT = 200

type Random = () => number

// Hues that fit the accent colour and differ from the danger colour.
const hues = [158, 178, 200, 225, 252, 280, 310, 72]

function hash(text: string): number {
  let value = 2166136261
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}

function randomFrom(seed: number): Random {
  let state = seed || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
}

/** Sizes need tenths. Places do not, and 12 covers in a document are a kilobyte smaller with whole ones. */
const tenths = (value: number) => Math.round(value * 10) / 10

function toneFor(share: number): CoverTone {
  return share > 0.9 ? 'strong' : share > 0.62 ? 'mid' : 'faint'
}

/** A field of dots that are larger around one point. */
function halftone(random: Random): CoverShape[] {
  const shapes: CoverShape[] = []
  const heartX = 170 + random() * 120
  const heartY = 20 + random() * 110
  for (let y = 10; y < COVER_HEIGHT; y += 20) {
    for (let x = 10; x < COVER_WIDTH; x += 20) {
      const near = Math.max(0, 1 - Math.hypot(x - heartX, y - heartY) / 190)
      if (near < 0.06) continue
      shapes.push({
        kind: 'circle',
        x,
        y,
        radius: tenths(1.2 + near * 6.6),
        tone: toneFor(near + random() * 0.14),
      })
    }
  }
  return shapes
}

/** Rings around a point off the centre, one of them with a bright dot. */
function orbits(random: Random): CoverShape[] {
  const x = 215 + random() * 60
  const y = 40 + random() * 60
  const shapes: CoverShape[] = []
  for (let ring = 1; ring <= 7; ring++) {
    const radius = ring * 24
    shapes.push({ kind: 'circle', x, y, radius, tone: ring < 3 ? 'mid' : 'faint', stroke: 1.5 })
    const angle = random() * Math.PI * 2
    shapes.push({
      kind: 'circle',
      x: Math.round(x + Math.cos(angle) * radius),
      y: Math.round(y + Math.sin(angle) * radius),
      radius: tenths(2.5 + random() * 4),
      tone: ring % 3 === 1 ? 'strong' : 'mid',
    })
  }
  shapes.push({ kind: 'circle', x, y, radius: 9, tone: 'strong' })
  return shapes
}

/** Layered long waves across the whole width. */
function gusts(random: Random): CoverShape[] {
  const phase = random() * Math.PI * 2
  const length = 90 + random() * 70
  const chosen = 3 + Math.floor(random() * 5)
  return Array.from({ length: 12 }, (_, line): CoverShape => {
    const base = 6 + line * 16
    const height = 8 + 14 * Math.sin((line / 12) * Math.PI)
    const points: string[] = []
    for (let x = -10; x <= COVER_WIDTH + 10; x += 10) {
      const y = base + Math.sin(x / length + phase + line * 0.34) * height
      points.push(`${x} ${tenths(y)}`)
    }
    const tone = line === chosen ? 'strong' : line % 3 === 0 ? 'mid' : 'faint'
    return { kind: 'path', d: `M${points.join('L')}`, tone, stroke: line === chosen ? 2.5 : 1.5 }
  })
}

/** Columns of cells, most of them empty. */
function ledger(random: Random): CoverShape[] {
  const shapes: CoverShape[] = []
  for (let column = 0; column < 16; column++) {
    const filled = 1 + Math.floor(random() * (3 + column * 0.42))
    for (let row = 0; row < Math.min(filled, 9); row++) {
      const tone = row === filled - 1 ? (random() > 0.72 ? 'strong' : 'mid') : 'faint'
      shapes.push({
        kind: 'rect',
        x: column * 20 + 2,
        y: row * 20 + 2,
        width: 16,
        height: 16,
        radius: 3,
        tone,
      })
    }
  }
  return shapes
}

/** Nodes connected to their nearest neighbours. */
function mesh(random: Random): CoverShape[] {
  const nodes = Array.from({ length: 15 }, (_, index) => ({
    x: Math.round(20 + (index % 5) * 70 + random() * 36),
    y: Math.round(8 + Math.floor(index / 5) * 62 + random() * 40),
  }))
  const edges = new Set<string>()
  for (const node of nodes) {
    const nearest = nodes
      .filter((other) => other !== node)
      .sort((a, b) => Math.hypot(a.x - node.x, a.y - node.y) - Math.hypot(b.x - node.x, b.y - node.y))
      .slice(0, 3)
    for (const other of nearest) {
      const [from, to] = node.x < other.x ? [node, other] : [other, node]
      edges.add(`M${from.x} ${from.y}L${to.x} ${to.y}`)
    }
  }
  return [
    ...[...edges].map((d): CoverShape => ({ kind: 'path', d, tone: 'faint', stroke: 1.5 })),
    ...nodes.map(({ x, y }, index): CoverShape => {
      const tone = index % 6 === 2 ? 'strong' : 'mid'
      return { kind: 'circle', x, y, radius: tenths(3 + random() * 4.5), tone }
    }),
  ]
}

/** Quarter circles on a grid, like floor tiles. */
function tiles(random: Random): CoverShape[] {
  const shapes: CoverShape[] = []
  const size = 40
  for (let y = 0; y < COVER_HEIGHT; y += size) {
    for (let x = 0; x < COVER_WIDTH; x += size) {
      const far = x + size
      const low = y + size
      const half = size / 2
      const turned = random() > 0.5
      const d = turned
        ? `M${x + half} ${y}A${half} ${half} 0 0 1 ${x} ${y + half}M${far} ${y + half}A${half} ${half} 0 0 0 ${x + half} ${low}`
        : `M${x + half} ${y}A${half} ${half} 0 0 0 ${far} ${y + half}M${x} ${y + half}A${half} ${half} 0 0 1 ${x + half} ${low}`
      shapes.push({ kind: 'path', d, tone: toneFor(random()), stroke: 3 })
    }
  }
  return shapes
}

/** Columns of drops of different lengths, denser to the right. */
function drops(random: Random): CoverShape[] {
  const shapes: CoverShape[] = []
  for (let column = 0; column < 20; column++) {
    let y = -Math.round(random() * 60)
    while (y < COVER_HEIGHT) {
      const height = Math.round(14 + random() * random() * 80)
      const underInitials = column < 8 && y + height > 116
      const seen = random() < 0.3 + column / 28 && !underInitials
      if (seen) {
        const tone = random() > 0.93 ? 'strong' : random() > 0.66 ? 'mid' : 'faint'
        shapes.push({ kind: 'rect', x: column * 16 + 5, y: Math.round(y), width: 6, height, radius: 3, tone })
      }
      y += height + 8
    }
  }
  return shapes
}

/** Hills of bars, like a volume chart. */
function strata(random: Random): CoverShape[] {
  const shapes: CoverShape[] = []
  const peak = 180 + random() * 90
  const spread = 60 + random() * 60
  for (let x = 4; x < COVER_WIDTH; x += 8) {
    const hill = Math.exp(-(((x - peak) / spread) ** 2))
    const height = Math.round(10 + hill * 120 + random() * 34)
    const tone = hill > 0.93 ? 'strong' : hill > 0.45 ? 'mid' : 'faint'
    shapes.push({ kind: 'rect', x, y: Math.round(104 - height / 2), width: 4, height, radius: 2, tone })
  }
  return shapes
}

const families = [drops, halftone, orbits, gusts, strata, ledger, mesh, tiles]

export function coverArt(slug: string): CoverArt {
  const random = randomFrom(hash(slug))
  random()
  random()
  const hue = hues[Math.floor(random() * hues.length)] ?? 165
  const draw = families[Math.floor(random() * families.length)] ?? halftone
  return { hue, shapes: draw(random) }
}
