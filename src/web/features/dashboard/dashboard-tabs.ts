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
import { LazyCode, type LazyComponent } from '../../lib/lazy-code.ts'
import { ProfileSkeleton } from '../accounts/profile-skeleton.tsx'
import { OverviewTabSkeleton } from './overview/skeleton.tsx'
import { LibrarySkeleton } from './products/library-skeleton.tsx'
import { ReferralsSkeleton } from './referrals/skeleton.tsx'
import { ScriptGridSkeleton } from './scripts/script-card-skeleton.tsx'
import { SubscriptionsSkeleton } from './subscriptions/skeleton.tsx'
import type { TabName } from './tab-names.ts'

type DashboardTab = {
  label: string
  Icon: LucideIcon
  code: LazyComponent
  /** Shown while the code is loading, in the shape of the tab. */
  Skeleton: ComponentType
}

/** The label, icon, code and skeleton of each tab. Their order is in TAB_NAMES. */
export const TABS: Record<TabName, DashboardTab> = {
  overview: {
    label: 'Overview',
    Icon: LayoutDashboard,
    code: new LazyCode(() => import('./overview/overview-tab.tsx')),
    Skeleton: OverviewTabSkeleton,
  },
  scripts: {
    label: 'All Scripts',
    Icon: LayoutGrid,
    code: new LazyCode(() => import('./scripts/all-scripts-tab.tsx')),
    Skeleton: ScriptGridSkeleton,
  },
  products: {
    label: 'Products',
    Icon: Package,
    code: new LazyCode(() => import('./products/products-tab.tsx')),
    Skeleton: LibrarySkeleton,
  },
  subscriptions: {
    label: 'My Subscriptions',
    Icon: RefreshCw,
    code: new LazyCode(() => import('./subscriptions/subscriptions-tab.tsx')),
    Skeleton: SubscriptionsSkeleton,
  },
  referrals: {
    label: 'Referrals',
    Icon: Gift,
    code: new LazyCode(() => import('./referrals/referrals-tab.tsx')),
    Skeleton: ReferralsSkeleton,
  },
  profile: {
    label: 'Profile',
    Icon: UserRound,
    code: new LazyCode(() => import('./profile/profile-tab.tsx')),
    Skeleton: ProfileSkeleton,
  },
}
