import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { AccountCard } from '../../accounts/account-card.tsx'
import { ChangePasswordCard } from '../../accounts/change-password-card.tsx'
import { PreferencesCard } from '../../accounts/preferences-card.tsx'
import { ProfileSkeleton } from '../../accounts/profile-skeleton.tsx'
import { profileQuery, sessionsQuery } from '../../accounts/queries.ts'
import { SessionsCard } from '../../accounts/sessions-card.tsx'
import { factorsQuery } from '../../factors/factor-queries.ts'
import { SecurityCard } from '../../factors/security-card.tsx'
import { LockdownCard } from '../../lockdown/lockdown-card.tsx'
import { lockdownQuery } from '../../lockdown/queries.ts'
import { DangerZone } from './danger-zone.tsx'

export default function ProfileTab() {
  // Fetched in parallel: the lists do not wait for the profile.
  usePrefetchQuery(sessionsQuery())
  usePrefetchQuery(lockdownQuery())
  usePrefetchQuery(factorsQuery())
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery())
  if (error && !profile) {
    return (
      <ErrorState
        title="Your profile could not be loaded"
        text={reasonOf(error, 'An unexpected error occurred')}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  if (!profile) return <ProfileSkeleton />
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        <AccountCard profile={profile} />
        <PreferencesCard profile={profile} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <ChangePasswordCard username={profile.username} />
        <SessionsCard />
      </div>
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
        <SecurityCard />
        <LockdownCard />
        <DangerZone />
      </div>
    </div>
  )
}
