import { readCouponCode } from '#shared/coupons/coupon-code.ts'

/** Kept when the account of the tab changes: see `lib/session-drafts.ts`. */
export const COUPON_KEY = 'pendingCouponCode'

/** A coupon of this browser tab. */
export type KeptCoupon = {
  code: string
  /** The product at whose checkout the code was entered; null: the code came with a link and may be for any product. */
  productId: number | null
  /** The product to which the code was last applied. */
  appliedTo: number | null
}

/** Used if the browser refuses storage. The coupon is then lost by a reload. */
let inMemory: string | null = null

/** The tab's coupon, or null. */
export function keptCoupon(): KeptCoupon | null {
  try {
    return readKept(sessionStorage.getItem(COUPON_KEY))
  } catch {
    return readKept(inMemory)
  }
}

export function keepCoupon(coupon: KeptCoupon): void {
  inMemory = JSON.stringify(coupon)
  try {
    sessionStorage.setItem(COUPON_KEY, inMemory)
  } catch {
    // Storage is refused or full.
  }
}

export function forgetCoupon(): void {
  inMemory = null
  try {
    sessionStorage.removeItem(COUPON_KEY)
  } catch {
    // The browser refuses storage, so there is nothing in it.
  }
}

/** The coupon to try at the checkout of this product: entered there, or from a link. */
export function couponFor(productId: number): KeptCoupon | null {
  const kept = keptCoupon()
  return kept && (kept.productId === null || kept.productId === productId) ? kept : null
}

/** Keeps the `?coupon=` of an address. Returns its code if the tab did not have it yet, else null. */
export function keepLinkedCoupon(search: string): string | null {
  const code = readCouponCode(new URLSearchParams(search).get('coupon'))
  if (!code || keptCoupon()?.code === code) return null
  keepCoupon({ code, productId: null, appliedTo: null })
  return code
}

/** The note of a coupon, or null if it is malformed. */
export function readKept(note: string | null): KeptCoupon | null {
  try {
    const { code, productId, appliedTo } = JSON.parse(note ?? 'null') as Record<string, unknown>
    const known = typeof code === 'string' ? readCouponCode(code) : null
    const id = (value: unknown) => (typeof value === 'number' ? value : null)
    return known === null ? null : { code: known, productId: id(productId), appliedTo: id(appliedTo) }
  } catch {
    return null
  }
}
