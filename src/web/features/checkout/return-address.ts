/** Stores the address to which the auth page sends a visitor who came from a purchase. */
export function rememberReturn(address: string): void {
  try {
    sessionStorage.setItem('authReturnUrl', address)
    sessionStorage.setItem('authFromCheckout', '1')
  } catch {
    // The browser may refuse storage. The login then leads to the dashboard.
  }
}
