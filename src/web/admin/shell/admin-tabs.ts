import {
  Activity,
  ChartLine,
  HandCoins,
  History,
  Inbox,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  Mail,
  MessageSquareQuote,
  Package,
  PackageCheck,
  ShieldCheck,
  ShoppingCart,
  Store,
  TicketPercent,
  Users,
} from 'lucide-react'
import type { StaffRole } from '#shared/core/staff-roles.ts'
import { LazyCode, type LazyComponent } from '../../lib/lazy-code.ts'
import { ADMIN_TITLES, type AdminTabName } from './admin-titles.ts'

type AdminTab = {
  label: string
  Icon: LucideIcon
  /** The least role that may open the tab. */
  least: StaffRole
  code: LazyComponent
}

/** The tabs in their order. The keys are the names in the address. */
export const ADMIN_TABS = {
  overview: {
    label: ADMIN_TITLES.overview,
    Icon: Activity,
    least: 'manager',
    code: new LazyCode(() => import('../overview/overview-tab.tsx')),
  },
  products: {
    label: ADMIN_TITLES.products,
    Icon: Package,
    least: 'manager',
    code: new LazyCode(() => import('../products/products-tab.tsx')),
  },
  publishers: {
    label: ADMIN_TITLES.publishers,
    Icon: KeyRound,
    least: 'owner',
    code: new LazyCode(() => import('../publishers/publishers-tab.tsx')),
  },
  users: {
    label: ADMIN_TITLES.users,
    Icon: Users,
    least: 'support',
    code: new LazyCode(() => import('../users/users-tab.tsx')),
  },
  orders: {
    label: ADMIN_TITLES.orders,
    Icon: ShoppingCart,
    least: 'support',
    code: new LazyCode(() => import('../orders/orders-tab.tsx')),
  },
  coupons: {
    label: ADMIN_TITLES.coupons,
    Icon: TicketPercent,
    least: 'manager',
    code: new LazyCode(() => import('../coupons/coupons-tab.tsx')),
  },
  stats: {
    label: ADMIN_TITLES.stats,
    Icon: ChartLine,
    least: 'manager',
    code: new LazyCode(() => import('../stats/stats-tab.tsx')),
  },
  deliver: {
    label: ADMIN_TITLES.deliver,
    Icon: PackageCheck,
    least: 'support',
    code: new LazyCode(() => import('../recovery/deliver-tab.tsx')),
  },
  recovery: {
    label: ADMIN_TITLES.recovery,
    Icon: LifeBuoy,
    least: 'manager',
    code: new LazyCode(() => import('../recovery/recovery-tab.tsx')),
  },
  payouts: {
    label: ADMIN_TITLES.payouts,
    Icon: HandCoins,
    least: 'owner',
    code: new LazyCode(() => import('../payouts/payouts-tab.tsx')),
  },
  inbox: {
    label: ADMIN_TITLES.inbox,
    Icon: Inbox,
    least: 'support',
    code: new LazyCode(() => import('../inbox/inbox-tab.tsx')),
  },
  reviews: {
    label: ADMIN_TITLES.reviews,
    Icon: MessageSquareQuote,
    least: 'support',
    code: new LazyCode(() => import('../reviews/reviews-tab.tsx')),
  },
  mails: {
    label: ADMIN_TITLES.mails,
    Icon: Mail,
    least: 'support',
    code: new LazyCode(() => import('../mails/mails-tab.tsx')),
  },
  seller: {
    label: ADMIN_TITLES.seller,
    Icon: Store,
    least: 'owner',
    code: new LazyCode(() => import('../seller/seller-tab.tsx')),
  },
  audit: {
    label: ADMIN_TITLES.audit,
    Icon: History,
    least: 'owner',
    code: new LazyCode(() => import('../audit/audit-tab.tsx')),
  },
  security: {
    label: ADMIN_TITLES.security,
    Icon: ShieldCheck,
    least: 'owner',
    code: new LazyCode(() => import('../security/security-tab.tsx')),
  },
} satisfies Record<AdminTabName, AdminTab>

export const ADMIN_TAB_NAMES = Object.keys(ADMIN_TABS) as AdminTabName[]

/** The tabs in groups, in the same order. The first group has no label. */
export const ADMIN_GROUPS: readonly { label: string | null; tabs: readonly AdminTabName[] }[] = [
  { label: null, tabs: ['overview'] },
  { label: 'Shop', tabs: ['products', 'publishers', 'users', 'orders', 'coupons', 'stats'] },
  { label: 'Repair', tabs: ['deliver', 'recovery'] },
  { label: 'Operations', tabs: ['payouts', 'inbox', 'reviews', 'mails', 'seller', 'audit', 'security'] },
]

/** The address's `tab`; anything unknown is the overview. */
export const readAdminTab = (value: string | null): AdminTabName =>
  ADMIN_TAB_NAMES.find((name) => name === value) ?? 'overview'

/** The tab that opens first: the overview or, where the role does not include it, the first tab of the role. */
export const firstTab = (may: (least: StaffRole) => boolean): AdminTabName =>
  ADMIN_TAB_NAMES.find((name) => may(ADMIN_TABS[name].least)) ?? 'overview'
