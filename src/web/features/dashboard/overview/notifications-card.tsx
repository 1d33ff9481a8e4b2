import { Bell } from 'lucide-react'
import { useNotifications } from '../../../lib/live/use-notifications.ts'
import { ConnectionBadge } from '../../../ui/feedback/connection-badge.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { NoNotifications } from '../../notifications/no-notifications.tsx'
import { NotificationItem } from '../../notifications/notification-item.tsx'

const SHOWN = 5

export function NotificationsCard() {
  const { notifications, status, markRead, dismiss } = useNotifications()
  return (
    <Card className="overflow-hidden">
      <CardHeader className="flex-row items-center justify-between gap-4 pb-3">
        <CardTitle as="h2">Notifications</CardTitle>
        <ConnectionBadge state={status} />
      </CardHeader>
      {notifications.length === 0 ? (
        <NoNotifications
          icon={<Bell />}
          text="Payments and releases are announced here as they happen."
          className="h-75 justify-center border-line border-t"
        />
      ) : (
        <ul className="h-75 divide-y divide-line overflow-y-auto border-line border-t text-sm">
          {notifications.slice(0, SHOWN).map((item) => (
            <NotificationItem key={item.id} item={item} onRead={markRead} onDismiss={dismiss} />
          ))}
        </ul>
      )}
    </Card>
  )
}
