import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { formatNumber } from '#shared/core/format-number.ts'

/** 1 → "1 person", 1200 → "1,200 people". */
export const people = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'person' : 'people'}`

type Release = Pick<AdminRelease, 'id' | 'state' | 'isBeta' | 'sha256'>

/**
 * What a withdrawal takes from a product whose other releases cannot replace it; null: another stable release can, or
 * this one is not published. A recall also takes every release with the same file. `releases`: all of the product.
 */
export function lossBy(release: Release, releases: readonly Release[], isRecall: boolean): string | null {
  if (release.state !== 'published') return null
  const others = releases.filter(
    ({ id, state, sha256 }) =>
      id !== release.id && state === 'published' && !(isRecall && sha256 === release.sha256),
  )
  if (others.some(({ isBeta }) => !isBeta)) return null
  const hasBeta = others.length > 0
  if (release.isBeta) {
    return hasBeta ? null : 'It is the only published release: after that, nobody has a file to download.'
  }
  const left = hasBeta
    ? 'only owners who chose beta versions have a file'
    : 'customers have nothing to download'
  return `It is the only stable release: until another one is published the product cannot be bought, and ${left}.`
}
