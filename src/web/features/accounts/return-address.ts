const ADDRESS = 'authReturnUrl'
const FROM_CHECKOUT = 'authFromCheckout'
const DEFAULT = '/dashboard'

/** The page that asked for a login, to come back to. */
export function rememberPage(address: string): void {
  try {
    sessionStorage.setItem(ADDRESS, address)
    sessionStorage.removeItem(FROM_CHECKOUT)
  } catch {
    // Storage may be closed to us; the visitor then lands on the dashboard.
  }
}

/** The product whose checkout waits for a login, or null. Forgets nothing. */
export function waitingProduct(): string | null {
  try {
    return productOf(sessionStorage.getItem(ADDRESS))
  } catch {
    return null
  }
}

/** The product that a stored checkout address names. */
export function productOf(address: string | null): string | null {
  if (!address || !isOwnPath(address)) return null
  const { pathname, searchParams } = new URL(address, 'http://shop.invalid')
  return pathname === '/checkout' ? searchParams.get('productId') : null
}

export const AUTH_TABS = ['login', 'register'] as const
export type AuthTab = (typeof AUTH_TABS)[number]

/** The address decides; without its word, who comes from a Buy button is new here. */
export function chooseTab(asked: string | null, buying: boolean): AuthTab {
  return AUTH_TABS.find((tab) => tab === asked) ?? (buying ? 'register' : 'login')
}

/** Where to go after login; forgets it. */
export function takeReturnAddress(): string {
  try {
    const address = sessionStorage.getItem(ADDRESS)
    const fromCheckout = sessionStorage.getItem(FROM_CHECKOUT) === '1'
    sessionStorage.removeItem(ADDRESS)
    sessionStorage.removeItem(FROM_CHECKOUT)
    return chooseReturn(address, fromCheckout)
  } catch {
    return DEFAULT
  }
}

/** A stored address counts if it came from a checkout or is a page behind the login, and stays on our own site. */
export function chooseReturn(address: string | null, fromCheckout: boolean): string {
  if (!address || !isOwnPath(address)) return DEFAULT
  return fromCheckout || /^\/(checkout|dashboard)(?![^?#/])/.test(address) ? address : DEFAULT
}

// "//host" and "/\host" are other sites to a browser; so is "/<tab>/host", because tabs and newlines are dropped.
const isOwnPath = (address: string) => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(address)
