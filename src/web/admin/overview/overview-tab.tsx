import { LiveFeed } from './live-feed.tsx'
import { LiveRecent } from './live-recent.tsx'
import { LiveTotals } from './live-totals.tsx'
import { SellerMissing } from './seller-missing.tsx'
import { WaitingCard } from './waiting-card.tsx'

/** What waits for a person first, then the shop's figures and events, updated live. */
export default function OverviewTab() {
  return (
    <div className="grid gap-6">
      <SellerMissing />
      <WaitingCard />
      <LiveTotals />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <LiveFeed />
        <LiveRecent />
      </div>
    </div>
  )
}
