import {
  Gift,
  LayoutDashboard,
  LayoutGrid,
  type LucideIcon,
  Package,
  RefreshCw,
  UserRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { LazyCode } from '../../app/lazy-code.ts'
import { ProfileSkeleton } from '../accounts/profile-skeleton.tsx'
import { OverviewTabSkeleton } from './overview-skeleton.tsx'
import { ProductGridSkeleton } from './product-card-skeleton.tsx'
import { ReferralsSkeleton } from './referrals-skeleton.tsx'
import { ScriptGridSkeleton } from './script-card-skeleton.tsx'
import { SubscriptionsSkeleton } from './subscriptions-skeleton.tsx'

type DashboardTab = {
  label: string
  Icon: LucideIcon
  code: LazyCode
  /** Stands there while the code is on its way, in the shape of what comes. */
  Skeleton: ComponentType
}

/** The tabs in their order, by the word that stands for them in the address. */
export const TABS = {
  overview: {
    label: 'Overview',
    Icon: LayoutDashboard,
    code: new LazyCode(() => import('./overview-tab.tsx')),
    Skeleton: OverviewTabSkeleton,
  },
  scripts: {
    label: 'All Scripts',
    Icon: LayoutGrid,
    code: new LazyCode(() => import('./all-scripts-tab.tsx')),
    Skeleton: ScriptGridSkeleton,
  },
  products: {
    label: 'Products',
    Icon: Package,
    code: new LazyCode(() => import('./products-tab.tsx')),
    Skeleton: ProductGridSkeleton,
  },
  subscriptions: {
    label: 'My Subscriptions',
    Icon: RefreshCw,
    code: new LazyCode(() => import('./subscriptions-tab.tsx')),
    Skeleton: SubscriptionsSkeleton,
  },
  referrals: {
    label: 'Referrals',
    Icon: Gift,
    code: new LazyCode(() => import('./referrals-tab.tsx')),
    Skeleton: ReferralsSkeleton,
  },
  profile: {
    label: 'Profile',
    Icon: UserRound,
    code: new LazyCode(() => import('./profile-tab.tsx')),
    Skeleton: ProfileSkeleton,
  },
} satisfies Record<string, DashboardTab>

export type TabName = keyof typeof TABS
export const TAB_NAMES = Object.keys(TABS) as TabName[]

/** The address's `tab`; anything unknown is the overview. */
export const readTab = (value: string | null): TabName =>
  TAB_NAMES.find((name) => name === value) ?? 'overview'

/** The query of a tab's address; the overview has none. */
export const tabSearch = (tab: TabName): string => (tab === 'overview' ? '' : `?tab=${tab}`)
