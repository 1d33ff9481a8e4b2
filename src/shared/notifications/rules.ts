import type { ClientMessage, Notification } from './contract.ts'

/** What one may do to the kept notifications. */
export type NotificationChange = Extract<
  ClientMessage,
  { type: 'mark_read' | 'mark_all_read' | 'dismiss' | 'clear' }
>

/** The kept notifications after a change: what the hub does, and what a page shows before the hub confirms it. */
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
