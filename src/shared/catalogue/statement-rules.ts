/** The statement that a publisher signs for a release. */

export type Statement = {
  product: { id: number; slug: string }
  version: string
  /** Lower-case hex. */
  sha256: string
  /** Bytes. */
  size: number
  /** SHA-256 of the archive's windfall.json, lower-case hex; null where it has none. */
  manifest: string | null
}

/** The signed text: one fact a line, in this order, with a line break at the end. */
export const statementText = ({ product, version, sha256, size, manifest }: Statement): string =>
  `windfall-release v1
product: ${product.id} ${product.slug}
version: ${version}
sha256: ${sha256}
size: ${size}
manifest: ${manifest ?? 'none'}
`
