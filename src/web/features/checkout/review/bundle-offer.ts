import type { Product, ProductDetail } from '#shared/catalogue/contract.ts'

/** Removed when the account of the tab changes: see `lib/session-drafts.ts`. */
const KEY = 'bundleOfferDismissed'

/**
 * The one bundle that the checkout of a script may offer: the smallest that the shop offers and whose other scripts the
 * buyer has no access to; null: none.
 */
export function offeredBundle(
  { id, bundles }: Pick<ProductDetail, 'id' | 'bundles'>,
  mine: readonly { id: number }[],
): Product | null {
  const owned = new Set(mine.map((product) => product.id))
  const isNew = ({ bundle }: Product) =>
    bundle?.isOffered && bundle.products.every((product) => product.id === id || !owned.has(product.id))
  return bundles.find(isNew) ?? null
}

/** Whether the buyer dismissed the offer in this tab. */
export function isOfferDismissed(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** No offer is shown in this tab any more. */
export function dismissOffer(): void {
  try {
    sessionStorage.setItem(KEY, '1')
  } catch {
    // The browser refuses storage. The offer is gone until the page is loaded again.
  }
}
