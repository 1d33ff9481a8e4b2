import type { ReactNode } from 'react'
import { useNotifications } from '../../lib/live/use-notifications.ts'
import { cn } from '../../ui/cn.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonText } from '../../ui/feedback/skeleton.tsx'

export type NoNotificationsProps = {
  /** What appears here, if there is nothing yet. */
  text: string
  icon?: ReactNode
  className?: string
}

/** In place of an empty list: a skeleton until the stored notifications have arrived, then why there are none. */
export function NoNotifications({ text, icon, className }: NoNotificationsProps) {
  const { isKnown, status } = useNotifications()
  if (!isKnown && (status === 'connecting' || status === 'connected'))
    return (
      <div className={cn('flex flex-col px-5 py-5', className)} aria-busy="true">
        <SkeletonText lines={4} />
      </div>
    )
  return isKnown ? (
    <EmptyState bare icon={icon} title="No notifications yet" text={text} className={className} />
  ) : (
    <EmptyState
      bare
      icon={icon}
      title="Not connected"
      text="Your notifications appear here once the connection is back."
      className={className}
    />
  )
}
