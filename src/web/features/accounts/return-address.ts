const ADDRESS = 'authReturnUrl'
const FROM_CHECKOUT = 'authFromCheckout'
const DEFAULT = '/dashboard'

/** Stores the address of the page that required a login, to return to it. */
export function rememberPage(address: string): void {
  try {
    sessionStorage.setItem(ADDRESS, address)
    sessionStorage.removeItem(FROM_CHECKOUT)
  } catch {
    // The browser may refuse storage. The login then leads to the dashboard.
  }
}

/** A later login leads to its usual page. */
export function forgetReturn(): void {
  try {
    sessionStorage.removeItem(ADDRESS)
    sessionStorage.removeItem(FROM_CHECKOUT)
  } catch {
    // Then nothing was stored.
  }
}

/** The product whose checkout waits for a login, or null. Does not delete the stored address. */
export function waitingProduct(): string | null {
  try {
    return productOf(sessionStorage.getItem(ADDRESS))
  } catch {
    return null
  }
}

/** The product id in a stored checkout address, or null. */
export function productOf(address: string | null): string | null {
  if (!address || !isOwnPath(address)) return null
  const { pathname, searchParams } = new URL(address, 'http://shop.invalid')
  return pathname === '/checkout' ? searchParams.get('productId') : null
}

export const AUTH_TABS = ['login', 'register'] as const
export type AuthTab = (typeof AUTH_TABS)[number]

/** The tab that the address names. Only the address: the server's page has the same form. */
export const chooseTab = (asked: string | null): AuthTab => AUTH_TABS.find((tab) => tab === asked) ?? 'login'

/** The address to open after login. Deletes the stored one. */
export function takeReturnAddress(): string {
  try {
    const address = sessionStorage.getItem(ADDRESS)
    const fromCheckout = sessionStorage.getItem(FROM_CHECKOUT) === '1'
    forgetReturn()
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
