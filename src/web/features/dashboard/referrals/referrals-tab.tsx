import { PayoutCard } from './payout-card.tsx'
import { RecentReferrals } from './recent-referrals.tsx'
import { ReferralLink } from './referral-link.tsx'
import { ReferralStatsCard } from './stats-card.tsx'

export default function ReferralsTab() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-5">
      <ReferralStatsCard className="lg:col-span-5" />
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-3">
        <ReferralLink />
        <RecentReferrals />
      </div>
      <PayoutCard className="lg:col-span-2" />
    </div>
  )
}
