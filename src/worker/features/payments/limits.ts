/** The rate limit for opening checkouts: each one is a request to the provider. */
export const CHECKOUTS_PER_USER = { burst: 30, refillSeconds: 20 }
