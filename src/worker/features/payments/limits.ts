/** Opening checkouts: each is a call to the provider. */
export const CHECKOUTS_PER_USER = { burst: 30, refillSeconds: 20 }
