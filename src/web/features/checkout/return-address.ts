/** Remembers where the auth page sends a visitor who came from a purchase. */
export function rememberReturn(address: string): void {
  try {
    sessionStorage.setItem('authReturnUrl', address)
    sessionStorage.setItem('authFromCheckout', '1')
  } catch {
    // Storage may be closed to us; the visitor then lands on the dashboard.
  }
}
