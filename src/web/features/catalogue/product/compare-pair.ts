import type { MyProduct } from '#shared/access/contract.ts'

export type Pair = { from: string; to: string }

/**
 * The two versions that are compared first: the one that this owner gets, and the newest one before it that they may
 * have too. Null where there are no two.
 */
export function comparePair({
  fileVersion,
  versions,
}: Pick<MyProduct, 'fileVersion' | 'versions'>): Pair | null {
  const at = versions.findIndex(({ version }) => version === fileVersion)
  const previous = at < 0 ? undefined : versions[at + 1]
  return fileVersion === null || !previous ? null : { from: previous.version, to: fileVersion }
}
