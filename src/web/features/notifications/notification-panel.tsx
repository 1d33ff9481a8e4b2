import { X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useNotifications } from '../../lib/live/use-notifications.ts'
import { Button } from '../../ui/button.tsx'
import { ConnectionBadge } from '../../ui/feedback/connection-badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PopoverClose, PopoverContent } from '../../ui/overlays/popover.tsx'
import { NoNotifications } from './no-notifications.tsx'
import { NotificationItem } from './notification-item.tsx'
import { SendTest } from './send-test.tsx'
import { SoundSwitch } from './sound-switch.tsx'

export type NotificationPanelProps = {
  /** The ids of the notifications that were unread when the panel was opened. */
  fresh: ReadonlySet<string>
  onClose: () => void
}

/** 20rem wide, at most 500px high. The list scrolls inside. */
export function NotificationPanel({ fresh, onClose }: NotificationPanelProps) {
  const { status, notifications, unread, markRead, markAllRead, dismiss, clear } = useNotifications()
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const leads = useRef(false)

  // The action removes the pressed button, so the focus moves to the panel.
  const keepingFocus = (act: () => void) => {
    panel.current?.focus()
    act()
  }

  return (
    <PopoverContent
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      // Handled here, because Radix sends Escape only to the toast while one is shown.
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      // The opened subject gets the focus, not the bell.
      onCloseAutoFocus={(event) => leads.current && event.preventDefault()}
      onOpenAutoFocus={(event) => {
        leads.current = false
        event.preventDefault()
        panel.current?.focus()
      }}
      className="flex max-h-[min(500px,var(--radix-popover-content-available-height))] flex-col overflow-hidden p-0"
    >
      <div className="flex items-center gap-2 py-2 pr-2 pl-4">
        <h2 id={titleId} className="mr-auto font-semibold text-base text-fg">
          Notifications
        </h2>
        <ConnectionBadge state={status} />
        <PopoverClose asChild>
          <IconButton label="Close" tooltip={false} size="sm" icon={<X aria-hidden="true" />} />
        </PopoverClose>
      </div>
      <div className="flex justify-between border-line border-b px-1 pb-1.5">
        <Button variant="ghost" size="sm" disabled={unread === 0} onClick={() => keepingFocus(markAllRead)}>
          Mark all read
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={notifications.length === 0}
          onClick={() => keepingFocus(clear)}
        >
          Clear all
        </Button>
      </div>
      {notifications.length === 0 ? (
        <NoNotifications text="Purchases, new releases and payment news appear here as they happen." />
      ) : (
        <ul className="min-h-0 divide-y divide-line overflow-y-auto overscroll-contain">
          {notifications.map((item) => (
            <NotificationItem
              key={item.id}
              item={item}
              fresh={fresh.has(item.id)}
              onRead={(id) => keepingFocus(() => markRead(id))}
              onDismiss={(id) => keepingFocus(() => dismiss(id))}
              onOpen={() => {
                leads.current = true
                onClose()
              }}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-line border-t py-1.5 pr-4 pl-1">
        <SendTest />
        <SoundSwitch />
      </div>
    </PopoverContent>
  )
}
