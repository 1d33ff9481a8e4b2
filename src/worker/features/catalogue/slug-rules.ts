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
