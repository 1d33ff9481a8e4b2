import { AREAS, type Mutant } from './mutant.ts'

/** Draws `count` faults, spread evenly over the areas. The same seed draws the same faults. */
export function draw(catalogue: readonly Mutant[], seed: number, count: number): Mutant[] {
  const random = randomFrom(seed)
  const piles = AREAS.map((area) =>
    shuffled(
      catalogue.filter((mutant) => mutant.area === area),
      random,
    ),
  )
  const drawn: Mutant[] = []
  for (let round = 0; drawn.length < Math.min(count, catalogue.length); round += 1) {
    const layer = piles.flatMap((pile) => pile.slice(round, round + 1))
    drawn.push(...layer.slice(0, count - drawn.length))
  }
  return drawn
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

/** The mulberry32 generator. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
