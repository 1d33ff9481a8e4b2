/** The tabs' titles, by their names in the address. In a separate file, because every page loads this file. */
export const ADMIN_TITLES = {
  overview: 'Overview',
  products: 'Products',
  publishers: 'Publisher Keys',
  users: 'Users',
  orders: 'Orders',
  coupons: 'Coupons',
  stats: 'Stats',
  deliver: 'Deliver Product',
  recovery: 'Payment Recovery',
  payouts: 'Payouts',
  inbox: 'Inbox',
  reviews: 'Reviews',
  mails: 'Mails',
  seller: 'Seller',
  audit: 'Audit Log',
  security: 'Security',
} as const

export type AdminTabName = keyof typeof ADMIN_TITLES

/** The document title of the admin panel. */
export function adminTitle(tab: string | null): string {
  const title = Object.entries(ADMIN_TITLES).find(([name]) => name === tab)?.[1]
  return title === undefined || title === ADMIN_TITLES.overview ? 'Admin' : `${title} – Admin`
}
