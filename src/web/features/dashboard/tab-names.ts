/** The dashboard's tabs in their order, by their names in the address. */
export const TAB_NAMES = ['overview', 'scripts', 'products', 'subscriptions', 'referrals', 'profile'] as const

export type TabName = (typeof TAB_NAMES)[number]

/** The address's `tab`; anything unknown is the overview. */
export const readTab = (value: string | null): TabName =>
  TAB_NAMES.find((name) => name === value) ?? 'overview'

/** The query of a tab's address; the overview has none. */
export const tabSearch = (tab: TabName): string => (tab === 'overview' ? '' : `?tab=${tab}`)
