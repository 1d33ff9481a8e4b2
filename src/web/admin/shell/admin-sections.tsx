import { Lock } from 'lucide-react'
import { Fragment } from 'react'
import type { StaffRole } from '#shared/core/staff-roles.ts'
import { useNavigate } from '../../lib/router/router-context.ts'
import { useMedia } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Tabs, TabsContent, TabsGroupLabel, TabsList } from '../../ui/layout/tabs.tsx'
import { useMay } from '../ui/for-role.tsx'
import { useAdminLive } from './admin-live-context.ts'
import { adminPath } from './admin-path.ts'
import { AdminTabTrigger } from './admin-tab-trigger.tsx'
import { ADMIN_GROUPS, ADMIN_TAB_NAMES, ADMIN_TABS, readAdminTab } from './admin-tabs.ts'
import type { AdminTabName } from './admin-titles.ts'

/** The panel's tabs: from 1024 px a rail beside the open tab, below that a row that scrolls. */
export function AdminSections({ tab }: { tab: AdminTabName }) {
  const navigate = useNavigate()
  const { unseen } = useAdminLive()
  const may = useMay()
  const isRail = useMedia('(min-width: 64rem)')

  const show = (next: AdminTabName) => navigate(adminPath(next), { preventScrollReset: true })

  return (
    <Tabs
      value={tab}
      onValueChange={(next) => show(readAdminTab(next))}
      orientation={isRail ? 'vertical' : 'horizontal'}
      className="mt-4 lg:mt-6 lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-10"
    >
      <TabsList label="Admin" variant="rail">
        {groupsFor(may).map(({ label, tabs }) => (
          <Fragment key={label ?? 'first'}>
            {label === null ? null : <TabsGroupLabel>{label}</TabsGroupLabel>}
            {tabs.map((name) => (
              <AdminTabTrigger key={name} name={name} unseen={unseen[name] ?? 0} />
            ))}
          </Fragment>
        ))}
      </TabsList>
      <div className="min-w-0">
        {ADMIN_TAB_NAMES.map((name) => (
          <TabsContent key={name} value={name} className="lg:pt-0">
            {may(ADMIN_TABS[name].least) ? (
              <LazyPart
                code={ADMIN_TABS[name].code}
                fallback={<Skeleton className="h-72 w-full rounded-xl" />}
              />
            ) : (
              <EmptyState
                icon={<Lock />}
                title="Your role does not include this page"
                text={`${ADMIN_TABS[name].label} is for ${ADMIN_TABS[name].least === 'owner' ? 'owners' : 'managers and owners'}. Ask an owner of the shop for another role.`}
              />
            )}
          </TabsContent>
        ))}
      </div>
    </Tabs>
  )
}

/** The groups with the tabs of this role. */
const groupsFor = (may: (least: StaffRole) => boolean) =>
  ADMIN_GROUPS.map(({ label, tabs }) => ({
    label,
    tabs: tabs.filter((name) => may(ADMIN_TABS[name].least)),
  })).filter(({ tabs }) => tabs.length > 0)
