import { createContext } from 'react'
import type { Notification } from '#shared/notifications/contract.ts'
import type { NotificationChange } from '#shared/notifications/rules.ts'
import type { LiveStatus } from './live-socket-types.ts'

export type LiveView = {
  status: LiveStatus
  notifications: readonly Notification[]
  /** The stored notifications have arrived. */
  isKnown: boolean
}
export type Live = LiveView & {
  change: (input: NotificationChange) => void
  /** Opens a new connection, with the session that the browser has now. */
  reconnect: () => void
}

export const OFFLINE: LiveView = { status: 'disconnected', notifications: [], isKnown: false }
export const CONNECTING: LiveView = { status: 'connecting', notifications: [], isKnown: false }

export const LiveContext = createContext<Live>({
  ...OFFLINE,
  change: () => undefined,
  reconnect: () => undefined,
})
