/** `guest`: a buyer without an account. */
type Buyer = number | 'guest'

/** Removed when the account of the tab changes: see `lib/session-drafts.ts`. */
const keyOf = (userId: Buyer, productId: number) => `checkoutEmail:${userId}:${productId}`

/** The receipt address that this buyer typed at this product's checkout, or null. */
export function emailDraft(userId: Buyer, productId: number): string | null {
  try {
    return sessionStorage.getItem(keyOf(userId, productId))
  } catch {
    return null
  }
}

/** Keeps the address until the tab is closed. */
export function keepEmailDraft(userId: Buyer, productId: number, email: string): void {
  try {
    sessionStorage.setItem(keyOf(userId, productId), email)
  } catch {
    // The browser may refuse storage. A reload then shows the account's address again.
  }
}
