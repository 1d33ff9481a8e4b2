import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'

/** The two plans. Access depends on them, so they can neither be deleted nor be sold in another way. */
export const isPlan = (productId: number): boolean => productId === PREMIUM_ID || productId === LIFETIME_ID
