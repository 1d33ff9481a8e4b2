import { use } from 'react'
import { LiveContext } from './live-context.ts'

/** The signed-in user's stored notifications (newest first), the state of the live connection, and the actions. */
export function useNotifications() {
  const { status, notifications, isKnown, change } = use(LiveContext)
  return {
    status,
    notifications,
    isKnown,
    unread: notifications.filter(({ read }) => !read).length,
    markRead: (id: string) => change({ type: 'mark_read', id }),
    markAllRead: () => change({ type: 'mark_all_read' }),
    dismiss: (id: string) => change({ type: 'dismiss', id }),
    clear: () => change({ type: 'clear' }),
  }
}
