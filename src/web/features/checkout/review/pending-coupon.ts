const KEY = 'pendingCouponCode'

/** Stores a coupon code during the login that the code requires. */
export function rememberCoupon(code: string): void {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // The browser may refuse storage. The buyer then types the code again.
  }
}

/** Returns the code that waited for the login, or null, and deletes it. */
export function takeCoupon(): string | null {
  try {
    const code = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return code
  } catch {
    return null
  }
}
