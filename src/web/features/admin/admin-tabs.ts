import {
  Activity,
  ChartLine,
  HandCoins,
  History,
  Inbox,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Package,
  PackageCheck,
  ShoppingCart,
  TicketPercent,
  Users,
} from 'lucide-react'
import { LazyCode } from '../../app/lazy-code.ts'

type AdminTab = { label: string; Icon: LucideIcon; code: LazyCode }

/** The tabs in their order, by the word that stands for them in the address. */
export const ADMIN_TABS = {
  overview: { label: 'Overview', Icon: Activity, code: new LazyCode(() => import('./overview-tab.tsx')) },
  products: { label: 'Products', Icon: Package, code: new LazyCode(() => import('./products-tab.tsx')) },
  users: { label: 'Users', Icon: Users, code: new LazyCode(() => import('./users-tab.tsx')) },
  orders: { label: 'Orders', Icon: ShoppingCart, code: new LazyCode(() => import('./orders-tab.tsx')) },
  coupons: { label: 'Coupons', Icon: TicketPercent, code: new LazyCode(() => import('./coupons-tab.tsx')) },
  stats: { label: 'Stats', Icon: ChartLine, code: new LazyCode(() => import('./stats-tab.tsx')) },
  deliver: {
    label: 'Deliver Product',
    Icon: PackageCheck,
    code: new LazyCode(() => import('./deliver-tab.tsx')),
  },
  recovery: {
    label: 'Payment Recovery',
    Icon: LifeBuoy,
    code: new LazyCode(() => import('./recovery-tab.tsx')),
  },
  payouts: { label: 'Payouts', Icon: HandCoins, code: new LazyCode(() => import('./payouts-tab.tsx')) },
  inbox: { label: 'Inbox', Icon: Inbox, code: new LazyCode(() => import('./inbox-tab.tsx')) },
  mails: { label: 'Mails', Icon: Mail, code: new LazyCode(() => import('./mails-tab.tsx')) },
  audit: { label: 'Audit Log', Icon: History, code: new LazyCode(() => import('./audit-tab.tsx')) },
} satisfies Record<string, AdminTab>

export type AdminTabName = keyof typeof ADMIN_TABS
export const ADMIN_TAB_NAMES = Object.keys(ADMIN_TABS) as AdminTabName[]

/** The address's `tab`; anything unknown is the overview. */
export const readAdminTab = (value: string | null): AdminTabName =>
  ADMIN_TAB_NAMES.find((name) => name === value) ?? 'overview'
