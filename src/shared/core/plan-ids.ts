/** The ids that the specification gives the two plans; a migration inserts them. Apart from the contract, which brings zod. */
export const PREMIUM_ID = 2
export const LIFETIME_ID = 12
