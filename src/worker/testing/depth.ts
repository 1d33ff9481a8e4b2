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
 * The moments to try: in `npm test` the first, the last and every fifth between them, elsewhere all. The seed moves which
 * fifth is taken, and so does `shift`: of kinds that take the same way each takes another fifth.
 */
export function momentsOf<T>(all: readonly T[], shift = 0): T[] {
  if (depth > 1) return [...all]
  return all.filter((_, index) => index === 0 || index === all.length - 1 || index % 5 === (seed + shift) % 5)
}

/** The moments from 0 to `last`, or those of them that this run tries. */
export const momentsUpTo = (last: number, shift = 0): number[] =>
  momentsOf(
    Array.from({ length: last + 1 }, (_, index) => index),
    shift,
  )

/** Of cases that hold the same with other numbers: in `npm test` the first. */
export const someOf = <T>(all: readonly T[], quick = 1): T[] => (depth > 1 ? [...all] : all.slice(0, quick))

/** How big something is made: smaller in `npm test`. */
export const sized = (quick: number, full: number): number => (depth > 1 ? full : quick)

/** The time limit of a test with a budget. */
export const patience = (quickMs: number): number => quickMs * depth
