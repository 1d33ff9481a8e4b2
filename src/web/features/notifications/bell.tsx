import { Bell as BellIcon } from 'lucide-react'
import { startTransition, useState } from 'react'
import type { LiveStatus } from '../../lib/live/live-socket-types.ts'
import { useNotifications } from '../../lib/live/use-notifications.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { Popover, PopoverTrigger } from '../../ui/overlays/popover.tsx'
import { NotificationPanel } from './notification-panel.tsx'

const tooltips: Record<LiveStatus, string> = {
  connecting: 'Notifications',
  connected: 'Notifications',
  reconnecting: 'Reconnecting...',
  disconnected: 'Disconnected',
}

/**
 * Opening the panel marks all notifications as read. Those that were unread stay highlighted until the panel is closed.
 */
export default function Bell() {
  const { status, notifications, unread, markAllRead } = useNotifications()
  const [open, setOpen] = useState(false)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())

  function change(next: boolean) {
    if (!next) return setOpen(false)
    // The press is painted before the panel is rendered, which takes long on a slow phone.
    startTransition(() => {
      setOpen(true)
      setFresh(new Set(notifications.filter(({ read }) => !read).map(({ id }) => id)))
      if (unread > 0) markAllRead()
    })
  }

  const news = unread === 0 ? '' : `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`
  return (
    <div className="relative">
      <Popover open={open} onOpenChange={change}>
        <PopoverTrigger asChild>
          <IconButton
            label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
            tooltip={tooltips[status]}
            icon={<BellIcon aria-hidden="true" className="size-4.5" />}
          />
        </PopoverTrigger>
        <NotificationPanel fresh={fresh} onClose={() => setOpen(false)} />
      </Popover>
      {unread > 0 ? (
        <span
          key={unread}
          aria-hidden="true"
          className="pointer-events-none absolute top-0.5 right-0 grid h-4.5 min-w-4.5 animate-ping-once place-items-center rounded-full bg-danger-solid px-1 font-medium text-2xs text-danger-fg tabular-nums ring-2 ring-bg"
        >
          {unread > 9 ? '9+' : unread}
        </span>
      ) : null}
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </div>
  )
}
