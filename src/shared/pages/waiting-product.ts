/** The page where a visitor without an account continues a purchase. */
export const REGISTER = { path: '/auth', search: '?tab=register' } as const

/**
 * In the state of the document that a visitor gets in place of a checkout: the query key of the id of the product whose
 * checkout waits for the login.
 */
export const WAITING_PRODUCT = ['waitingProduct'] as const
