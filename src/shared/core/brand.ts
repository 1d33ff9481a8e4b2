/** The product's name; rename the shop here. */
export const BRAND = 'Windfall'
