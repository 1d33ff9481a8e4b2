const KEY = 'pendingCouponCode'

/** Keeps a code over the login that it needs. */
export function rememberCoupon(code: string): void {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // Storage may be closed to us; the code is then typed again.
  }
}

/** The code that waited for the login, or null; forgets it. */
export function takeCoupon(): string | null {
  try {
    const code = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return code
  } catch {
    return null
  }
}
