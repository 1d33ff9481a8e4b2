// How long the long-running kinds of tests run: random histories, crashes at every call, hostile bodies, simulations.
// `npm test` runs a small fixed share of each, `npm run test:deep` a large one from a seed that it prints.
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** 1 in `npm test`; a larger number multiplies the runs. */
    depth: number
    /** Of everything that is drawn. */
    seed: number
  }
}

const depth = inject('depth')
const seed = inject('seed')

/** fast-check's parameters: `quick` runs in `npm test`, drawn from the seed of this run. */
export const runs = (quick: number): { numRuns: number; seed: number } => ({ numRuns: quick * depth, seed })

/**
 * The moments to try: in `npm test` the first, the last and every third between them, elsewhere all. The seed moves which
 * third is taken.
 */
export function momentsOf<T>(all: readonly T[]): T[] {
  if (depth > 1) return [...all]
  return all.filter((_, index) => index === 0 || index === all.length - 1 || index % 3 === seed % 3)
}
