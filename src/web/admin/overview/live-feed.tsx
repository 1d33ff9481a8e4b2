import { Activity, Unplug } from 'lucide-react'
import { SoundSwitch } from '../../features/notifications/sound-switch.tsx'
import { ConnectionBadge } from '../../ui/feedback/connection-badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { useAdminLive } from '../shell/admin-live-context.ts'
import { FeedRow } from './feed-row.tsx'

const LABELS = {
  connected: 'Live Updates',
  reconnecting: 'Reconnecting',
  disconnected: 'Disconnected',
}

/** The live list of events: 400px high, newest first. */
export function LiveFeed() {
  const { stats, feed, status } = useAdminLive()
  return (
    <Card className="overflow-hidden">
      <CardHeader className="min-h-17 flex-row flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-4">
        <CardTitle as="h2">Live activity</CardTitle>
        <div className="flex items-center gap-4">
          <SoundSwitch />
          <ConnectionBadge state={status} labels={LABELS} />
        </div>
      </CardHeader>
      {stats && feed.length > 0 ? (
        <ol
          aria-label="Live activity"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must scroll by keyboard too
          tabIndex={0}
          className="h-[400px] divide-y divide-line overflow-y-auto overscroll-contain border-line border-t focus-visible:-outline-offset-2"
        >
          {feed.map((item) => (
            <FeedRow key={item.id} item={item} />
          ))}
        </ol>
      ) : (
        <div className="grid h-[400px] border-line border-t">
          {stats ? (
            <EmptyState
              bare
              className="self-center"
              icon={<Activity />}
              title="No activity yet"
              text="Sales, sign-ups, refunds and messages appear here as they happen."
            />
          ) : status === 'disconnected' ? (
            <EmptyState
              bare
              className="self-center"
              icon={<Unplug />}
              title="The live connection is down"
              text="It reconnects automatically. The other tabs work meanwhile."
            />
          ) : (
            <FeedSkeleton />
          )}
        </div>
      )}
    </Card>
  )
}

function FeedSkeleton() {
  return (
    <div className="divide-y divide-line overflow-hidden">
      <VisuallyHidden role="status">Loading the activity</VisuallyHidden>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex h-15.5 items-center gap-3 px-5 sm:px-6">
          <Skeleton className="size-4.5 rounded-full" />
          <Skeleton className="h-4 w-64 max-w-[60%]" />
          <Skeleton className="ml-auto h-4 w-14" />
        </div>
      ))}
    </div>
  )
}
