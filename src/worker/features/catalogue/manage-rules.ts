import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'

/** The two plans. Access depends on them, so they can neither be deleted nor be sold in another way. */
export const isPlan = (productId: number): boolean => productId === PREMIUM_ID || productId === LIFETIME_ID

/** The image of a product: the uploaded one or, without one, that at an external address. */
export const imageUrlOf = (script: {
  id: number
  imageUrl: string | null
  imagePath: string | null
}): string | null =>
  script.imagePath === null
    ? script.imageUrl
    : `/api/products/${script.id}/image/${script.imagePath.slice(script.imagePath.lastIndexOf('/') + 1)}`

const SLUG_LENGTH = 60

/** The slug of a name, for URLs. Never only digits: those are ids. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, '')
  if (slug === '') return 'product'
  return /^\d+$/.test(slug) ? `product-${slug}` : slug
}

/** The first of `slug`, `slug-2`, `slug-3` … that is free. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  const known = new Set(taken)
  let free = slug
  for (let number = 2; known.has(free); number += 1) free = `${slug}-${number}`
  return free
}

/**
 * A version for the next release: the newest version with its second number raised (1.2.0 → 1.3.0), or the
 * specification's 1.0 for the first release. Never one of `taken`, which is sorted newest first.
 */
export function nextVersion(taken: readonly string[]): string {
  const [newest] = taken
  if (newest === undefined) return '1.0'
  const [, major = '1', minor = '0', rest = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?((?:\.\d+)*)/.exec(newest) ?? []
  const known = new Set(taken)
  for (let number = Number(minor) + 1; ; number += 1) {
    const version = `${major}.${number}${rest.replace(/\d+/g, '0')}`
    if (!known.has(version)) return version
  }
}
