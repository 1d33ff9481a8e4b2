import type { BundledProduct } from '#shared/catalogue/contract.ts'
import { toUsd } from '#shared/core/money.ts'

/** A product of a bundle, as the query of products reads it. */
export type BundledRow = Omit<BundledProduct, 'price' | 'isForSale'> & {
  priceCents: number
  isForSale: 0 | 1
}

/** Whether a product can be sold: it has a published file, or all products of its bundle can be sold. */
export const isSellable = ({
  release,
  bundled,
}: {
  release: { id: number | null }
  bundled: BundledRow[] | null
}): boolean => (bundled ? bundled.every(({ isForSale }) => isForSale === 1) : release.id !== null)

export const toBundled = ({ priceCents, isForSale, ...product }: BundledRow): BundledProduct => ({
  ...product,
  price: toUsd(priceCents),
  isForSale: isForSale === 1,
})

/** A product that an admin chose for a bundle. */
export type Candidate = {
  id: number
  name: string
  tier: 'script' | 'premium' | 'lifetime'
  isSubscription: boolean
  isDeleted: boolean
  bundledIds: number[] | null
  /** It has a published file. */
  hasFile: boolean
}

/**
 * Why a bundle cannot contain these products; null where it can: each is a listed script with a published file that is
 * sold once. `kept`: the present contents, which may have lost their file or their place in the shop since.
 */
export function refuseContents(
  ids: readonly number[],
  found: readonly Candidate[],
  kept: readonly number[] = [],
): string | null {
  for (const id of ids) {
    const product = found.find((one) => one.id === id)
    if (!product) return `There is no product #${id}.`
    const { name } = product
    if (product.bundledIds) return `${name} is a bundle. A bundle cannot contain another one.`
    if (product.tier !== 'script') return `${name} is a plan. A bundle contains scripts only.`
    if (product.isSubscription)
      return `${name} is sold as a subscription. A bundle contains scripts that are sold once.`
    if (kept.includes(id)) continue
    if (product.isDeleted) return `${name} is deleted.`
    if (!product.hasFile) return `${name} has no published file, so it cannot be sold.`
  }
  return null
}
