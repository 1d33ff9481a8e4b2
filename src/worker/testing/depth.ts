// The length of the long-running kinds of tests: random histories, crashes at every call, hostile bodies, simulations.
// `npm test` runs a small fixed share of each, `npm run test:deep` a large one from a seed that it prints.
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** 1 in `npm test`; a larger number multiplies the runs. */
    depth: number
    /** The seed of all random values. */
    seed: number
  }
}

const depth = inject('depth')
const seed = inject('seed')

/** fast-check's parameters: `quick` runs in `npm test`, drawn from the seed of this run. */
export const runs = (quick: number): { numRuns: number; seed: number } => ({ numRuns: quick * depth, seed })

/**
 * The moments to test: in `npm test` the first, the last and every fifth between them, elsewhere all. The seed and
 * `shift` decide where the fifths begin: kinds of events with the same moments use different shifts.
 */
export function momentsOf<T>(all: readonly T[], shift = 0): T[] {
  if (depth > 1) return [...all]
  return all.filter((_, index) => index === 0 || index === all.length - 1 || index % 5 === (seed + shift) % 5)
}

/** The moments from 0 to `last` that this run tests. */
export const momentsUpTo = (last: number, shift = 0): number[] =>
  momentsOf(
    Array.from({ length: last + 1 }, (_, index) => index),
    shift,
  )

/** For cases that differ only in their values: in `npm test` the first `quick` of them, elsewhere all. */
export const someOf = <T>(all: readonly T[], quick = 1): T[] => (depth > 1 ? [...all] : all.slice(0, quick))

/** A size: `quick` in `npm test`, `full` elsewhere. */
export const sized = (quick: number, full: number): number => (depth > 1 ? full : quick)

/** The time limit of a test: `quickMs` in `npm test`, multiplied by the depth elsewhere. */
export const patience = (quickMs: number): number => quickMs * depth
