/** The tabs' names, as the address names them. Apart from the tabs: every page carries this file. */
export const ADMIN_TITLES = {
  overview: 'Overview',
  products: 'Products',
  users: 'Users',
  orders: 'Orders',
  coupons: 'Coupons',
  stats: 'Stats',
  deliver: 'Deliver Product',
  recovery: 'Payment Recovery',
  payouts: 'Payouts',
  inbox: 'Inbox',
  mails: 'Mails',
  audit: 'Audit Log',
} as const

export type AdminTabName = keyof typeof ADMIN_TITLES

/** What the browser's tab says of the admin panel. */
export function adminTitle(tab: string | null): string {
  const title = Object.entries(ADMIN_TITLES).find(([name]) => name === tab)?.[1]
  return title === undefined || title === ADMIN_TITLES.overview ? 'Admin' : `${title} – Admin`
}
