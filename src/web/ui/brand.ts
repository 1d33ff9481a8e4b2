/** The product's name; rename the shop here. */
export const BRAND = 'Windfall'

/** Where people write to a person. */
export const SUPPORT_EMAIL = import.meta.env.VITE_SUPPORT_EMAIL
