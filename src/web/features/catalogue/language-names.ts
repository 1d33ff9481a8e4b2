import type { Manifest } from '#shared/scan/manifest-contract.ts'

/** The languages by the names that buyers look for. */
export const LANGUAGE_NAMES: Record<Manifest['language'], string> = {
  python: 'Python',
  javascript: 'Node.js',
  data: 'No code',
}
