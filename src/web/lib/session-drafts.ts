/** Entries of the session storage for the login that follows, and for the browser tab. */
const KEPT = new Set(['authReturnUrl', 'authFromCheckout', 'pendingCouponCode', 'reloadedAt'])

/** Removes what the user typed and did not send, from this tab. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (!KEPT.has(key)) sessionStorage.removeItem(key)
  } catch {
    // The browser refuses storage, so there is nothing in it.
  }
}
