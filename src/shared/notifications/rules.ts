import type { ClientMessage, Notification } from './contract.ts'

/** Maximum number of notifications that are kept, newest first. */
export const KEPT_NOTIFICATIONS = 20

/** A user's change to the kept notifications. */
export type NotificationChange = Extract<
  ClientMessage,
  { type: 'mark_read' | 'mark_all_read' | 'dismiss' | 'clear' }
>

/** The kept notifications after a change. The hub uses it, and a page uses it before the hub confirms the change. */
export function changeKept(kept: readonly Notification[], change: NotificationChange): Notification[] {
  switch (change.type) {
    case 'mark_read':
      return kept.map((item) => (item.id === change.id ? { ...item, read: true } : item))
    case 'mark_all_read':
      return kept.map((item) => ({ ...item, read: true }))
    case 'dismiss':
      return kept.filter((item) => item.id !== change.id)
    case 'clear':
      return []
  }
}
