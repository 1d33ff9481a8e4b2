import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { StaffRole } from '#shared/core/staff-roles.ts'
import type { UserDetail } from '#shared/users/contract.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { useMay } from '../ui/for-role.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { UserAccess } from './user-access.tsx'
import { UserHistory } from './user-history.tsx'
import { UserDownloads, UserMails, UserPurchases } from './user-lists.tsx'
import { UserMarks } from './user-marks.tsx'
import { UserNotes } from './user-notes.tsx'
import { UserOverview } from './user-overview.tsx'
import { UserReferrals } from './user-referrals.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserSubscriptions } from './user-subscriptions.tsx'
import { userQuery } from './users-queries.ts'

const SECTIONS = {
  overview: { label: 'Overview', least: 'support', Section: UserOverview },
  access: { label: 'Access', least: 'support', Section: UserAccess },
  purchases: { label: 'Purchases', least: 'support', Section: UserPurchases },
  subscriptions: { label: 'Subscriptions', least: 'support', Section: UserSubscriptions },
  downloads: { label: 'Downloads', least: 'support', Section: UserDownloads },
  mails: { label: 'Mails', least: 'support', Section: UserMails },
  referrals: { label: 'Referrals', least: 'support', Section: UserReferrals },
  sessions: { label: 'Sessions', least: 'manager', Section: UserSessions },
  notes: { label: 'Notes', least: 'support', Section: UserNotes },
  history: { label: 'History', least: 'owner', Section: UserHistory },
} satisfies Record<string, { label: string; least: StaffRole; Section: ComponentType<{ user: UserDetail }> }>
type SectionName = keyof typeof SECTIONS
const NAMES = Object.keys(SECTIONS) as SectionName[]

/** One account with all its details. */
export function UserView({ id }: { id: number }) {
  const { get, set } = useAddressFilter()
  const query = useQuery(userQuery(id))
  const user = query.data
  const may = useMay()
  const names = NAMES.filter((name) => may(SECTIONS[name].least))
  const section = names.find((name) => name === get('section')) ?? 'overview'
  return (
    <DetailFrame noun="user" back={{ to: adminPath('users'), label: 'All users' }} query={query}>
      {user ? (
        <>
          <div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <h2 className="min-w-0 break-all font-semibold text-2xl text-fg">{user.account.username}</h2>
              <UserMarks user={user.account} />
            </div>
            <p className="mt-1 break-all text-muted text-sm">{user.account.email}</p>
          </div>
          <Tabs value={section} onValueChange={(next) => set({ section: next === 'overview' ? '' : next })}>
            <TabsList label="User details" variant="segmented">
              {names.map((name) => (
                <TabsTrigger key={name} value={name}>
                  {SECTIONS[name].label}
                </TabsTrigger>
              ))}
            </TabsList>
            {names.map((name) => {
              const { Section } = SECTIONS[name]
              return (
                <TabsContent key={name} value={name}>
                  <Section user={user} />
                </TabsContent>
              )
            })}
          </Tabs>
        </>
      ) : null}
    </DetailFrame>
  )
}
