export const AREAS = [
  'money',
  'access',
  'refunds',
  'coupons',
  'sockets',
  'headers',
  'focus',
  'cron',
  'uploads',
  'mail',
  'publishing',
  'edges',
] as const

export type Area = (typeof AREAS)[number]

/** This area is not drawn by seed: it is tried as a whole. */
export const UNDRAWN: Area = 'edges'

/** A single-line fault that the suite must catch. */
export type Mutant = {
  id: string
  area: Area
  /** The source file, relative to the root of the repository. */
  file: string
  /** The correct text. It occurs exactly once in the file, on one line. */
  find: string
  /** The faulty text in its place. */
  replace: string
  /** The tests that must fail: Vitest files, or one Playwright file with a `grep`. */
  test: string | string[]
  /** Selects tests by title; required for Playwright. */
  grep?: string
}

export const testsOf = ({ test }: Mutant): string[] => (typeof test === 'string' ? [test] : test)

export const isBrowserTest = (file: string): boolean => file.startsWith('e2e/')
